"""What in a map's file does not fit, in words: msgspec says it for programmers."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from campaign.rules.strategic_map import Lane

KINDS: Final = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in square brackets",
    "object": "a table",
    "null": "empty",
}
PLACED: Final = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
ZONE: Final = re.compile(r"\.zones\[(\d+)\]")


MANY: Final = {"<=": "at most", ">=": "at least", "": "exactly"}
NAME: Final = "a name is empty, too long, or has characters that names cannot have"
Said = Callable[[re.Match[str], str, str], str]
SENTENCES: Final[dict[str, Said]] = {
    r"Object contains unknown field `(.*)`": (
        lambda found, _thing, place: f"{place or 'it'} has “{found[1]}”, which is not a part of a map"
    ),
    r"Object missing required field `(.*)`": (
        lambda found, _thing, place: f"“{found[1]}” is missing{f' in {place}' if place else ''}"
    ),
    r"Expected `(\w+)(?: \| null)?`, got `(\w+)`": (
        lambda found, thing, _place: f"{thing} must be {_kind(found[1])}, not {_kind(found[2])}"
    ),
    r"Expected `int` (>=|<=) (-?\d+)": (
        lambda found, thing, _place: f"{thing} must be {found[2]} or {'more' if found[1] == '>=' else 'less'}"
    ),
    r"Expected `array` of (?:at \w+ )?length (>=|<=|)? ?(\d+).*": (
        lambda found, thing, _place: f"{thing} must have {MANY[found[1] or '']} {found[2]} entries"
    ),
    r"Expected `str`.*": lambda _found, thing, _place: f"{NAME}: {thing}",
    r"Invalid enum value (.*)": lambda found, thing, _place: f"{thing} cannot be {found[1]}",
}
"""What is said of an error of msgspec, by its pattern: of a thing in a place, "" for the whole file."""


def misfit(error: msgspec.ValidationError, raw: Mapping[str, Any] | None = None) -> str:
    """What is wrong, as a part of a sentence; `raw` is what was read, in which the sector is looked for.

    >>> misfit(msgspec.ValidationError("Object contains unknown field `colour`"))
    'it has “colour”, which is not a part of a map'
    >>> misfit(msgspec.ValidationError("Expected `int`, got `str` - at `$.boxes`"))
    '“boxes” must be a whole number, not text in quotes'
    """
    found = PLACED.fullmatch(str(error))
    what, path = (found["what"], found["path"] or "$") if found else ("", "$")
    place = _place(path, raw or {})
    field = re.sub(r"\[.*?\]", "", path).rpartition(".")[2].removeprefix("$")
    name = f"“{field}”" if field not in ("", "zones") and not (place and field == "sectors") else ""
    thing = f"{name}{f' ({place})' if place else ''}" if name else place or "the file"
    for pattern, said in SENTENCES.items():
        if (match := re.fullmatch(pattern, what, re.DOTALL)) is not None:
            return said(match, thing, place)
    return f"{thing} is not as maps have it"


def _kind(word: str) -> str:
    return KINDS.get(word, "something else")


def _place(path: str, raw: Mapping[str, Any]) -> str:
    """The zone and sector of a path; "" if it leads into none."""
    if not path.startswith("$.sectors["):
        return ""
    sector = next((name for name, lane in _sectors(raw) if not _fits(lane)), "")
    called = f"sector “{sector}”" if sector else "a sector"
    zone = ZONE.search(path)
    return f"zone {int(zone[1]) + 1} of {called}" if zone else called


def _sectors(raw: Mapping[str, Any]) -> list[tuple[str, object]]:
    found = raw.get("sectors")
    return list(found.items()) if isinstance(found, dict) else []


def _fits(lane: object) -> bool:
    try:
        msgspec.convert(lane, Lane)
    except msgspec.ValidationError:
        return False
    return True
