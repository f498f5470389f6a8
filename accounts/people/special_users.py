"""Players who did not sign up: the computer, and guests who may choose a callsign later."""

import secrets

from django.db import IntegrityError, transaction

from accounts.callsigns import COMPUTER, GUEST
from accounts.models import User

DIGITS = 5
TRIES = 20
TRIES_WITH_AS_MANY = 4


def computer_user() -> User:
    """The account under which the computer plays; made when it is first needed, nobody can sign in with it."""
    found = User.objects.filter(is_computer=True).first()
    if found is not None:
        return found
    for name in (COMPUTER, *(f"{COMPUTER}-{number}" for number in range(2, TRIES))):
        try:
            with transaction.atomic():
                return _made(name, is_computer=True)
        except IntegrityError:
            found = User.objects.filter(is_computer=True).first()
            if found is not None:
                return found
    raise RuntimeError("no callsign is free for the computer")


def new_guest() -> User:
    """A new guest with an unused callsign; with more digits where most numbers are taken."""
    for trial in range(TRIES):
        digits = DIGITS + trial // TRIES_WITH_AS_MANY
        try:
            with transaction.atomic():
                return _made(f"{GUEST}-{secrets.randbelow(10**digits):0{digits}}", is_guest=True)
        except IntegrityError:
            continue
    raise RuntimeError("no callsign is free for a guest")


def _made(name: str, **kind: bool) -> User:
    user = User(username=name, wants_email=True, **kind)
    user.set_unusable_password()
    user.save()
    return user
