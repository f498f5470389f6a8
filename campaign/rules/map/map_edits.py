"""Changes to a map, one at a time: each gives another map, which the rules then judge (docs/maps.md)."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from campaign.rules.map.strategic_map import MOST_SECTORS, Lane, StrategicMap, Zone
from engines.seam.refusals import refuse
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system

LEAST_SECTORS: Final = 2
LEAST_ZONES, MOST_ZONES = 3, 11
"""The most are as many as still can be read on the map beside each other; a file may have 21."""
USUAL_ZONES: Final = 5
LEAST_INCOME, MOST_INCOME = 10, 100
STEP: Final = 5
SECTOR_NAMES: Final = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta")
Ground = str
"""What a zone is: "open", "random", "planet:terran", "planet:talon", or dice of the Astrometrics Lab as "3,4"."""


def blank_map(name: str, sectors: int) -> StrategicMap:
    """A map that can be played on as it is: `sectors` lanes of five zones, their starts in the middle."""
    order = SECTOR_NAMES[: max(LEAST_SECTORS, min(sectors, MOST_SECTORS))]
    return StrategicMap(name, order, {sector: _blank_lane(None, None) for sector in order})


def change_zone(
    chart: StrategicMap,
    sector: str,
    index: int,
    *,
    income: tuple[int, int],
    ground: Ground,
    base: Side | None,
    start: bool,
) -> StrategicMap:
    """The map with another zone there. `start` moves the sector's start zone here; a home keeps what it is.

    Both homes are one place each (S17), so the base of a home is that of all lanes.
    """
    zone = chart.zone(sector, index)
    if zone.home:
        home = msgspec.structs.replace(zone, income=income, base=base)
        return _with_home_base(_with_zone(chart, sector, index, home), index, base)
    terrain, owner, patterns = _grounded(chart, ground)
    changed = Zone(income, terrain, owner, start=start, base=base)
    zones = [
        changed if at == index else msgspec.structs.replace(other, start=other.start and not start)
        for at, other in enumerate(chart.zones(sector))
    ]
    return _with_lane(msgspec.structs.replace(chart, patterns=patterns), sector, zones)


def ground_of_zone(chart: StrategicMap, zone: Zone) -> Ground:
    """What a zone is, as `change_zone` takes it.

    >>> chart = blank_map("Two", 2)
    >>> ground_of_zone(chart, chart.zone("Alpha", 0)), ground_of_zone(chart, chart.zone("Alpha", 1))
    ('planet:terran', 'open')
    """
    if zone.terrain == "planet":
        return f"planet:{zone.owner}"
    dice = chart.patterns.get(zone.terrain)
    return zone.terrain if dice is None else f"{dice[0]},{dice[1]}"


def add_zone(chart: StrategicMap, sector: str, index: int) -> StrategicMap:
    """The map with a new zone of open space at `index`, between the homes; its income lies between its neighbours'."""
    zones = list(chart.zones(sector))
    if len(zones) >= MOST_ZONES:
        raise refuse("", f"{sector} has {MOST_ZONES} zones. That is the limit.")
    before, after = zones[index - 1].income, zones[index].income
    zones.insert(index, Zone(((before[0] + after[0]) // 2, (before[1] + after[1]) // 2)))
    return _with_lane(chart, sector, zones)


def remove_zone(chart: StrategicMap, sector: str, index: int) -> StrategicMap:
    """The map without a zone."""
    zones = list(chart.zones(sector))
    if zones[index].home:
        raise refuse("31.1", "You cannot remove a home. Remove the whole sector instead.")
    if len(zones) <= LEAST_ZONES:
        raise refuse("", f"A sector needs at least {LEAST_ZONES} zones. {sector} has no more than that.")
    del zones[index]
    return _with_lane(chart, sector, zones)


def add_sector(chart: StrategicMap) -> StrategicMap:
    """The map with one more sector, the last in battle order."""
    if len(chart.order) >= MOST_SECTORS:
        raise refuse("", f"This map has {MOST_SECTORS} sectors. That is the limit.")
    taken = {sector.casefold() for sector in chart.order}
    name = next(name for name in SECTOR_NAMES if name.casefold() not in taken)
    first = chart.zones(chart.order[0])
    lane = _blank_lane(first[0].base, first[-1].base)
    return msgspec.structs.replace(chart, order=(*chart.order, name), sectors={**chart.sectors, name: lane})


def remove_sector(chart: StrategicMap, sector: str) -> StrategicMap:
    """The map without a sector."""
    if len(chart.order) <= LEAST_SECTORS:
        raise refuse("", f"A map needs at least {LEAST_SECTORS} sectors.")
    order = tuple(other for other in chart.order if other != sector)
    return _tidy(
        msgspec.structs.replace(chart, order=order, sectors={name: chart.sectors[name] for name in order})
    )


def rename_sector(chart: StrategicMap, sector: str, name: str) -> StrategicMap:
    """The map with a sector called something else; `Refused` if another sector is called that."""
    if name != sector and name in chart.sectors:
        raise refuse("31", f"There is another sector called {name}.")
    names = {other: name if other == sector else other for other in chart.order}
    return msgspec.structs.replace(
        chart,
        order=tuple(names.values()),
        sectors={called: chart.sectors[other] for other, called in names.items()},
    )


def move_sector(chart: StrategicMap, sector: str, way: Literal[-1, 1]) -> StrategicMap:
    """The map with a sector one place earlier or later in battle order (31.5); the same at the end of it."""
    order = list(chart.order)
    at = order.index(sector)
    to = at + way
    if 0 <= to < len(order):
        order[at], order[to] = order[to], order[at]
    return msgspec.structs.replace(chart, order=tuple(order))


def _blank_lane(terran_base: Side | None, talon_base: Side | None) -> Lane:
    """Five zones, each paying a side more the farther it has come."""
    last = USUAL_ZONES - 1
    paid = [LEAST_INCOME + (MOST_INCOME - LEAST_INCOME) * at // last // STEP * STEP for at in range(last + 1)]
    incomes = list(zip(paid, reversed(paid), strict=True))
    return Lane(
        (
            Zone(incomes[0], "planet", "terran", home=True, base=terran_base),
            *(Zone(incomes[at], start=at == last // 2) for at in range(1, last)),
            Zone(incomes[last], "planet", "talon", home=True, base=talon_base),
        )
    )


def _grounded(chart: StrategicMap, ground: Ground) -> tuple[str, Side | None, dict[str, tuple[int, int]]]:
    """The terrain and owner of a ground, and the map's patterns with the one it needs."""
    kind, _, owner = ground.partition(":")
    if kind == "planet":
        return "planet", next(side for side in SIDES if side == owner), chart.patterns
    if kind in ("open", "random"):
        return kind, None, chart.patterns
    column, row = map(int, ground.split(","))
    for name, dice in chart.patterns.items():
        if dice == (column, row):
            return name, None, chart.patterns
    name = f"{system(DEFAULT).catalogue.terrain_title(column, row)} {column}-{row}"
    return name, None, {**chart.patterns, name: (column, row)}


def _with_zone(chart: StrategicMap, sector: str, index: int, zone: Zone) -> StrategicMap:
    zones = list(chart.zones(sector))
    zones[index] = zone
    return _with_lane(chart, sector, zones)


def _with_home_base(chart: StrategicMap, index: int, base: Side | None) -> StrategicMap:
    """The map with that base at the Terran home, if `index` is 0, or else at the Talon home, in every lane."""
    for sector in chart.order:
        end = 0 if index == 0 else len(chart.zones(sector)) - 1
        home = msgspec.structs.replace(chart.zone(sector, end), base=base)
        chart = _with_zone(chart, sector, end, home)
    return chart


def _with_lane(chart: StrategicMap, sector: str, zones: Iterable[Zone]) -> StrategicMap:
    sectors = {**chart.sectors, sector: Lane(tuple(zones))}
    return _tidy(msgspec.structs.replace(chart, sectors=sectors))


def _tidy(chart: StrategicMap) -> StrategicMap:
    """The map without patterns that no zone has."""
    used = {zone.terrain for lane in chart.sectors.values() for zone in lane.zones}
    kept = {name: dice for name, dice in chart.patterns.items() if name in used}
    return msgspec.structs.replace(chart, patterns=kept)
