"""People for tests."""

from typing import Any

from accounts.models import User

PASSWORD = "seven lamps of brass"


def make_person(callsign: str = "anna", **fields: Any) -> User:
    """A user with that callsign and PASSWORD."""
    return User.objects.create_user(username=callsign, password=PASSWORD, **fields)
