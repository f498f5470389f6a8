"""What in a map's file does not fit, in words, with the zone and sector in which it is."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from campaign.rules.map.strategic_map import Lane
from engines.seam.document_errors import in_words, placed

ZONE: Final = re.compile(r"\.zones\[(\d+)\]")


def describe_map_error(error: msgspec.ValidationError, raw: Mapping[str, Any] | None = None) -> str:
    """What is wrong, as a part of a sentence; `raw` is what was read, in which the sector is looked for.

    >>> describe_map_error(msgspec.ValidationError("Object contains unknown field `colour`"))
    'it has “colour”, which is not a part of a map'
    >>> describe_map_error(msgspec.ValidationError("Expected `int`, got `str` - at `$.boxes`"))
    '“boxes” must be a whole number, not text in quotes'
    """
    what, path = placed(error)
    place = _place(path, raw or {})
    field = re.sub(r"\[.*?\]", "", path).rpartition(".")[2].removeprefix("$")
    name = f"“{field}”" if field not in ("", "zones") and not (place and field == "sectors") else ""
    thing = f"{name}{f' ({place})' if place else ''}" if name else place or "the file"
    return in_words(what, thing, place, "a map")


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
