"""Callsigns that are not for people: those under which the computer and the guests play."""

import re
from unicodedata import normalize

from django.core.exceptions import ValidationError

COMPUTER = "Computer"
GUEST = "Guest"
RESERVED = "Callsigns like this are kept for the computer and for guests. Choose another."
_RESERVED = re.compile(rf"({COMPUTER}|{GUEST})(\d*|[-_.+@].*)", re.IGNORECASE)
_COMPUTER = re.compile(rf"{COMPUTER}(-\d+)?", re.IGNORECASE)


def check_not_reserved(callsign: str) -> None:
    """ValidationError for a callsign by which somebody could be taken for the computer or a guest.

    >>> check_not_reserved("Compute")
    >>> check_not_reserved("COMPUTER-2")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['Callsigns like this are kept for the computer and for guests. ...
    """
    if _RESERVED.fullmatch(normalize("NFKC", callsign)):
        raise ValidationError(RESERVED, code="reserved")


def is_the_computers(callsign: str) -> bool:
    """Whether the computer plays, or could play, under this callsign."""
    return _COMPUTER.fullmatch(callsign) is not None
