"""Moving: ships, bases, missiles, afterburners (7, 10.2, 13.4)."""

from collections.abc import Sequence
from typing import Final, cast

from engines.talon.captains.reckoning import box_value
from engines.talon.captains.sightings import Own
from engines.talon.captains.situation import Situation
from engines.talon.hexes import ARC, RANGE, STEP, Facing, Hex
from engines.talon.orders import AnyOrder, Burn, Move, Rotate, Steer, Way
from engines.talon.rules.missiles import TURNS
from engines.talon.rules.movement import WAYS
from engines.talon.units import Unit

DEATH: Final = 1000.0
BURN: Final = 0.06
"""The part of a ship's points that an afterburner has to gain."""
RADIUS: Final = 0.004
"""What a turn-radius count costs, as a part of the ship's points."""


def _courses(facing: Facing) -> dict[Way, tuple[Facing, int, bool]]:
    """By way: what a ship with that facing faces then, the step it takes, and whether it turns."""
    return {
        way: ((facing + turn) % 6, STEP[(facing + turn + aside) % 6], turn != 0)
        for way, (turn, aside) in WAYS.items()
    }


COURSES: Final = tuple(_courses(facing) for facing in range(6))


def move(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next move: of the first unit in order that has a good one, afterburners after all that must move."""
    return _first(situation, orders) or _search(situation, orders)


def _search(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The same by all the orders there are."""
    by_unit: dict[int, list[Move | Burn]] = {}
    for order in orders:
        if type(order) is Move or type(order) is Burn:
            by_unit.setdefault(order.unit, []).append(order)
        elif type(order) is Rotate:
            return order
        elif type(order) is Steer:
            return _steer(situation, order.missile, orders)
    best: AnyOrder | None = None
    most = 0.0
    for number, choices in by_unit.items():
        unit = situation.view.unit(number)
        value, chosen = _best(situation, unit, choices)
        if type(chosen) is Burn:
            value -= stay(situation, situation.owns[number]) + BURN * unit.kind.points
            if value <= 0:
                continue
        elif value > -DEATH / 2 and not _crashes(situation, unit, chosen):
            return chosen
        if best is None or value > most:
            best, most = chosen, value
    return best or orders[-1]


def _first(situation: Situation, orders: Sequence[AnyOrder]) -> Move | None:
    """The move of the first unit that must move, if it has a good one: the others are not even looked at."""
    choices: list[Move | Burn] = []
    if situation.missiles or situation.bases:
        return None
    for order in orders:
        if type(order) is not Move or (choices and order.unit != choices[0].unit):
            break
        choices.append(order)
    if not choices:
        return None
    unit = situation.view.unit(choices[0].unit)
    value, chosen = _best(situation, unit, choices)
    good = value > -DEATH / 2 and not _crashes(situation, unit, chosen)
    return cast("Move", chosen) if good else None


def _best(situation: Situation, unit: Unit, choices: list[Move | Burn]) -> tuple[float, Move | Burn]:
    own = situation.owns[unit.number]
    best, most = choices[0], value_of(situation, own, choices[0])
    for order in choices[1:]:
        value = value_of(situation, own, order)
        if value > most:
            best, most = order, value
    return most, best


def _crashes(situation: Situation, unit: Unit, order: Move | Burn) -> bool:
    """Whether the move ends in a collision with the unit's own side (7.4)."""
    crowded = situation.crowded
    return bool(crowded) and order.dock is None and not order.land and _goal(unit, order.way) in crowded


def stay(situation: Situation, own: Own) -> float:
    """How good it is for the unit to stay where it is."""
    return situation.outlook(own, own.place, own.facing)


def best_way(situation: Situation, own: Own, ways: tuple[Way, Way]) -> float:
    """How good the better move is of two ways, whether or not they may be made now."""
    one, other = value_of_way(situation, own, ways[0]), value_of_way(situation, own, ways[1])
    return other if other > one else one  # noqa: FURB136 - a call costs more


def value_of_way(situation: Situation, own: Own, way: Way) -> float:
    """How good a move that way would be, whether or not it may be made now."""
    found = own.ways.get(way)
    if found is None:
        found = own.ways[way] = _value_of_way(situation, own, way)
    if not situation.missiles and not situation.crowded:
        return found
    unit = own.unit
    place = _goal(unit, way)
    if situation.missiles and situation.incoming(unit, place):
        found -= 2 * box_value(unit)
    return found - _crash(situation, unit, place) if place in situation.crowded else found


def value_of(situation: Situation, own: Own, order: Move | Burn) -> float:
    """How good the move is, in Ship Points."""
    if order.land:
        return DEATH
    if order.dock is not None:
        return _docking(situation, own.unit)
    return value_of_way(situation, own, order.way)


def _goal(unit: Unit, way: Way) -> Hex:
    return unit.place + COURSES[unit.facing][way][1]


def _value_of_way(situation: Situation, own: Own, way: Way) -> float:
    """The same without regard to friends and missiles there; worked out once."""
    unit = own.unit
    facing, step, turned = COURSES[unit.facing][way]
    place = unit.place + step
    if situation.terrain and situation.deadly(place):
        return -DEATH
    count = own.radius if turned else max(0, own.turn - 1)
    value = situation.outlook(own, place, facing) - RADIUS * unit.kind.points * count
    if situation.terrain and situation.trapped(unit, place, facing, count):
        value -= DEATH / 4
    return value


def _docking(situation: Situation, unit: Unit) -> float:
    """A squadron goes home when its side leaves or when too few fighters are left to fight."""
    if unit.kind.transport:
        return -DEATH / 2
    left = unit.lost.count(False)
    homeward = unit.number in situation.leaving or left == 1
    return DEATH / 8 if homeward else -unit.kind.points / 4.0


def _crash(situation: Situation, unit: Unit, place: Hex) -> float:
    """What a collision in the hex would cost both (7.4)."""
    cost = 0.0
    for other in situation.view.own:
        if other.place == place and not other.kind.base:
            cost += _crash_value(other)
    return cost + _crash_value(unit) if cost else 0.0


def _crash_value(unit: Unit) -> float:
    if unit.kind.fighters:
        return float(unit.kind.points)
    return 2.0 * box_value(unit)


def _steer(situation: Situation, number: int, orders: Sequence[AnyOrder]) -> Steer:
    """The missile's move: nearest to the target, then to its weakest arc."""
    view = situation.view
    choices = [order for order in orders if isinstance(order, Steer) and order.missile == number]
    missile = view.missile(number)
    if missile is None or missile.target < 0:
        return choices[0]
    target = view.unit(missile.target)

    def rate(order: Steer) -> tuple[int, int]:
        place = missile.place + STEP[(missile.facing + dict(TURNS)[order.way]) % 6]
        if view.terrain.get(place) in ("planet", "black-hole"):
            return (99, 0)
        came = place - target.place
        weak = 0 if target.kind.fighters or not came else target.shields[ARC[target.facing][came]]
        return (RANGE[came], weak)

    return min(choices, key=rate)
