"""Moving: ships, bases, missiles, afterburners (7, 10.2, 13.4)."""

from battles.captains.reckoning import box_value
from battles.captains.situation import Situation
from battles.engine.hexes import ARC, RANGE, STEP
from battles.engine.missiles import TURNS
from battles.engine.movement import WAYS
from battles.engine.orders import AnyOrder, Burn, Done, Move, Rotate, Steer, Way
from battles.engine.state import Unit

DEATH = 1000.0
BURN = 0.06
"""The part of a ship's points that an afterburner has to gain."""
RADIUS = 0.004
"""What a turn-radius count costs, as a part of the ship's points."""


def move(situation: Situation, orders: list[AnyOrder]) -> AnyOrder:
    """The next move: of the first unit in order that has a good one, afterburners after all that must move."""
    steer = next((order for order in orders if isinstance(order, Steer)), None)
    if steer is not None:
        return _steer(
            situation,
            [order for order in orders if isinstance(order, Steer) and order.missile == steer.missile],
        )
    best: tuple[float, AnyOrder] | None = None
    for number, choices in _by_unit(orders).items():
        unit = situation.view.unit(number)
        if isinstance(choices[0], Rotate):
            return choices[0]
        value, order = _best(situation, unit, choices)
        if isinstance(order, Burn):
            value -= stay(situation, unit) + BURN * unit.kind.points
            if value <= 0:
                continue
        elif value > -DEATH / 2 and not _crash(situation, unit, order):
            return order
        if best is None or value > best[0]:
            best = (value, order)
    return best[1] if best else _done(orders)


def _done(orders: list[AnyOrder]) -> AnyOrder:
    return next(order for order in orders if isinstance(order, Done))


def _by_unit(orders: list[AnyOrder]) -> dict[int, list[Move | Burn | Rotate]]:
    found: dict[int, list[Move | Burn | Rotate]] = {}
    for order in orders:
        if isinstance(order, Move | Burn | Rotate):
            found.setdefault(order.unit, []).append(order)
    return found


def _best(situation: Situation, unit: Unit, choices: list[Move | Burn | Rotate]) -> tuple[float, Move | Burn]:
    ready = situation.ready(unit)
    rated = [
        (value_of(situation, unit, order, ready), -at, order)
        for at, order in enumerate(choices)
        if not isinstance(order, Rotate)
    ]
    value, _, order = max(rated, key=lambda one: one[:2])
    return value, order


def stay(situation: Situation, unit: Unit) -> float:
    """How good it is for the unit to stay where it is."""
    return situation.outlook(unit, unit.place, unit.facing, situation.ready(unit))


def value_of_way(situation: Situation, unit: Unit, way: Way) -> float:
    """How good a move that way would be, whether or not it may be made now; worked out once."""
    key = (unit.number, way)
    if key not in situation.ways:
        move = Move(unit.side, unit.number, way)
        situation.ways[key] = value_of(situation, unit, move, situation.ready(unit))
    return situation.ways[key]


def value_of(situation: Situation, unit: Unit, order: Move | Burn, ready: int) -> float:
    """How good the move is, in Ship Points."""
    if order.land:
        return DEATH
    if order.dock is not None:
        return _docking(situation, unit)
    turn, aside = WAYS[order.way]
    facing = (unit.facing + turn) % 6
    place = unit.place + STEP[(facing + aside) % 6]
    if situation.deadly(place):
        return -DEATH
    count = unit.radius if turn else max(0, unit.turn - 1)
    value = situation.outlook(unit, place, facing, ready) - RADIUS * unit.kind.points * count
    if situation.trapped(unit, place, facing, count):
        value -= DEATH / 4
    if situation.view.missiles and situation.incoming(unit, place):
        value -= 2 * box_value(unit)
    return value - _crash(situation, unit, order)


def _docking(situation: Situation, unit: Unit) -> float:
    """A squadron goes home when its side leaves or when too few fighters are left to fight."""
    if unit.kind.transport:
        return -DEATH / 2
    left = sum(not lost for lost in unit.lost)
    homeward = unit.number in situation.leaving or left == 1
    return DEATH / 8 if homeward else -unit.kind.points / 4.0


def _crash(situation: Situation, unit: Unit, order: Move | Burn) -> float:
    """What a collision would cost both (7.4)."""
    if order.dock is not None or order.land:
        return 0.0
    turn, aside = WAYS[order.way]
    place = unit.place + STEP[(unit.facing + turn + aside) % 6]
    hit = [other for other in situation.view.own if other.place == place and not other.kind.base]
    if not hit:
        return 0.0
    return sum(_crash_value(one) for one in (unit, *hit))


def _crash_value(unit: Unit) -> float:
    if unit.kind.fighters:
        return float(unit.kind.points)
    return 2.0 * box_value(unit)


def _steer(situation: Situation, choices: list[Steer]) -> Steer:
    """The missile's move: nearest to the target, then to its weakest arc."""
    view = situation.view
    missile = view.missile(choices[0].missile)
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
