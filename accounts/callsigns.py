"""Which callsigns may be chosen: none that is reserved, mixes scripts or looks like another."""

import re
from typing import Final
from unicodedata import normalize

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError

COMPUTER = "Computer"
GUEST = "Guest"
RESERVED = "This callsign is reserved for the computer or for guests. Choose another."
MIXED = "A callsign has letters of one alphabet only. Choose another."
BEGINS = "A callsign begins with a letter or digit."
ALIKE = "This callsign looks like one that is taken. Choose another."
LOOK_LENGTH: Final = 200
_RESERVED = re.compile(rf"({COMPUTER}|{GUEST})(\d*|[-_.+@].*)", re.IGNORECASE)
_COMPUTER = re.compile(rf"{COMPUTER}(-\d+)?", re.IGNORECASE)
_ANY_SCRIPT: Final = {"COMMON", "INHERITED"}
_TOGETHER: Final = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})


def tidy(callsign: str) -> str:
    """The callsign in the form in which it is stored (NFKC).

    >>> tidy("𝐚nna")
    'anna'
    """
    return normalize("NFKC", callsign)


def look(callsign: str) -> str:
    """What a callsign looks like: the same for two that people could mistake for each other.

    >>> look("Ian") == look("lan") == look("1an")
    True
    >>> look("аnnа") == look("ANNA")  # with a Cyrillic а
    True
    """
    letters = normalize("NFKD", tidy(callsign))
    return "".join(map(_plainest, letters)).casefold()[:LOOK_LENGTH]


def check_writing(callsign: str) -> None:
    """ValidationError for a callsign of mixed alphabets, or one that begins with a sign.

    >>> check_writing("anna-7"), check_writing("анна")
    (None, None)
    >>> check_writing("аnna")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['A callsign has letters of one alphabet only. ...
    """
    if not callsign[:1].isalnum():
        raise ValidationError(BEGINS, code="begins")
    scripts = unique_aliases(callsign) - _ANY_SCRIPT
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise ValidationError(MIXED, code="mixed")


def check_not_reserved(callsign: str) -> None:
    """ValidationError for a callsign that looks like the computer's or a guest's.

    >>> check_not_reserved("Compute")
    >>> check_not_reserved("COMPUTER-2")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['This callsign is reserved for the computer or for guests. ...
    """
    if _RESERVED.fullmatch(tidy(callsign)):
        raise ValidationError(RESERVED, code="reserved")


def is_the_computers(callsign: str) -> bool:
    """Whether the callsign is one of the computer's."""
    return _COMPUTER.fullmatch(callsign) is not None


def _plainest(letter: str) -> str:
    """The letter that stands for all that look like this one: the one with most of them."""
    alike = [letter, *(found["c"].strip("\u200e") for found in confusables_data.get(letter, ()))]
    return str(max(alike, key=lambda one: (len(confusables_data.get(one, ())), len(one), one == letter)))
