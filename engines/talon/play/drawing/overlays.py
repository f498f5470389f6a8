"""What a player may lay over the board: what groups reach, where a ship can be soon, and who can shoot whom (7, 8)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from engines.talon.aims import bombardment
from engines.talon.hexes import RANGE, STEP, Facing, Hex
from engines.talon.orders import PLANET
from engines.talon.play.offered import Spot
from engines.talon.play.offers.chances import Shot, shot_at
from engines.talon.play.offers.unit_offers import spot
from engines.talon.rules import floating_map, movement, unit_orders
from engines.talon.rules.terrain import blocked, screened
from engines.talon.units import Unit
from engines.talon.view import View

IMPULSES_A_ROUND = 6


class GroupReach(Struct, frozen=True):
    """The hexes at which a group fires from where its ship stands, by range; `ready` if it could fire (8, 24)."""

    group: int
    weapon: str
    ready: bool
    by_range: dict[int, tuple[Spot, ...]]


class Stop(NamedTuple):
    """Where a ship may be, and how it faces there."""

    hex: Spot
    facing: Facing


class Reachable(Struct, frozen=True):
    """Where a ship can be after this impulse, and after the coming one."""

    now: tuple[Stop, ...]
    next: tuple[Stop, ...]


class Sight(Struct, frozen=True):
    """A unit whose group reaches an enemy unit, ready or not, and what the group does to it."""

    unit: int
    group: int
    target: int
    ready: bool
    shot: Shot


def arcs(view: View, unit: Unit) -> tuple[GroupReach, ...]:
    """What each group that is left reaches on the map, over terrain, for a unit on the map (8, 17)."""
    return tuple(
        GroupReach(group, bar.weapon, unit.ready(group), _by_range(view, unit, bar.reach[unit.facing]))
        for group, bar in enumerate(unit.kind.groups)
        if not unit.lost[group]
    )


def _by_range(view: View, unit: Unit, reach: frozenset[Hex]) -> dict[int, tuple[Spot, ...]]:
    found: dict[int, list[Spot]] = {}
    for away in sorted(reach):
        place = unit.place + away
        if not floating_map.inside(view.window, place):
            continue
        if place == planet_for(view, unit) or not blocked(view.terrain, unit.place, place):
            found.setdefault(RANGE[away], []).append(spot(place))
    return {distance: tuple(found[distance]) for distance in sorted(found)}


def planet_for(view: View, unit: Unit) -> Hex | None:
    """The planet at which the unit may fire, if no other lies in between; None if there is none (26.8)."""
    aim, place = bombardment(view.aims), view.bombarded
    if aim is None or place is None or aim.side != unit.side or screened(view.terrain, unit.place, place):
        return None
    return place


class _Course(NamedTuple):
    """A ship under way in thought: where it is, its turn count, and whether it may slip."""

    place: Hex
    facing: Facing
    turn: int
    slip: bool


def reachable(view: View, unit: Unit) -> Reachable:
    """Where a ship or squadron on the map can be, by its moves of this and the coming impulse at its Speed now.

    Without AP, afterburners, or a new power curve, and as if nothing stood in its way (7).
    """
    start = _Course(unit.place, unit.facing, unit.turn, unit.slip)
    own_turn_over = unit.moved or (view.turn_of == unit.side and view.step == "fire")
    moves = not own_turn_over and movement.scheduled_in(unit, view.impulse) and not unit.kind.base
    now = _moved(unit, {start}) if moves else {start}
    after = (view.impulse + 1) % IMPULSES_A_ROUND
    later = _moved(unit, now) if movement.scheduled_in(unit, after) and not unit.kind.base else now
    return Reachable(_stops(now), _stops(later))


def _moved(unit: Unit, courses: set[_Course]) -> set[_Course]:
    return {course for one in courses for course in _moves(unit, one)}


def _moves(unit: Unit, course: _Course) -> Iterator[_Course]:
    """Every move from there (7.2, 7.3, 8.5)."""
    freedom = 0 if unit.helm_down else (not course.turn) + 2 * course.slip
    for way in unit_orders.WAYS[freedom]:
        turn, aside = movement.WAYS[way]
        count = unit.radius if turn else max(0, course.turn - 1)
        place = course.place + STEP[(course.facing + turn + aside) % 6]
        yield _Course(place, (course.facing + turn) % 6, count, False)


def _stops(courses: set[_Course]) -> tuple[Stop, ...]:
    return tuple(sorted({Stop(spot(one.place), one.facing) for one in courses}))


def shooters(view: View) -> tuple[Sight, ...]:
    """Who can shoot whom from where all stand now, of both sides; none while counters are covered (8, 17)."""
    enemies = view.enemies
    pairs = [(view.own, enemies), (enemies, view.own if enemies else [])]
    at_units = tuple(
        Sight(unit.number, group, target.number, unit.ready(group), shot_at(view, unit, group, target.number))
        for units, targets in pairs
        for unit in units
        for target in targets
        for group in range(len(unit.kind.groups))
        if not unit.lost[group] and _reaches(view, unit, group, target)
    )
    return at_units + tuple(_at_planet(view))


def _at_planet(view: View) -> Iterator[Sight]:
    """Who can shoot at a planet that is to be bombarded (26.8)."""
    for unit in (*view.own, *view.enemies):
        place = planet_for(view, unit)
        for group, bar in enumerate(unit.kind.groups):
            if place is not None and not unit.lost[group] and place - unit.place in bar.reach[unit.facing]:
                shot = shot_at(view, unit, group, PLANET)
                yield Sight(unit.number, group, PLANET, unit.ready(group), shot)


def _reaches(view: View, unit: Unit, group: int, target: Unit) -> bool:
    bar = unit.kind.groups[group]
    if bar.weapon == "fusion_cannon" and target.kind.fighters:
        return False
    return target.place - unit.place in bar.reach[unit.facing] and not blocked(
        view.terrain, unit.place, target.place
    )
