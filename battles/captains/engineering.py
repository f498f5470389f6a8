"""Power: what an AP is spent on, and which row of the power curve is chosen (5.4, 6, 9)."""

from collections.abc import Callable
from typing import Any

from battles.captains.helm import value_of_way
from battles.captains.reckoning import BEST, box_value
from battles.captains.situation import Situation
from battles.engine.hexes import ARC, RANGE
from battles.engine.movement import scheduled_in
from battles.engine.orders import (
    AnyOrder,
    Battery,
    Charge,
    Curve,
    Done,
    PowerThrough,
    Reinforce,
    Retarget,
    Slip,
    Transmit,
    Vote,
    Way,
)
from battles.engine.power import receives_in
from battles.engine.ships import Group
from battles.engine.state import Unit

FROM_BATTERY = 2.0
"""What an AP has to be worth, in Ship Points, to be taken from the battery."""
KEPT = 1.2
"""What an AP kept in a battery is worth."""


def spend(situation: Situation, orders: list[AnyOrder]) -> AnyOrder:
    """The AP that is worth most; an AP from Power is always spent, one from a battery only on something good."""
    view = situation.view
    best: tuple[float, int, AnyOrder] | None = None
    for at, order in enumerate(orders):
        if isinstance(order, Done):
            continue
        unit = view.unit(order.unit)  # type: ignore[union-attr]
        value = _value(situation, unit, order)
        if not receives_in(unit, view.impulse) and value < FROM_BATTERY:
            continue
        if best is None or value > best[0]:
            best = (value, at, order)
    return best[2] if best else next(order for order in orders if isinstance(order, Done))


def _value(situation: Situation, unit: Unit, order: AnyOrder) -> float:
    """What an AP spent so is worth, in Ship Points."""
    return VALUES[type(order)](situation, unit, order)


def _near(situation: Situation, unit: Unit) -> int:
    """Hexes to the nearest enemy."""
    return min((RANGE[foe.unit.place - unit.place] for foe in situation.foes), default=99)


def _charging(situation: Situation, unit: Unit, group: Group, red: int, yellow: int) -> float:
    """A box of a group: worth more the nearer the group is to being charged, and the enemy to the ship."""
    missing = group.red - red + group.yellow - yellow
    worth = BEST[group.weapon] * group.count * 2.0 / missing
    reach = 1.0 if _near(situation, unit) <= 7 else 0.7
    waiting = 0.4 if red < group.red else 1.0
    return worth * reach * waiting


def _reinforcing(situation: Situation, unit: Unit, arc: int) -> float:
    """A point of shield where the enemy's fire comes from now."""
    threat = 0.0
    for foe in situation.foes:
        came = foe.unit.place - unit.place
        if came and ARC[unit.facing][came] == arc:
            threat += foe.threat[-came]
    if not threat:
        return 0.0
    shields = unit.shields[arc]
    chance = min(1.0, threat / (shields + 1.0))
    return chance * box_value(unit) * (0.45 if shields else 0.8)


def _freedom(situation: Situation, unit: Unit, ways: tuple[Way, Way]) -> float:
    """What more freedom in this impulse's move is worth: the best of the new ways against going ahead."""
    if not scheduled_in(unit, situation.view.impulse) or unit.helm_down:
        return 0.1
    ahead = value_of_way(situation, unit, "ahead")
    best = max(value_of_way(situation, unit, way) for way in ways)
    if unit.turn == 0 and ways[0] == "slip-left":
        ahead = max(ahead, value_of_way(situation, unit, "left"), value_of_way(situation, unit, "right"))
    return best - ahead


def _retargeting(situation: Situation, missile: int, target: int) -> float:
    """A missile that aims at nothing, or at something much farther away."""
    flying, enemy = situation.view.missile(missile), situation.view.unit(target)
    if flying is None:
        return 0.0
    away = RANGE[enemy.place - flying.place]
    gain = 2 * 0.6 * box_value(enemy) / (1 + 0.2 * away)
    if flying.target < 0:
        return gain
    now = situation.view.unit(flying.target)
    return gain - 2 * 0.6 * box_value(now) / (1 + 0.2 * RANGE[now.place - flying.place])


def _transmitting(situation: Situation, order: Transmit) -> float:
    squadron = situation.view.unit(order.squadron)
    if order.use == "charge" and order.fighter is not None:
        at = order.fighter
        group = squadron.kind.groups[at]
        return 1.1 * _charging(situation, squadron, group, squadron.red[at], squadron.yellow[at])
    ways: tuple[Way, Way] = ("left", "right") if order.use == "power-through" else ("slip-left", "slip-right")
    return _freedom(situation, squadron, ways) if order.use == "slip" or squadron.turn == 1 else 0.2


def _vote(situation: Situation, marker: str) -> float:
    """Who goes first fires first: worth something when fleets lie in each other's range, more with more to fire."""
    view = situation.view
    own, enemy = situation.contact()
    first = view.initiative == view.side
    if marker == "defend":
        return min(2.5, 0.08 * own) if first and own > enemy else 0.2
    return min(2.5, 0.08 * own) if not first and own > enemy else 0.1


def _charge(situation: Situation, unit: Unit, order: Charge) -> float:
    at = order.group
    return _charging(situation, unit, unit.kind.groups[at], unit.red[at], unit.yellow[at])


def _power_through(situation: Situation, unit: Unit, order: PowerThrough) -> float:
    return _freedom(situation, unit, ("left", "right")) if unit.turn == 1 else 0.3


VALUES: dict[type, Callable[[Situation, Unit, Any], float]] = {
    Charge: _charge,
    Battery: lambda situation, unit, order: KEPT,
    Vote: lambda situation, unit, order: _vote(situation, order.marker),
    Reinforce: lambda situation, unit, order: (
        _reinforcing(situation, unit, order.arc) - (0.5 if order.replacing is not None else 0.0)
    ),
    Slip: lambda situation, unit, order: _freedom(situation, unit, ("slip-left", "slip-right")),
    PowerThrough: _power_through,
    Retarget: lambda situation, unit, order: _retargeting(situation, order.missile, order.target),
    Transmit: lambda situation, unit, order: _transmitting(situation, order),
}


def curve(situation: Situation, orders: list[AnyOrder]) -> AnyOrder:
    """The next change of curve: each unit toward the Speed it wants."""
    choices: dict[int, list[Curve]] = {}
    for order in orders:
        if isinstance(order, Curve):
            choices.setdefault(order.unit, []).append(order)
    for number, mine in choices.items():
        unit = situation.view.unit(number)
        wanted = wanted_speed(situation, unit)
        better = min(mine, key=lambda order: abs(order.speed - wanted))
        broken = unit.power_on(unit.row) < 0
        if broken or abs(better.speed - wanted) < abs(unit.speed - wanted):
            return better
    return next((order for order in orders if isinstance(order, Done)), orders[0])


def wanted_speed(situation: Situation, unit: Unit) -> int:
    """The Speed the unit should have: by what it is about to do."""
    view, near = situation.view, _near(situation, unit)
    if unit.kind.base or unit.kind.fighters:
        return 2 if unit.kind.base else 5 if near <= 5 else 6
    if unit.kind.transport and view.capital is not None:
        away = RANGE[view.capital - unit.place]
        return 1 if away <= 2 else 2 if away <= 5 else 3
    if unit.number in situation.leaving and not unit.ftl_offline:
        rounds = unit.kind.boxes - view.round
        return 1 if rounds <= unit.speed - 1 else min(5, unit.speed + 1)
    return _fighting_speed(unit, near)


def _fighting_speed(unit: Unit, near: int) -> int:
    """Fast far from the enemy, slow while the weapons are empty."""
    if near > 5:
        return 5 if near > 8 else 4
    if not unit.kind.groups:
        return 3
    ready = sum(unit.charged(at) for at in range(len(unit.lost)))
    left = sum(not lost for lost in unit.lost)
    return 3 if 2 * ready >= left else 2
