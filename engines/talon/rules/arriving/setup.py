"""Setting up: zones, deployment, launching, battles that begin in mid-round (21, 23, 26, 31.6, R21, R23, R37, S24)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, cast

from engines.seam.sides import Side
from engines.talon import deployment
from engines.talon.aims import comes_later
from engines.talon.events import Put
from engines.talon.hexes import FACINGS, NE, NW, RANGE, SE, STEP, SW, Facing, Hex
from engines.talon.layout import Arrival, Patch, Start, Zone, names_in
from engines.talon.orders import AnyOrder, Deploy, Launch, Pick
from engines.talon.rules import floating_map
from engines.talon.rules.unit_orders import orders_of
from engines.talon.state import IMPULSES, Battle
from engines.talon.units import Unit

ZONE: Final = 2
IN_USE: Final = ("map", "docked", "boarded")
"""Where units are whose counters are in use (31.6, R62)."""


def forward(battle: Battle, side: Side) -> tuple[Facing, ...]:
    """The two hex sides toward the enemy (R21)."""
    return (SW, SE) if side == battle.top else (NE, NW)


def facings_of(battle: Battle, unit: Unit) -> tuple[Facing, ...]:
    """The ways a unit may face that is set up: forward, unless its zone says otherwise (21, R21, 26)."""
    own = None if battle.layout is None else battle.layout.zone_of(unit.side, unit.name)
    if own is None or own.facing == "forward":
        return forward(battle, unit.side)
    return tuple(range(6)) if own.facing == "any" else (FACINGS.index(own.facing),)


def zone(battle: Battle, side: Side) -> list[Hex]:
    """Where a side sets up: the two rows along its long edge, or all of its own zones (21, 26)."""
    own = [] if battle.layout is None else battle.layout.of(side)
    if not own:
        return _usual_zone(battle, side)
    named = names_in(own) if all(zone.units for zone in own) else None
    usual = named is not None and any(
        unit.name not in named and arrival_of(battle, unit) is None for unit in battle.force(side)
    )
    return list(dict.fromkeys([*_in(battle, own), *(_usual_zone(battle, side) if usual else ())]))


def zone_of(battle: Battle, unit: Unit) -> list[Hex]:
    """Where a unit may be set up (21, 26)."""
    own = None if battle.layout is None else battle.layout.zone_of(unit.side, unit.name)
    return _usual_zone(battle, unit.side) if own is None else _in(battle, [own])


def arrival_of(battle: Battle, unit: Unit) -> Arrival | None:
    """When and where a unit comes in that the battle brings later; None of all others (22, 26)."""
    return None if battle.layout is None else battle.layout.arrival_of(unit.side, unit.name)


def _in(battle: Battle, zones: Iterable[Zone]) -> list[Hex]:
    """Every hex of some zones, in the order of rows and columns."""
    window = battle.window
    strips = sorted(
        (strip.row, strip.first, min(strip.last, floating_map.width(window, strip.row)))
        for one in zones
        for strip in one.strips
    )
    hexes = (
        floating_map.hex_at(window, row, column)
        for row, first, last in strips
        for column in range(first, last + 1)
    )
    return list(dict.fromkeys(hexes))


def _usual_zone(battle: Battle, side: Side) -> list[Hex]:
    """The two rows along the side's long edge, but for what is in a zone of either side (21, R114)."""
    window = battle.window
    first = 1 if side == battle.top else window.rows - ZONE + 1
    rows = range(first, first + ZONE)
    given = () if battle.layout is None else _in(battle, battle.layout.zones)
    return [
        place
        for row in rows
        for column in range(1, floating_map.width(window, row) + 1)
        if (place := floating_map.hex_at(window, row, column)) not in given
    ]


def laid(battle: Battle, patches: Iterable[Patch]) -> dict[Hex, str]:
    """Terrain that lies there from the start, by hex (26)."""
    window = battle.window
    places = {floating_map.hex_at(window, one.row, one.column): str(one.kind) for one in patches}
    return dict(sorted(places.items()))


def begin_at(battle: Battle, start: Start) -> None:
    """Put every unit where it stands in mid-round, with what is not as on a fresh one (26, R104)."""
    units = {(unit.side, unit.name): unit for unit in battle.units}
    for stand in start.stands:
        unit = units[stand.side, stand.unit]
        unit.status = "map"
        place = floating_map.hex_at(battle.window, stand.row, stand.column)
        unit.stand(place, FACINGS.index(stand.facing))
        for arc, left in enumerate(stand.shields or ()):
            unit.set_shields(arc, left)
        unit.set_turn(stand.turn)
        unit.battery = stand.battery
        unit.afterburners = unit.afterburners if stand.afterburners is None else stand.afterburners
        battle.events.append(Put(unit.number, place, unit.facing, "deployed", unit.speed))
    battle.muster()
    battle.round, battle.impulse = start.round, IMPULSES.index(start.impulse)


def counters(battle: Battle, unit: Unit) -> int:
    """How many of the unit's class its side may have on the map at once (31.6, S25)."""
    return deployment.counters_at_once(unit.kind.counters, battle.boxes, unit.kind.base)


def in_use(battle: Battle, unit: Unit) -> int:
    """How many counters of the unit's class its side uses: on the map, docked, or inside a base (31.6, S25, R62)."""
    found = 0
    for other in battle.units:
        if other.kind is unit.kind and other.side == unit.side and uses_counter(battle, other):
            found += 1
    return found


def uses_counter(battle: Battle, unit: Unit) -> bool:
    """Whether a unit's counter is in use: on the map, docked, in a base, or on a planet to come back (31.6, R118)."""
    if unit.status in IN_USE:
        return True
    return bool(battle.unloaded) and unit.status == "landed" and unit.number in battle.unloaded


def counters_to_put_down(battle: Battle, side: Side) -> int:
    """How many counters the side starts with, squadrons and bases included (21, R37)."""
    found = 0
    units = [unit for unit in battle.force(side) if unit.status == "undeployed"]
    for kind in dict.fromkeys(unit.kind for unit in units):
        total = sum(unit.kind is kind for unit in units)
        some = next(unit for unit in units if unit.kind is kind)
        taking_part = fighting(battle, side) if kind.fighters else total
        start, _, _ = deployment.shares(total, taking_part, _at_start(battle, some))
        found += start
    return found


def _at_start(battle: Battle, unit: Unit) -> int:
    """The most of the unit's class that its side has down at the start (23, 31.6, 31.8, S24)."""
    later = comes_later(battle.aims, unit.side)
    return deployment.most_at_start(counters(battle, unit), unit.kind.transport, later)


def deploy_orders(battle: Battle) -> list[AnyOrder]:
    """Every counter the side must still put down, and where; none of a class may be held back (21, 23, S24).

    Where each has one hex and one facing there is nothing to decide: they are put down one after the other.
    """
    side = battle.side
    ready = [
        unit
        for unit in battle.units
        if unit.side == side
        and unit.status == "undeployed"
        and battle.has_turn(unit)
        and not unit.kind.fighters
        and in_use(battle, unit) < _at_start(battle, unit)
    ]
    taken = {unit.place for unit in battle.present[side]}
    places = zone(battle, side)
    found: list[AnyOrder] = []
    for unit in ready:
        own = places if battle.layout is None else zone_of(battle, unit)
        deploys = orders_of(side, unit.number).deploys(own, facings_of(battle, unit))
        free = [at for at, place in enumerate(own) if place not in taken and place not in battle.terrain]
        for index in free if battle.layout is None else _near_hole(battle, unit, own, free):
            found += deploys[index]
    return found[:1] if len(found) == len(ready) and battle.layout is not None else found


def _near_hole(battle: Battle, unit: Unit, own: list[Hex], free: list[int]) -> list[int]:
    """In which free hexes of its zone a unit may be put down: of some zones those nearest to a worm hole (32.2)."""
    zone_ = None if battle.layout is None else battle.layout.zone_of(unit.side, unit.name)
    holes = [place for place, kind in battle.terrain.items() if kind == "worm-hole"]
    if zone_ is None or not zone_.near_hole or not holes or not free:
        return free
    away = {at: min(RANGE[hole - own[at]] for hole in holes) for at in free}
    nearest = min(away.values())
    return [at for at in free if away[at] == nearest]


def deploy(battle: Battle, order: Deploy) -> None:
    """Put a counter down (21)."""
    put(battle, battle.units[order.unit], order.place, order.facing, "deployed")


def put(
    battle: Battle,
    unit: Unit,
    place: Hex,
    facing: Facing,
    how: Literal["deployed", "launched", "arrived", "undocked", "lifted"],
) -> None:
    """Bring a unit onto the map."""
    unit.status = "map"
    unit.stand(place, facing)
    battle.muster()
    battle.events.append(Put(unit.number, place, facing, how, unit.speed))


def close_deployment(battle: Battle, side: Side) -> None:
    """Whatever of the side is not down, squadrons apart, waits (22, 31.6)."""
    for unit in battle.force(side):
        if unit.status == "undeployed" and not unit.kind.fighters:
            unit.status = "waiting"


def carriers(battle: Battle, side: Side) -> list[Unit]:
    """The side's carriers and bases on the map."""
    return [unit for unit in battle.present[side] if unit.kind.carries]


def fighting(battle: Battle, side: Side) -> int:
    """How many squadrons of the side take part: four for each carrier or base, waiting ones too (S20, S45)."""
    units = battle.force(side)
    squadrons = sum(bool(unit.kind.fighters) for unit in units)
    return deployment.squadrons_fighting(squadrons, sum(unit.kind.carries for unit in units))


def squadrons_of(battle: Battle, home: Unit) -> int:
    """How many squadrons count for a carrier or base: launched from it or kept in it, wherever they are (12.2, R64)."""
    return sum(unit.home == home.number for unit in battle.units if unit.kind.fighters)


def launches(battle: Battle, side: Side, squadrons: list[Unit]) -> list[AnyOrder]:
    """Where squadrons may launch: an empty hex beside a carrier or base that has launched fewer than four (21)."""
    homes = [
        home for home in carriers(battle, side) if squadrons_of(battle, home) < deployment.SQUADRONS_CARRIED
    ]
    taken = {unit.place for units in battle.present.values() for unit in units}
    free = dict.fromkeys(
        home.place + step
        for home in homes
        for step in STEP
        if home.place + step not in taken
        and home.place + step not in battle.terrain
        and floating_map.inside(battle.window, home.place + step)
    )
    return [
        Launch(side, unit.number, place, facing)
        for unit in squadrons
        for place in free
        for facing in facings_of(battle, unit)
    ]


def launch_orders(battle: Battle) -> list[AnyOrder]:
    """The launches at the start: as long as there are squadrons, counters and empty hexes (21, 31.6)."""
    side = battle.side
    ready = [
        unit
        for unit in battle.force(side)
        if unit.kind.fighters and unit.status == "undeployed" and battle.has_turn(unit)
    ]
    if not ready:
        return []
    down = in_use(battle, ready[0])
    if down >= min(fighting(battle, side), counters(battle, ready[0])):
        return []
    return launches(battle, side, ready)


def launch(battle: Battle, order: Launch) -> None:
    """Put a squadron down; it counts for the carrier beside it that has launched fewest (21)."""
    unit = battle.units[order.unit]
    beside = [
        home for home in carriers(battle, unit.side) if order.place in {home.place + step for step in STEP}
    ]
    unit.home = min(beside, key=lambda home: (squadrons_of(battle, home), home.number)).number
    put(battle, unit, order.place, order.facing, "launched")


def close_launching(battle: Battle, side: Side) -> None:
    """Squadrons that found no hex stay docked, those without a counter wait, those without room sit out (21, S20)."""
    left = [unit for unit in battle.force(side) if unit.kind.fighters and unit.status == "undeployed"]
    if not left:
        return
    down = in_use(battle, left[0])
    down_at_most = min(fighting(battle, side), counters(battle, left[0])) if carriers(battle, side) else 0
    stay = max(0, down_at_most - down)
    for place, unit in enumerate(left):
        unit.status = "waiting" if down + place < fighting(battle, side) else "out"
    battle.agenda += [Berthing(unit.number) for unit in reversed(left[:stay])]


@dataclass(slots=True, eq=False)
class Berthing:
    """A squadron that could not be launched stays docked in a carrier its owner names (21)."""

    unit: int

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """The carriers and bases with room; without any it waits for a carrier that is still to come (R51)."""
        unit = battle.units[self.unit]
        homes = [
            one
            for one in carriers(battle, unit.side)
            if squadrons_of(battle, one) < deployment.SQUADRONS_CARRIED
        ]
        if not homes:
            battle.agenda.pop()
        return [Pick(unit.side, home.number) for home in homes]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Dock it there."""
        battle.agenda.pop()
        unit = battle.units[self.unit]
        unit.status, unit.carrier = "docked", cast("Pick", order).target
        unit.home = unit.carrier

    def asked(self, battle: Battle) -> int:
        """The player of the squadron."""
        return self.unit
