"""The form of a war from paper filled in from tracking sheets."""

from collections.abc import Iterator, Sequence
from typing import Any

from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.paper.tracking_sheets import SHEET, Tracked, read_sheets
from engines.seam.refusals import refuse
from engines.seam.words.plain_text import text_of

MOST_SHEETS = 2
MOST_BYTES = 256 * 1024


def with_sheets(data: Any, sheets: Sequence[bytes], chart: StrategicMap) -> Any:
    """What was entered, with what tracking sheets say in its place; `Refused` if one cannot be read."""
    if len(sheets) > MOST_SHEETS or any(len(sheet) > MOST_BYTES for sheet in sheets):
        raise refuse("", f"Choose {MOST_SHEETS} files at most, up to {MOST_BYTES // 1024} KB each.", "sheets")
    found = read_sheets([text_of(sheet, SHEET) for sheet in sheets], chart)
    filled = data.copy()
    for name, value in (*_fleets(found), *_places(found, chart)):
        filled[name] = value
    if found.turn and not filled.get("turn"):
        filled["turn"] = str(found.turn + 1)
    return filled


def _fleets(found: Tracked) -> Iterator[tuple[str, str]]:
    for side, points in found.treasuries.items():
        yield f"{side}_treasury", str(points)
    for side, lines in found.ships.items():
        yield f"{side}_ships", "\n".join(lines)
    for side, lines in found.seen.items():
        yield f"{side}_seen", "\n".join(lines)


def _places(found: Tracked, chart: StrategicMap) -> Iterator[tuple[str, str]]:
    """Front lines, planets under them and bases; a sheet that has any base has them all."""
    for at, sector in enumerate(chart.order):
        if sector in found.markers:
            yield f"front_{at}", str(found.markers[sector])
    for at, (place, _, _, _) in enumerate(chart.places()):
        if place in found.planets:
            yield f"planet_{at}", found.planets[place]
        if found.bases:
            base = found.bases.get(place)
            yield f"base_{at}", "" if base is None else base.side
            yield f"hull_{at}", "" if base is None or not base.marks else str(base.marks)
