"""What in a document does not fit, in words for people: msgspec says it for programmers."""

import re
from collections.abc import Callable
from typing import Final

import msgspec

KINDS: Final = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in square brackets",
    "object": "a table",
    "null": "empty",
}
PLACED: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>.*)`)?", re.DOTALL)
MANY: Final = {"<=": "at most", ">=": "at least", "": "exactly"}
BYTE: Final = re.compile(r"\(byte (\d+)\)")
INCOMPLETE: Final = "it is incomplete: it breaks off before its end"


def placed(error: msgspec.MsgspecError) -> tuple[str, str]:
    """What msgspec says, and the path at which; "$" for the whole document.

    >>> placed(msgspec.ValidationError("Expected `int`, got `str` - at `$.hull` - at `$.terran[0].damage`"))
    ('Expected `int`, got `str`', '$.terran[0].damage.hull')
    """
    found = PLACED.fullmatch(str(error))
    if found is None:
        return str(error), "$"
    inner, inside, outer = (found["path"] or "$").rpartition("` - at `")
    return found["what"], outer + inner.removeprefix("$") if inside else outer


def in_words(what: str, thing: str, place: str, document: str) -> str:
    """What msgspec says of a `thing` in a `place`, as a part of a sentence; `document` is such as "a map".

    >>> in_words("Expected `int`, got `str`", "“boxes”", "", "a map")
    '“boxes” must be a whole number, not text in quotes'
    >>> in_words("Object contains unknown field `colour`", "“zone”", "zone 3", "a map")
    'zone 3 has “colour”, which is not a part of a map'
    """
    for pattern, said in _SENTENCES.items():
        if (match := re.fullmatch(pattern, what, re.DOTALL)) is not None:
            return said(match, thing, place, document)
    return f"{thing} is not as it is in {document}"


def describe_error_at(error: msgspec.MsgspecError, document: str, raw: bytes | str = "") -> str:
    """The same for whoever is told the path besides.

    >>> describe_error_at(msgspec.ValidationError("Object missing required field `name` - at `$.entries[2]`"), "a war")
    '“name” is missing'
    """
    what, path = placed(error)
    if not isinstance(error, msgspec.ValidationError):
        return _malformed(what, raw)
    return in_words(what, f"“{path.rpartition('.')[2]}”" if "." in path else "the whole", "", document)


def describe_error(error: msgspec.MsgspecError, document: str, raw: bytes | str = "") -> str:
    """What is wrong with a JSON document, as a part of a sentence; a line is named if it is malformed.

    >>> describe_error(msgspec.ValidationError("Object missing required field `name` - at `$.entries[2]`"), "a war")
    '“name” is missing (entries[2])'
    """
    what, path = placed(error)
    if not isinstance(error, msgspec.ValidationError):
        return _malformed(what, raw)
    inner = path.removeprefix("$").removeprefix(".").replace("[...]", "")
    thing = f"“{inner}”" if inner else "the whole"
    said = in_words(what, thing, "", document)
    return f"{said} ({inner})" if inner and thing not in said else said


def _malformed(what: str, raw: bytes | str) -> str:
    if "truncated" in what:
        return INCOMPLETE
    data = raw.encode() if isinstance(raw, str) else raw
    if (byte := BYTE.search(what)) is None:
        return "it is not valid JSON"
    before = data[: int(byte[1])].decode(errors="replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f"it is not valid JSON at line {line}, column {column}"


Said = Callable[[re.Match[str], str, str, str], str]
NAME: Final = "a name is empty, too long, or has characters that names cannot have"
_SENTENCES: Final[dict[str, Said]] = {
    r"Object contains unknown field `(.*)`": (
        lambda found, _thing, place, document: (
            f"{place or 'it'} has “{found[1]}”, which is not a part of {document}"
        )
    ),
    r"Object missing required field `(.*)`": (
        lambda found, _thing, place, _document: f"“{found[1]}” is missing{f' in {place}' if place else ''}"
    ),
    r"Expected `(\w+)(?: \| null)?`, got `(\w+)`": (
        lambda found, thing, _place, _document: f"{thing} must be {_kind(found[1])}, not {_kind(found[2])}"
    ),
    r"Expected `int` (>=|<=) (-?\d+)": (
        lambda found, thing, _place, _document: (
            f"{thing} must be {found[2]} or {'more' if found[1] == '>=' else 'less'}"
        )
    ),
    r"Expected `(?:array|object)` of (?:at \w+ )?length (>=|<=|)? ?(\d+).*": (
        lambda found, thing, _place, _document: (
            f"{thing} must have {MANY[found[1] or '']} {_entries(found[2])}"
        )
    ),
    r"Expected `str`.*": lambda _found, thing, _place, _document: f"{NAME}: {thing}",
    r"Invalid enum value (.*)": lambda found, thing, _place, _document: f"{thing} cannot be {found[1]}",
    r"Invalid value (.*)": lambda found, thing, _place, _document: f"{thing} cannot be {found[1]}",
}
"""What is said of an error of msgspec, by its pattern: of a thing in a place of a document."""


def _entries(number: str) -> str:
    return f"{number} entr{'y' if number == '1' else 'ies'}"


def _kind(word: str) -> str:
    return KINDS.get(word, "something else")
