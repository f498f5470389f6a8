"""Which callsigns may be chosen: none that is reserved, mixes scripts or looks like another.

The tables of letters take several MB; they are loaded with the first callsign.
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, name, normalize

from django.core.exceptions import ValidationError
from django.db.models import Q

from engines.seam import looks
from engines.seam.words import names

COMPUTER = "Computer"
GUEST = "Guest"
RESERVED = "This callsign is reserved for the computer or for guests. Choose another."
MIXED = "A callsign has letters of one alphabet only. Choose another."
BEGINS = "A callsign begins with a letter or digit."
UNCLEAR = "This callsign has a letter that people could misread. Choose another."
ALIKE = "This callsign looks like one that is taken. Choose another."
LOOK_LENGTH: Final = 200
_SPECIAL: Final = (COMPUTER, GUEST)
_NUMBER = re.compile(r"\d*|[-_.+@].*")
_SIMILAR: Final = str.maketrans("0134578i", "oleastbl")
_FILLERS: Final = {"\u115f", "\u1160"}
"""The letters of Hangul that leave a place empty; those of half width become them in NFKC."""
_LETTERS: Final = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "No"}
_PHONETIC: Final = range(0x1D00, 0x1DC0)
_COMPUTER = re.compile(rf"{COMPUTER}(-\d+)?", re.IGNORECASE)
_ANY_SCRIPT: Final = {"COMMON", "INHERITED"}
_LONG: Final = "ー"
"""Lengthens a vowel in Japanese; anywhere else it looks like a dash."""
_KANA: Final = {"HIRAGANA", "KATAKANA"}
_TOGETHER: Final = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})


def tidy(callsign: str) -> str:
    """The callsign in the form in which it is stored: a tidy name in NFKC.

    >>> tidy(" 𝐚nna")
    'anna'
    """
    return normalize("NFKC", names.tidy(callsign))


def look(callsign: str) -> str:
    """What a callsign looks like: the same for two that people could mistake for each other.

    >>> look("Ian") == look("lan") == look("1an")
    True
    >>> look("аnnа") == look("ANNA")  # with a Cyrillic а
    True
    """
    return looks.look(callsign)[:LOOK_LENGTH]


def in_any_case(callsign: str) -> Q:
    """Whoever has the callsign, in whatever case; without an expression SQLite knows only the case of A to Z."""
    return Q(username__iregex=rf"^{re.escape(callsign)}$")


def without_case(callsign: str) -> str:
    """The same text for all callsigns that `in_any_case` takes for one, which takes İ for i.

    >>> without_case("ANNA"), without_case("İan"), without_case("ıan")
    ('anna', 'ian', 'ian')
    """
    return callsign.upper().casefold().replace("i\u0307", "i")


def check_writing(callsign: str) -> None:
    """ValidationError for a callsign of mixed alphabets, of unusual letters, or one that begins with a sign.

    What is never part of a name is refused by its own name.

    >>> check_writing("anna-7"), check_writing("анна")
    (None, None)
    >>> check_writing("аnna")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['A callsign has letters of one alphabet only. ...
    """
    from confusable_homoglyphs.categories import unique_aliases  # noqa: PLC0415

    if wrong := names.fault(callsign, what="callsign"):
        raise ValidationError(wrong, code="invalid")
    if not callsign[:1].isalnum():
        raise ValidationError(BEGINS, code="begins")
    if any(map(_is_unclear, callsign)):
        raise ValidationError(UNCLEAR, code="unclear")
    scripts = unique_aliases(callsign) - _ANY_SCRIPT
    if any(_is_of_no_script(letter) and not (letter == _LONG and scripts & _KANA) for letter in callsign):
        raise ValidationError(UNCLEAR, code="unclear")
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise ValidationError(MIXED, code="mixed")


def check_not_reserved(callsign: str) -> None:
    """ValidationError for a callsign that people could take for the computer's or a guest's.

    >>> check_not_reserved("Compute")
    >>> check_not_reserved("C0MPUTER-2")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['This callsign is reserved for the computer or for guests. ...
    """
    callsign = tidy(callsign)
    for end in range(1, len(callsign) + 1):
        if _NUMBER.fullmatch(callsign, end) and could_be(callsign[:end], _SPECIAL):
            raise ValidationError(RESERVED, code="reserved")


def could_be(callsign: str, names: Iterable[str]) -> bool:
    """Whether people could take the callsign for one of the names, also with digits in place of letters.

    >>> could_be("ADMlN", ["admin"]), could_be("5ystem", ["system"]), could_be("adam", ["admin"])
    (True, True, False)
    """
    return _loose_look(callsign) in map(_loose_look, names)


def is_the_computers(callsign: str) -> bool:
    """Whether the callsign is one of the computer's."""
    return _COMPUTER.fullmatch(callsign) is not None


def _loose_look(callsign: str) -> str:
    """A look that is the same for more: of letters without case, and of the digits that stand for letters."""
    return look(callsign.casefold()).translate(_SIMILAR)


def _is_unclear(letter: str) -> bool:
    small_capital = name(letter, "").startswith("LATIN LETTER SMALL CAPITAL")
    return small_capital or letter in _FILLERS or ord(letter) in _PHONETIC


def _is_of_no_script(letter: str) -> bool:
    """Whether it is a letter or number of no alphabet, most of which look like a dash, a dot or a stroke."""
    from confusable_homoglyphs.categories import alias  # noqa: PLC0415

    return category(letter) in _LETTERS and alias(letter) in _ANY_SCRIPT
