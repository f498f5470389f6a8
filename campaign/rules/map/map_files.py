"""Maps as TOML files: read within bounds, judged, and written (docs/maps.md)."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from campaign.rules.fleets.building import one_of_each
from campaign.rules.map.map_errors import describe_map_error
from campaign.rules.map.strategic_map import (
    LONGEST_TITLE,
    OWN_TERRAIN,
    Lane,
    StrategicMap,
    Zone,
    board_faults,
    order_faults,
)
from campaign.rules.settings import Settings
from engines.seam.looks import alike
from engines.seam.refusals import Refusal, Refused, refuse, refuse_all
from engines.seam.sides import SIDES
from engines.seam.systems import system
from engines.seam.words.names import fault, shown, tidy
from engines.seam.words.plain_text import Wanted, kind_of_text, text_of

MOST_BYTES: Final = 32 * 1024
"""Twice what the largest map takes; what takes longest to read of that size takes a fraction of a second."""
MOST_DOTS: Final = 300
"""In one line, in names or between the parts of a key: each part of a key takes as long as all before it."""
LONGEST_REASON: Final = 200
MAP_FILE: Final = Wanted("a map", "Upload a TOML file as you download it from the page of a map.")
TWICE: Final = re.compile(r"twice|overwrite|Duplicate|redefine")
LINE: Final = re.compile(r"at line (\d+), column (\d+)")


def read_map(text: str) -> StrategicMap:
    """The map in a TOML text; `Refused` if it is malformed or cannot be offered."""
    if len(text) > MOST_BYTES:
        raise refuse("", f"The file is too large for a map. The limit is {MOST_BYTES // 1024} KB.")
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise refuse("31", f"This is not a strategic map: a line has more than {MOST_DOTS} dots.")
    raw: dict[str, Any] = {}
    try:
        raw = tomllib.loads(text)
        chart = msgspec.convert(raw, StrategicMap)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from error
    except msgspec.ValidationError as error:
        raise refuse(
            "31", f"This is not a strategic map: {_shortened(describe_map_error(error, raw))}."
        ) from error
    except (ValueError, RecursionError) as error:
        reason = "it has a number of too many digits, or too many brackets inside each other"
        raise refuse("31", f"This is not a strategic map: {reason}.") from error
    chart = _tidied(chart)
    check_offer(chart)
    return chart


def read_map_bytes(data: bytes) -> StrategicMap:
    """The map in a file; `Refused` if the file is too large, no text, malformed or cannot be offered."""
    if len(data) > MOST_BYTES:
        raise refuse("", f"The file is too large for a map. The limit is {MOST_BYTES // 1024} KB.")
    return read_map(text_of(data, MAP_FILE))


def _not_toml(text: str, why: str) -> Refused:
    """What a text is that is no TOML, or the line where it stops being that; `why` is the parser's reason."""
    kind = kind_of_text(text)
    if kind and kind != "a map":
        return MAP_FILE.refusal(kind)
    place = LINE.search(why)
    where = f"line {place[1]}, column {place[2]}" if place else "its end"
    if TWICE.search(why):
        return MAP_FILE.broken(f"something is said twice, at {where}")
    if place is None:
        return MAP_FILE.broken("its last line is incomplete, or a quote or bracket is not closed")
    return MAP_FILE.broken(f"{where} cannot be read")


def check_offer(chart: StrategicMap) -> None:
    """Raise `Refused` with everything that keeps wars from being begun on a map."""
    refuse_all(map_faults(chart))


def check_names(chart: StrategicMap) -> None:
    """Raise `Refused` with the names on a map that are none, or that look like others."""
    refuse_all(_name_faults(chart))


def map_faults(chart: StrategicMap) -> Iterator[Refusal]:
    """Everything that keeps wars from being begun on a map: of its board, its names, and what it suggests.

    `where` is a sector, a zone as `zone_in_faults` writes it, a home's place, or the name of a suggested setting.
    What the map suggests is not judged where its order is wrong, as what its zones hold cannot be read then.
    """
    yield from _name_faults(chart)
    yield from board_faults(chart)
    if not any(order_faults(chart)):
        yield from _suggestion_faults(chart)


def suggested(chart: StrategicMap) -> dict[str, Any]:
    """The settings a map suggests, by field (S32); all others keep the published defaults."""
    return {
        "treasury": chart.start_treasury,
        "reserve": chart.reserve_points,
        "free_bases": chart.free_bases,
        "boxes": chart.boxes,
        "black_holes": chart.black_holes,
    }


def settings_faults(settings: Settings, chart: StrategicMap) -> Iterator[Refusal]:
    """Why a war cannot be played with these settings on this map (31.2, S50); `where` is the setting's name."""
    needed = max(one_of_each(settings, side) for side in SIDES)
    most = settings.treasury - needed
    if settings.reserve > most:
        reason = (
            f"With a treasury of {settings.treasury} points, the Reserve is limited to {most}: "
            f"you need {needed} points for one ship of each class in the sectors."
        )
        yield Refusal("31.2", reason, "reserve")
    if chart.has_fixed_black_hole() and not settings.black_holes:
        reason = f"{chart.name} has a black hole: allow black holes, or choose another map."
        yield Refusal("S50", reason, "black_holes")
    game = system(settings.system)
    if settings.settled_by == "hand" and game.by_hand is None:
        reason = f"Battles of {game.title} are not played in the browser. Choose captains, or the table."
        yield Refusal("S99", reason, "settled_by")
    if settings.clock and game.by_hand is not None and not game.by_hand.clocks:
        yield Refusal("S99", f"Battles of {game.title} have no clock. Choose none.", "clock")


def map_text(chart: StrategicMap) -> str:
    """The map as a TOML file, which `read_map` reads as the same map."""
    lines = [f"name = {_quoted(chart.name)}"]
    lines += [
        f"{name} = {json.dumps(getattr(chart, name))}"
        for name in ("start_treasury", "reserve_points", "free_bases", "boxes", "black_holes")
    ]
    lines.append(f"order = [{', '.join(map(_quoted, chart.order))}]")
    for sector in chart.order:
        lines += ["", f"[sectors.{_quoted(sector)}]", "zones = ["]
        lines += [f"  {_zone_text(zone)}," for zone in chart.zones(sector)]
        lines.append("]")
    if chart.patterns:
        lines += ["", "[patterns]"]
        lines += [f"{_quoted(name)} = [{dice[0]}, {dice[1]}]" for name, dice in chart.patterns.items()]
    return "\n".join(lines) + "\n"


def _shortened(words: str) -> str:
    words = words.rstrip(".")
    return words if len(words) <= LONGEST_REASON else f"{words[:LONGEST_REASON]}…"


def _name_faults(chart: StrategicMap) -> Iterator[Refusal]:
    """Names that are none, or that people would take for each other."""
    for name in (chart.name, *chart.order, *chart.patterns):
        if wrong := fault(name, LONGEST_TITLE):
            yield Refusal("31", f"“{shown(name)}”: {wrong}", name)
    taken = ["home", "reserve"]
    for sector in chart.order:
        other = alike(sector, taken)
        if other is not None:
            own = other in taken[:2]
            reason = "That name is taken by the game." if own else f"There is another sector called {other}."
            yield Refusal("31", f"Call {sector} something else. {reason}", sector)
        taken.append(sector)
    for name in OWN_TERRAIN:
        if name in chart.patterns:
            reason = f"Call the terrain pattern {name} something else. That name is taken by the game."
            yield Refusal("31.7", reason, name)


def _tidied(chart: StrategicMap) -> StrategicMap:
    """The map with every name tidy."""
    sectors = {
        tidy(sector): Lane(tuple(replace(zone, terrain=tidy(zone.terrain)) for zone in lane.zones))
        for sector, lane in chart.sectors.items()
    }
    return replace(
        chart,
        name=tidy(chart.name),
        order=tuple(map(tidy, chart.order)),
        sectors=sectors,
        patterns={tidy(name): dice for name, dice in chart.patterns.items()},
    )


def _suggestion_faults(chart: StrategicMap) -> Iterator[Refusal]:
    try:
        settings = msgspec.convert(suggested(chart), Settings)
    except msgspec.ValidationError as error:
        yield Refusal(
            "S32",
            f"The settings that the map suggests are not possible: {describe_map_error(error)}.",
            "settings",
        )
        return
    yield from settings_faults(settings, chart)


def _zone_text(zone: Zone) -> str:
    """A zone as an inline table: what it says beyond the usual, and always its income and terrain."""
    fields = [f"income = [{zone.income[0]}, {zone.income[1]}]", f"terrain = {_quoted(zone.terrain)}"]
    fields += ["home = true"] if zone.home else []
    fields += [f'owner = "{zone.owner}"'] if zone.owner else []
    fields += ["start = true"] if zone.start else []
    fields += [f'base = "{zone.base}"'] if zone.base else []
    return f"{{ {', '.join(fields)} }}"


def _quoted(name: str) -> str:
    """A name as a TOML string; names have no control characters, so only backslashes and quotes are escaped."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
