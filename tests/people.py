"""People for tests."""

from typing import Any

from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts.deliveries.letters import post
from accounts.models import Letter, User

PASSWORD = "seven lamps of brass"


def make_person(callsign: str = "anna", **fields: Any) -> User:
    """A user with that callsign and PASSWORD."""
    return User.objects.create_user(username=callsign, password=PASSWORD, **fields)


def browser(user: User) -> Client:
    """A client that is signed in as the user."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def posted() -> list[EmailMessage]:
    """All mail so far, once the worker has posted the letters that are owed."""
    for number in Letter.objects.filter(status="queued").values_list("pk", flat=True):
        post(number)
    return mail.outbox
