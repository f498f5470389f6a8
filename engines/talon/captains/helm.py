"""Moving: ships, bases, afterburners; missiles are steered first (7, 10.2, 13.4)."""

from collections.abc import Sequence
from typing import Final

from engines.talon.captains.edge import Stretch, straying
from engines.talon.captains.outlook import deadly, outlook, stays, trapped
from engines.talon.captains.steering import steer
from engines.talon.captains.weighing.evaluation import box_value
from engines.talon.captains.weighing.formation import COURSES, Course, Wishes, course_after, will_meet
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.precedence import moves_of_foremost
from engines.talon.captains.weighing.situation import Situation
from engines.talon.hexes import STEP, Facing, Hex, distance
from engines.talon.orders import AnyOrder, Burn, Move, Rotate, Steer, Way
from engines.talon.rules.movement import scheduled_in, ways
from engines.talon.units import Unit

DEATH: Final = 1000.0
BURN: Final = 0.06
"""The part of a ship's points that an afterburner has to gain."""
FORESEEN: Final = 40.0
"""What a collision to come counts besides what it costs then: it would leave no choice."""
STRAY: Final = 100.0
"""What it counts that a unit leaves the map that was to stay, in Ship Points."""
LONELY: Final = 4
"""How far away the nearest enemy is when a unit has to mind the map's edge."""
STAYING: Final = "stay"
"""The way of a unit that does not move, among those whose value is kept."""
RADIUS: Final = 0.008
"""What a turn-radius count costs, as a part of the ship's points."""


def move(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next move: of a unit that has a good one, afterburners after all that must move."""
    return _first(situation, orders) or _search(situation, orders)


def _first(situation: Situation, orders: Sequence[AnyOrder]) -> Move | None:
    """The best move of the first unit, if it is good and no friend can come near: nobody else is looked at."""
    if situation.bases or (situation.missiles and (situation.landing or _steers(situation))):
        return None
    choices = moves_of_foremost(situation.owns, orders)
    if not choices:
        return None
    own = situation.owns[choices[0].unit]
    rated = _rated(situation, own, choices)
    value, chosen, goal = rated[0]
    if value <= -DEATH / 2:
        return None
    return chosen if _goes_in(situation, chosen) or _alone(situation, own, goal) else None


def _goes_in(situation: Situation, order: Move | Burn) -> bool:
    """Whether the move ends in a carrier or on the planet; nobody is asked where nobody can."""
    return situation.landing and (order.dock is not None or order.land)


def _steers(situation: Situation) -> bool:
    """Whether a missile of the side has yet to move: that comes first."""
    side = situation.view.side
    return any(one.side == side and not one.moved for one in situation.missiles)


def _alone(situation: Situation, own: Own, place: Hex) -> bool:
    """Whether no friend is in a hex beside the unit or can still enter it in this turn."""
    impulse = situation.view.impulse
    for other in situation.friends(own):
        away = distance(other.place - place)
        if away > 1:
            continue
        if not away or (not other.moved and scheduled_in(other, impulse)):
            return False
    return True


def _rated(situation: Situation, own: Own, choices: list[Move]) -> list[tuple[float, Move, Hex]]:
    """The moves with their values and where they lead, the best first; friends count only where they are in the way."""
    view, unit = situation.view, own.unit
    hunted = any(one.target == unit.number for one in situation.missiles)
    if not hunted and own.rated and own.rated_of == choices:
        return own.rated
    friends = situation.friends(own)
    near = [coming for one in friends if (coming := course_after(one, view.impulse)) is not None]
    lonely = not friends and situation.spot(own.place).distance >= LONELY
    stretch = Stretch(view, unit) if lonely and stays(situation, own) else None
    ranks: list[tuple[float, int]] = []
    goals: list[Hex] = []
    for at, order in enumerate(choices):
        value, way = _value_alone(situation, own, order), order.way
        goals.append(_goal(unit, way))
        if (near or stretch is not None) and not _goes_in(situation, order):
            course, facing = _course(own, way)
            if near:
                value -= _later(unit, course, near, view.impulse)
            if stretch is not None:
                value -= STRAY * straying(stretch, course, facing)
        ranks.append((value, -at))
    ranks.sort(reverse=True)
    rated = [(value, choices[-at], goals[-at]) for value, at in ranks]
    if not lonely and not hunted:
        own.rated, own.rated_of = rated, choices
    return rated


def _course(own: Own, way: Way) -> tuple[Course, Facing]:
    """The unit's course after the move, and what it faces then."""
    unit = own.unit
    facing, step, turned = COURSES[unit.facing][way]
    straight = own.radius if turned else max(0, own.turn - 1)
    return Course(unit.place + step, facing, straight, unit.speed), facing


def _later(unit: Unit, course: Course, near: list[Course], impulse: int) -> float:
    """What the collisions cost to which the course leads in the next impulses, if nobody can turn away."""
    cost = 0.0
    for other in near:
        if will_meet(course, other, impulse):
            cost += FORESEEN + 2 * _crash_value(unit)
    return cost


def _search(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The same by all the orders there are."""
    moves: dict[int, list[Move]] = {}
    burns: list[Burn] = []
    mine: list[Move] = []
    number = -1
    for order in orders:
        if type(order) is Move:
            if order.unit != number:
                number = order.unit
                mine = moves.setdefault(number, [])
            mine.append(order)
        elif type(order) is Burn:
            burns.append(order)
        elif type(order) is Rotate:
            return order
        elif type(order) is Steer:
            return steer(situation, order.missile, orders)
    moves = {number: moves[number] for number in situation.owns if number in moves}
    return _in_formation(situation, moves) or _least_bad(situation, moves, burns) or orders[-1]


def _in_formation(situation: Situation, moves: dict[int, list[Move]]) -> Move | None:
    """The next move by which no friends collide, now or later in this turn; None if there is none."""
    others = [one for one in situation.view.own if one.number not in moves and not one.kind.base]
    wishes = Wishes({other.place for other in others})
    found: dict[int, list[tuple[float, Move, Hex]]] = {}
    for number, choices in moves.items():
        own = situation.owns[number]
        rated = found[number] = _rated(situation, own, choices)
        most, best, _ = rated[0]
        if _goes_in(situation, best):
            return best
        least = -DEATH / 8 if most > -DEATH / 8 else -DEATH / 2
        wanted = [goal for value, order, goal in rated if value > least and not _docks(situation, order)]
        wishes.add(number, own.place, wanted)
    chosen = wishes.next_move()
    if chosen is None:
        return None
    number, place = chosen
    return next(order for _, order, goal in found[number] if goal == place and not _docks(situation, order))


def _docks(situation: Situation, order: Move) -> bool:
    """Whether the move ends in a carrier."""
    return situation.landing and order.dock is not None


def _least_bad(situation: Situation, moves: dict[int, list[Move]], burns: list[Burn]) -> Move | Burn | None:
    """The move or afterburner that is worth most, a collision counted.

    An afterburner has to be better than none, and is never burned into a friend.
    """
    best: Move | Burn | None = None
    most = 0.0
    for number, choices in moves.items():
        for order in choices:
            value = value_of(situation, situation.owns[number], order)
            if best is None or value > most:
                best, most = order, value
    stuck = [situation.owns[number].unit for number in moves]
    for burn in sorted(burns, key=lambda one: situation.owns[one.unit].rank):
        own = situation.owns[burn.unit]
        if burn.dock is None and _crash(situation, own, _goal(own.unit, burn.way)):
            continue
        value = value_of(situation, own, burn) - stay(situation, own) - BURN * own.unit.kind.points
        value += sum(
            _crash_value(own.unit) + _crash_value(one) for one in stuck if _goal(one, "ahead") == own.place
        )
        if value > 0 and (best is None or value > most):
            best, most = burn, value
    return best


def stay(situation: Situation, own: Own) -> float:
    """How good it is for the unit to stay where it is; worked out once."""
    found = own.ways.get(STAYING)
    if found is None:
        found = own.ways[STAYING] = outlook(situation, own, own.place, own.facing, own.turn)
    return found


def best_way(situation: Situation, own: Own, ways: tuple[Way, Way]) -> float:
    """How good the better move is of two ways, whether or not they may be made now."""
    one, other = value_of_way(situation, own, ways[0]), value_of_way(situation, own, ways[1])
    return other if other > one else one  # noqa: FURB136 - a call costs more


def value_of_way(situation: Situation, own: Own, way: Way) -> float:
    """How good a move that way would be, whether or not it may be made now."""
    found = _way_alone(situation, own, way)
    return found - _crash(situation, own, _goal(own.unit, way)) if situation.crowded else found


def value_of(situation: Situation, own: Own, order: Move | Burn) -> float:
    """How good the move is, in Ship Points."""
    if _goes_in(situation, order):
        return _value_alone(situation, own, order)
    return value_of_way(situation, own, order.way)


def _value_alone(situation: Situation, own: Own, order: Move | Burn) -> float:
    """The same without regard to friends in the way."""
    if _goes_in(situation, order):
        return DEATH if order.land else _docking(situation, own, order)
    return _way_alone(situation, own, order.way)


def _way_alone(situation: Situation, own: Own, way: Way) -> float:
    """How good a move that way would be without regard to friends in the way."""
    found = own.ways.get(way)
    if found is None:
        found = own.ways[way] = _value_of_way(situation, own, way)
    if situation.missiles and _incoming(situation, own.unit, _goal(own.unit, way)):
        found -= 2 * box_value(own.unit)
    return found


def _goal(unit: Unit, way: Way) -> Hex:
    return unit.place + COURSES[unit.facing][way][1]


def _value_of_way(situation: Situation, own: Own, way: Way) -> float:
    """The same without regard to friends and missiles there; worked out once."""
    unit = own.unit
    facing, step, turned = COURSES[unit.facing][way]
    place = unit.place + step
    terrain = situation.terrain
    way_out = situation.view.way_out(unit.side) if terrain and unit.kind.transport else None
    if place == way_out:
        return DEATH
    if terrain and deadly(terrain, place):
        return -DEATH
    count = own.radius if turned else max(0, own.turn - 1)
    value = outlook(situation, own, place, facing, count) - RADIUS * unit.kind.points * count
    if terrain and trapped(terrain, place, facing, count, way_out):
        value -= DEATH / 4
    return value


def _incoming(situation: Situation, unit: Unit, place: Hex) -> bool:
    """Whether enemy missiles in a hex are aimed at the unit."""
    return any(one.target == unit.number and one.place == place for one in situation.missiles)


def _docking(situation: Situation, own: Own, order: Move | Burn) -> float:
    """A squadron goes home when its side leaves or when too few fighters are left to fight; a courier always.

    Where intelligence is fought for, it docks only where it is sent (26.9).
    """
    unit = own.unit
    if unit.number in situation.couriers:
        return DEATH if situation.goal(own) == _goal(unit, order.way) else -DEATH / 2
    if situation.raid is not None and situation.raid.carrier >= 0:
        return -DEATH / 2
    if unit.kind.transport:
        return -DEATH / 2
    left = unit.lost.count(False)
    homeward = unit.number in situation.leaving or left == 1
    return DEATH / 8 if homeward else -unit.kind.points / 4.0


def _crash(situation: Situation, own: Own, place: Hex) -> float:
    """What a collision in a hex beside the unit costs both: with a friend that stays there or has to enter it (7.4)."""
    cost = 0.0
    for other in situation.friends(own):
        ahead = other.place + STEP[other.facing] == place
        if not (ahead or other.place == place):
            continue
        moves = not other.moved and scheduled_in(other, situation.view.impulse)
        forced = moves and ahead and len(ways(other)) == 1
        if forced or (other.place == place and not moves):
            cost += _crash_value(other)
    return cost + _crash_value(own.unit) if cost else 0.0


def _crash_value(unit: Unit) -> float:
    if unit.kind.fighters:
        return float(unit.kind.points)
    return 2.0 * box_value(unit)
