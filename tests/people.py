"""People for tests."""

from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import User

PASSWORD = "seven lamps of brass"


def make_person(callsign: str = "anna", **fields: Any) -> User:
    """A user with that callsign and PASSWORD."""
    return User.objects.create_user(username=callsign, password=PASSWORD, **fields)


def browser(user: User) -> Client:
    """A client that is signed in as the user."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client
