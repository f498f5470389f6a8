"""Whose stream it still is: people sign out, lose a seat, or have their account closed while it is open."""

from django.contrib.auth import get_user
from django.http import HttpRequest

from accounts.models import User


def reader_now(request: HttpRequest) -> User | None:
    """Who is signed in by the session of a request that may have come long ago; two queries."""
    again = HttpRequest()
    again.session = type(request.session)(request.session.session_key)
    user = get_user(again)
    return user if user.is_authenticated else None
