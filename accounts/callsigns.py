"""Callsigns reserved for the computer and for guests."""

import re
from unicodedata import normalize

from django.core.exceptions import ValidationError

COMPUTER = "Computer"
GUEST = "Guest"
RESERVED = "This callsign is reserved for the computer or for guests. Choose another."
_RESERVED = re.compile(rf"({COMPUTER}|{GUEST})(\d*|[-_.+@].*)", re.IGNORECASE)
_COMPUTER = re.compile(rf"{COMPUTER}(-\d+)?", re.IGNORECASE)


def check_not_reserved(callsign: str) -> None:
    """ValidationError for a callsign that looks like the computer's or a guest's.

    >>> check_not_reserved("Compute")
    >>> check_not_reserved("COMPUTER-2")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['This callsign is reserved for the computer or for guests. ...
    """
    if _RESERVED.fullmatch(normalize("NFKC", callsign)):
        raise ValidationError(RESERVED, code="reserved")


def is_the_computers(callsign: str) -> bool:
    """Whether the callsign is one of the computer's."""
    return _COMPUTER.fullmatch(callsign) is not None
