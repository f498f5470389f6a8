"""Before the first round: the planet, the pattern, the counters and the squadrons (21, 30, 31.6, 31.8)."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.seam.sides import Side, opponent
from engines.talon.catalogue import astrometrics
from engines.talon.layout import Zone
from engines.talon.orders import AnyOrder, Deploy, Done, Launch, Pattern, Planet, WormHole
from tests.oracle.rules.geometry import (
    DIRECTIONS,
    Hex,
    distance,
    in_window,
    neighbour,
    number_of,
    row_hexes,
    window_hexes,
)
from tests.oracle.rules.table import Piece, Table


def zone(table: Table, side: Side) -> list[Hex]:
    """21, 26: where any unit of a side may be set up."""
    found: dict[Hex, None] = {}
    for unit in table.units:
        if unit.side == side and table.arrival_told(side, unit.told.name) is None:
            found.update(dict.fromkeys(zone_of(table, unit)))
    told = [] if table.told.layout is UNSET else [one for one in table.told.layout.zones if one.side == side]
    for one in told:
        found.update(dict.fromkeys(hexes_told(table, one)))
    return list(found)


def zone_of(table: Table, unit: Piece) -> list[Hex]:
    """21, 26: the zone that is told for a unit, or the two rows along the long edge of its side."""
    told = table.zone_told(unit.side, unit.told.name)
    if told is not None:
        return hexes_told(table, told)
    rows = (1, 2) if table.told.top == unit.side else (table.window.rows - 1, table.window.rows)
    kept = rule_r114_kept(table)
    return [place for row in rows for place in row_hexes(table.window, row) if place not in kept]


def rule_r114_kept(table: Table) -> set[Hex]:
    """R114: hexes of the zones that are told, of either side: whoever has no zone keeps out of them."""
    zones = () if table.told.layout is UNSET else table.told.layout.zones
    return {place for told in zones for place in hexes_told(table, told)}


def hexes_told(table: Table, told: Zone) -> list[Hex]:
    """26: the hexes of a zone by their rows and columns."""
    found: list[Hex] = []
    for strip in told.strips:
        found += list(row_hexes(table.window, strip.row))[strip.first - 1 : strip.last]
    return found


def facings_of(table: Table, unit: Piece) -> list[int]:
    """21, 26: forward, any way, or the one way that its zone tells."""
    told = table.zone_told(unit.side, unit.told.name)
    if told is None or told.facing == "forward":
        return forward(table, unit.side)
    return list(range(6)) if told.facing == "any" else [("E", "NE", "NW", "W", "SW", "SE").index(told.facing)]


def forward(table: Table, side: Side) -> list[int]:
    """R21: the two hex sides toward the enemy's long edge."""
    down = 1 if table.told.top == side else -1
    return [facing for facing in range(6) if DIRECTIONS[facing][1] == down]


def planet_orders(table: Table) -> Iterator[AnyOrder]:
    """S21, R95: a planet's owner puts it anywhere into its zone, if there is one still to be put down."""
    side = table.told.side
    to_come = (table.capital is None) + (table.each_has_a_planet and table.moon is None)
    if table.told.mode != "planet" or not to_come:
        return
    for place in zone(table, side):
        if place not in table.terrain:
            yield Planet(side, number_of(place))


def hole_orders(table: Table) -> Iterator[AnyOrder]:
    """29.5, R96, R121: the enemy of the convoy, of two the one named first, puts it anywhere into its zone."""
    if table.terrain_of("worm-hole"):
        return
    convoy = table.first_convoy
    if convoy is not None:
        side = opponent(convoy)
        for place in zone(table, side):
            if place not in table.terrain:
                yield WormHole(side, number_of(place))


def terrain_orders(table: Table) -> Iterator[AnyOrder]:
    """30.1, R38: the pattern turned by steps of 60 degrees, on the map, off the zones and off other terrain."""
    pattern = table.told.pattern
    if pattern is None:
        return
    offsets = [offset for hexes in astrometrics()[pattern].values() for offset in hexes]
    forbidden = {*zone(table, "terran"), *zone(table, "talon"), *table.terrain}
    allowed = {place for place in window_hexes(table.window) if place not in forbidden}
    for turned in range(6):
        around = [turn(offset, turned) for offset in offsets]
        for place in sorted(allowed):
            if all((place[0] + q, place[1] + r) in allowed for q, r in around):
                yield Pattern(table.told.side, number_of(place), turned)


def turn(offset: Hex, times: int) -> Hex:
    """An offset turned counterclockwise by 60 degrees so many times."""
    for _ in range(times):
        q, r = offset
        offset = (q + r, -q)
    return offset


def deploy_orders(table: Table) -> Iterator[AnyOrder]:
    """21, R37: one counter of the side that sets up, in its zone, off terrain, alone in the hex, facing forward."""
    side = table.told.side
    must, found = 0, []
    for unit in table.units:
        if unit.side != side or unit.told.status != "undeployed" or not rule_31_6_has_counter(table, unit):
            continue
        if unit.is_squadron or not table.in_turn(unit):
            continue
        must += 1
        free = [
            place
            for place in zone_of(table, unit)
            if place not in table.terrain and all(other.side != side for other in table.units_in(place))
        ]
        for place in rule_32_2_near(table, unit, free):
            found += [
                Deploy(side, unit.number, number_of(place), facing) for facing in facings_of(table, unit)
            ]
    if not must:
        yield Done(side)
    yield from found[:1] if table.told.layout is not UNSET and len(found) == must else found


def rule_32_2_near(table: Table, unit: Piece, free: list[Hex]) -> list[Hex]:
    """32.2: who comes through a worm hole is set up as near to it as there is a hex."""
    told, holes = table.zone_told(unit.side, unit.told.name), table.terrain_of("worm-hole")
    if told is None or not told.near_hole or not holes:
        return free
    away = [min(distance(place, hole) for hole in holes) for place in free]
    return [place for place, far in zip(free, away, strict=True) if far == min(away)]


def rule_31_6_has_counter(table: Table, unit: Piece) -> bool:
    """31.6, 23, S24, S46: whether a counter is left, and of transports whether one more may be set up at the start."""
    if not unit.is_transport:
        return rule_s25_counter_free(table, unit)
    aim = table.landing(unit.side)
    if aim is not None and aim.later:
        return False
    return (
        rule_s25_counter_free(table, unit) and sum(other.is_transport for other in table.own(unit.side)) < 2
    )


def rule_s25_counter_free(table: Table, unit: Piece) -> bool:
    """31.6, S25, R118: fewer of its class on the map, docked there, or to come back, than there are counters."""
    used = sum(
        other.side == unit.side
        and other.kind is unit.kind
        and (
            other.told.status in ("map", "docked")
            or (other.told.status == "landed" and table.troops_are_down(other))
        )
        for other in table.units
    )
    return used < unit.kind.counters * table.told.boxes


def launch_orders(table: Table) -> Iterator[AnyOrder]:
    """21, R37, R52: squadrons beside a carrier or base of theirs that has launched fewer than four."""
    side = table.told.side
    for unit in table.units:
        here = unit.side == side and unit.told.status == "undeployed" and table.in_turn(unit)
        if here and unit.is_squadron and rule_s25_counter_free(table, unit):
            yield from launches_of(table, unit)


def launches_of(table: Table, unit: Piece) -> Iterator[AnyOrder]:
    """21: into an empty hex next to the carrier or base, off terrain, on the map, facing forward."""
    places: set[Hex] = set()
    for host in table.own(unit.side):
        if not (host.is_carrier or host.is_base) or rule_r52_launched(table, host) >= 4:
            continue
        for facing in range(6):
            place = neighbour(host.place, facing)
            empty = not table.units_in(place) and place not in table.terrain
            if empty and in_window(table.window, place):
                places.add(place)
    for place in sorted(places):
        for facing in facings_of(table, unit):
            yield Launch(unit.side, unit.number, number_of(place), facing)


def rule_r52_launched(table: Table, host: Piece) -> int:
    """12.2, R52, R64: how many squadrons a carrier or base has launched or kept, wherever they have docked since."""
    return sum(unit.is_squadron and unit.told.home == host.number for unit in table.units)
