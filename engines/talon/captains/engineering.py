"""Power: what an AP is spent on, and which row of the power curve is chosen (5.4, 6, 9)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engines.talon.captains.helm import BURN, best_way, stay, value_of_way
from engines.talon.captains.routes import moves_to
from engines.talon.captains.weighing.evaluation import BEST, box_value
from engines.talon.captains.weighing.formation import Course, course_of, meets_one
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.siege import planet_of
from engines.talon.captains.weighing.situation import Situation
from engines.talon.hexes import RANGE, Hex, distance
from engines.talon.orders import (
    PLANET,
    AnyOrder,
    Battery,
    Charge,
    Curve,
    Done,
    PowerShift,
    PowerThrough,
    Reinforce,
    Retarget,
    Slip,
    Transmit,
    Vote,
    Way,
)
from engines.talon.rules.movement import scheduled_in
from engines.talon.rules.power import receives_in
from engines.talon.ships import Group
from engines.talon.units import Unit
from engines.talon.view import View

FROM_BATTERY: Final = 2.0
"""What an AP has to be worth, in Ship Points, to be taken from the battery."""
KEPT: Final = 1.2
"""What an AP kept in a battery is worth."""
PROTECTION: Final = 0.5
"""What a point of shield is worth beside what it saves: charged weapons save more."""
DEFENDING: Final = 1.0
"""The most that it is worth to defend the initiative."""
CHANGING: Final = 2.5
"""The most that it is worth to ask for a Change of it."""
SLOWED: Final = 3
"""Near the enemy a ship is slower while one in so many of its yellow boxes is empty: Power fills them."""
SHIFTING: Final = 1.6
"""What two rows of the power curve in one Power Phase are worth to a ship that wants them (24)."""
RIGGED: Final = 0.5
"""What a box of a group that is broken is worth (24), as a part of what it is worth otherwise."""
COLLIDING: Final = 10
"""By how much a Speed is worse that leads into a friend, in points of Speed."""
LAST_IMPULSE: Final = 5
AVERTED: Final = 0.5
"""The part of a collision's cost that it is worth to avert in good time."""
LURKING: Final = 2
"""The Speed of a carrier that keeps out of the fight, ready to slow down for its jump (11, 26.9)."""
TURNING: Final[tuple[Way, Way]] = ("left", "right")
SLIPPING: Final[tuple[Way, Way]] = ("slip-left", "slip-right")


def spend(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """What the first ship buys whose Power gives it an AP; then what is worth most of what batteries can buy."""
    spare: AnyOrder | None = None
    saved = FROM_BATTERY
    for _, number, begin, end in _by_rank(situation, orders):
        own = situation.owns[number]
        fed = receives_in(own.unit, situation.view.impulse) or situation.view.has_extra(own.unit)
        best: AnyOrder | None = None
        most = 0.0 if fed else saved
        for at in range(begin, end):
            order = orders[at]
            value_of = VALUES.get(type(order))
            if value_of is None or (type(order) is Vote and _most_worth(order) <= most):
                continue
            value = value_of(situation, own, order)
            if value > most or (best is not None and value == most and _foremost(situation, order, best)):
                best, most = order, value
        if best is not None:
            if fed:
                return best
            spare, saved = best, most
    return spare or orders[-1]


def _foremost(situation: Situation, order: AnyOrder, other: AnyOrder) -> bool:
    """Whether an AP is transmitted to a squadron that comes before the other order's, which is worth as much."""
    if type(order) is not Transmit or type(other) is not Transmit:
        return False
    return situation.owns[order.squadron].rank < situation.owns[other.squadron].rank


def _by_rank(situation: Situation, orders: Sequence[AnyOrder]) -> list[tuple[int, int, int, int]]:
    """By rank, the units that can buy something, with where their orders begin and end."""
    found: list[tuple[int, int, int, int]] = []
    number, began = -1, 0
    for at, order in enumerate(orders):
        now: int = order.unit if type(order) in VALUES else -1  # type: ignore[union-attr]
        if now != number:
            if number >= 0:
                found.append((situation.owns[number].rank, number, began, at))
            number, began = now, at
    if number >= 0:
        found.append((situation.owns[number].rank, number, began, len(orders)))
    return sorted(found)


def _charging(situation: Situation, unit: Unit, group: Group, red: int, yellow: int) -> float:
    """A box of a group: worth more the nearer the group is to being charged, and the enemy to the ship."""
    missing = group.red - red + group.yellow - yellow
    worth = BEST[group.weapon] * group.count * 2.0 / missing
    reach = 1.0 if situation.spot(unit.place).distance <= 7 else 0.7
    waiting = 0.4 if red < group.red else 1.0
    return worth * reach * waiting


def _reinforce(situation: Situation, own: Own, order: Reinforce) -> float:
    """A point of shield where the enemy's fire comes from now."""
    covers = own.covers or situation.covers(own)
    value = covers[order.arc]
    return PROTECTION * (value if order.replacing is None else value - 0.5)


def _freedom(situation: Situation, own: Own, ways: tuple[Way, Way]) -> float:
    """What more freedom in this impulse's move is worth: the best of the new ways against going ahead."""
    unit = own.unit
    if unit.helm_down:
        return 0.1
    if not scheduled_in(unit, situation.view.impulse):
        if (ways[0] == "slip-left" or unit.turn == 1) and _heads_for_a_friend(situation, own):
            return AVERTED * unit.kind.points
        return _burning_aside(situation, own) if unit.afterburners and ways[0] == "slip-left" else 0.1
    ahead = value_of_way(situation, own, "ahead")
    if unit.turn == 0 and ways[0] == "slip-left":
        ahead = max(ahead, best_way(situation, own, TURNING))
    return best_way(situation, own, ways) - ahead


def _heads_for_a_friend(situation: Situation, own: Own) -> bool:
    """Whether the unit's next move is into a friend, unless an AP gives it another way."""
    unit = own.unit
    return bool(unit.turn) and meets_one(unit, unit.speed, _courses(situation, own), situation.view.impulse)


def _courses(situation: Situation, own: Own) -> list[Course]:
    """The courses of the friends near the unit."""
    return [course_of(one) for one in situation.friends(own)]


def _burning_aside(situation: Situation, own: Own) -> float:
    """What a slip by afterburner is worth against staying, or burning another way (10.2)."""
    other = value_of_way(situation, own, "ahead")
    if own.turn == 0:
        other = max(other, best_way(situation, own, TURNING))
    stays = stay(situation, own) + BURN * own.unit.kind.points
    return best_way(situation, own, SLIPPING) - max(other, stays)


def _retargeting(situation: Situation, missile: int, target: int) -> float:
    """A missile that aims at nothing, or at something much farther away."""
    flying = situation.view.missile(missile)
    if flying is None:
        return 0.0
    gain = _aimed_at(situation, flying.place, target)
    return gain if flying.target < 0 else gain - _aimed_at(situation, flying.place, flying.target)


def _aimed_at(situation: Situation, place: Hex, target: int) -> float:
    """What a missile in a hex is worth that is aimed at a target: less the farther away that is."""
    if target == PLANET:
        return 2 * situation.siege.prize / (1 + 0.2 * distance(planet_of(situation.view) - place))
    enemy = situation.view.unit(target)
    return 2 * 0.6 * box_value(enemy) / (1 + 0.2 * RANGE[enemy.place - place])


def _transmit(situation: Situation, own: Own, order: Transmit) -> float:
    squadron = situation.owns[order.squadron]
    unit = squadron.unit
    if order.use == "charge" and order.fighter is not None:
        at = order.fighter
        return 1.1 * _charging(situation, unit, unit.kind.groups[at], unit.red[at], unit.yellow[at])
    ways = TURNING if order.use == "power-through" else SLIPPING
    return _freedom(situation, squadron, ways) if order.use == "slip" or unit.turn == 1 else 0.2


def _most_worth(order: Vote) -> float:
    """More than that a vote is never worth, however the fleets lie."""
    return DEFENDING if order.marker == "defend" else CHANGING


def _vote(situation: Situation, own: Own, order: Vote) -> float:
    """Who goes first fires first: worth something when fleets lie in each other's range, more with more to fire.

    The Initiative Player votes first: it defends when the enemy would rather go first, and can still say so. The other
    side asks for a Change while that is possible and not decided yet (4.2).
    """
    view = situation.view
    ours, theirs = situation.contact()
    if order.marker == "defend":
        if view.initiative != view.side or theirs <= ours or not _may_vote(view, view.enemies):
            return 0.0
        return min(DEFENDING, 0.08 * theirs)
    if view.initiative == view.side or ours <= theirs:
        return 0.0
    missing = 1 - sum(1 if unit.vote == "change" else -1 for unit in (*view.own, *view.enemies) if unit.vote)
    return min(CHANGING, 0.08 * ours) if 0 < missing <= _may_vote(view, view.own) else 0.0


def _may_vote(view: View, units: list[Unit]) -> int:
    """How many of the units can still spend an AP in this impulse without their battery."""
    return sum(
        not unit.vote and not unit.power_loss and not unit.kind.fighters and receives_in(unit, view.impulse)
        for unit in units
        if unit.side != view.turn_of or not unit.spent
    )


def _charge(situation: Situation, own: Own, order: Charge) -> float:
    unit, at = own.unit, order.group
    value = _charging(situation, unit, unit.kind.groups[at], unit.red[at], unit.yellow[at])
    return value * RIGGED if unit.is_broken(at) else value


def _battery(situation: Situation, own: Own, order: Battery) -> float:
    return KEPT


def _slip(situation: Situation, own: Own, order: Slip) -> float:
    return _freedom(situation, own, SLIPPING)


def _power_through(situation: Situation, own: Own, order: PowerThrough) -> float:
    return _freedom(situation, own, TURNING) if own.turn == 1 else 0.3


def _power_shift(situation: Situation, own: Own, order: PowerShift) -> float:
    """Two rows at once are worth an AP if the Speed it wants is so far away (24)."""
    row = own.unit.kind.row_with_speed(wanted_speed(situation, own.unit))
    return SHIFTING if row is not None and abs(row - own.unit.row) > 1 else 0.0


def _retarget(situation: Situation, own: Own, order: Retarget) -> float:
    return _retargeting(situation, order.missile, order.target)


VALUES: Final[dict[type, Callable[[Situation, Own, Any], float]]] = {
    Charge: _charge,
    Battery: _battery,
    Vote: _vote,
    Reinforce: _reinforce,
    Slip: _slip,
    PowerThrough: _power_through,
    PowerShift: _power_shift,
    Retarget: _retarget,
    Transmit: _transmit,
}


def curve(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next change of curve: each unit toward the Speed it wants."""
    choices: dict[int, list[Curve]] = {}
    for order in orders:
        if type(order) is Curve:
            choices.setdefault(order.unit, []).append(order)
    for own in situation.owns.values():
        unit, mine = own.unit, choices.get(own.unit.number)
        if mine is None:
            continue
        wanted, friends = wanted_speed(situation, unit), _courses(situation, own)
        better, least = mine[0], _unfit(unit, mine[0].speed, wanted, friends)
        for order in mine[1:]:
            unfit = _unfit(unit, order.speed, wanted, friends)
            if unfit < least:
                better, least = order, unfit
        broken = unit.power_on(unit.row) < 0
        if broken or least < _unfit(unit, unit.speed, wanted, friends):
            return better
    last = orders[-1]
    return last if type(last) is Done else orders[0]


def _unfit(unit: Unit, speed: int, wanted: int, friends: list[Course]) -> int:
    """How far a Speed is from the one wanted; farther than any other if it leads into a friend next round."""
    away = abs(speed - wanted)
    return away + COLLIDING if meets_one(unit, speed, friends, LAST_IMPULSE) else away


def wanted_speed(situation: Situation, unit: Unit) -> int:
    """The Speed the unit should have: by what it is about to do."""
    view, near = situation.view, situation.spot(unit.place).distance
    if situation.siege.under_way and situation.siege.planet is not None:
        near = min(near, distance(situation.siege.planet - unit.place))
    if unit.kind.base or unit.kind.fighters:
        return 2 if unit.kind.base else 5 if near <= 5 else 6
    if unit.number in situation.couriers:
        return _homeward(situation, unit)
    if unit.kind.transport and view.way_out(unit.side) is not None:
        return max(speed for _, speed, _ in unit.kind.curve)
    if unit.kind.transport and view.landing_place is not None:
        away = RANGE[view.landing_place - unit.place]
        return 1 if away <= 2 else 2 if away <= 5 else 3
    if unit.number in situation.leaving and not unit.ftl_offline:
        rounds = unit.kind.boxes - view.round
        return 1 if rounds <= unit.speed - 1 else min(5, unit.speed + 1)
    return LURKING if situation.keeps_away(unit) else _fighting_speed(unit, near)


def _homeward(situation: Situation, unit: Unit) -> int:
    """The Speed at which what is to dock is soonest at its base: faster ships turn more slowly."""
    base = situation.goal(situation.owns[unit.number])
    if base is None:
        return unit.speed

    def time(row: tuple[int, int, int]) -> float:
        _, speed, radius = row
        return moves_to(base, unit.place, unit.facing, unit.turn, radius + unit.thrusters) / speed

    return min((row for row in unit.kind.curve if row[1]), key=time)[1]


def _fighting_speed(unit: Unit, near: int) -> int:
    """Fast far from the enemy, slow near it, slower while its weapons are empty: what Speed takes, they lack."""
    if near > 5:
        return 5 if near > 8 else 4
    if not unit.kind.groups:
        return 3
    boxes = empty = 0
    for at, group in enumerate(unit.kind.groups):
        if not unit.lost[at] and not unit.is_broken(at):
            boxes += group.yellow
            empty += group.yellow - unit.yellow[at]
    return 1 if SLOWED * empty >= boxes else 2
