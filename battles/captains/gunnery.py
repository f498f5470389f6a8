"""Firing: what to fire now, at whom, and what to keep (8, 13, 15)."""

from battles.captains.reckoning import BEST, EXPECTED, box_value, cost, sheltered
from battles.captains.situation import Situation, is_missile
from battles.engine.hexes import ARC, RANGE, Hex
from battles.engine.orders import AnyOrder, Done, Fire, Pick
from battles.engine.state import Unit
from battles.engine.weapons import FARTHEST

KEEN = (0.85, 0.8, 0.7, 0.6, 0.5, 0.35)
"""By impulse: the part of a weapon's best mean damage that is worth its charge; a bar kept full wastes a phase."""
MISSILE = 1.5
"""What shooting a missile down is worth, in Ship Points."""


def shoot(situation: Situation, orders: list[AnyOrder]) -> AnyOrder:
    """The best fire there is, by a ship that is firing already if it has any; or to fire no more."""
    fires = [order for order in orders if isinstance(order, Fire)]
    busy = {unit.number for unit in situation.view.own if unit.firing}
    for chosen in ([one for one in fires if one.unit in busy], fires):
        rated = [(worth, -at, one) for at, one in enumerate(chosen) if (worth := _worth(situation, one)) > 0]
        if rated:
            return max(rated, key=lambda one: one[:2])[2]
    return next(order for order in orders if isinstance(order, Done))


def _worth(situation: Situation, order: Fire) -> float:
    """What the group's fire at the target is worth now; 0 to keep it."""
    unit = situation.view.unit(order.unit)
    group = unit.kind.groups[order.group]
    place = _place(situation, order.target)
    quality = _mean(unit, group.weapon, place) / BEST[group.weapon]
    if group.weapon == "fusion_cannon":
        return _fusion(situation, unit) if quality else 0.0
    value = shot(situation, unit, group.weapon, order.target) * group.count
    if group.weapon == "missile":
        return value
    needed = KEEN[situation.view.impulse]
    if is_missile(order.target):
        return value if quality >= needed and group.weapon in ("phaser", "disruptor") else 0.0
    if _exposed(situation, unit, order.target):
        needed *= 0.6
    return value if quality >= needed else 0.0


def _place(situation: Situation, target: int) -> Hex:
    missile = situation.view.missile(target) if is_missile(target) else None
    return missile.place if missile else situation.view.unit(target).place


def _mean(unit: Unit, weapon: str, place: Hex) -> float:
    distance = RANGE[place - unit.place]
    return EXPECTED[weapon][distance] if 1 <= distance <= FARTHEST and EXPECTED[weapon][distance:] else 0.0


def _exposed(situation: Situation, unit: Unit, target: int) -> bool:
    """Whether a hit would go to the hull."""
    enemy = situation.view.unit(target)
    if enemy.kind.fighters:
        return True
    arc = ARC[enemy.facing][unit.place - enemy.place]
    return not sheltered(situation.view, enemy) or enemy.shields[arc] == 0


def shot(situation: Situation, unit: Unit, weapon: str, target: int) -> float:
    """What one weapon's shot at a target costs the enemy on average, in Ship Points."""
    place = _place(situation, target)
    mean = _mean(unit, weapon, place)
    if is_missile(target):
        return MISSILE * mean
    enemy = situation.view.unit(target)
    arc = ARC[enemy.facing][unit.place - place] if unit.place != place else 0
    value = cost(enemy, arc, mean, sheltered(situation.view, enemy))
    if not enemy.kind.fighters and mean >= enemy.kind.boxes - enemy.hull:
        value += enemy.kind.points / 4
    if enemy.kind.transport and situation.view.mode == "planet":
        value *= 2
    return value


def _fusion(situation: Situation, unit: Unit) -> float:
    """What one fusion cannon does to everybody in front, friends counted against it (15)."""
    total = 0.0
    for sign, others in ((1.0, situation.view.enemies), (-1.5, situation.view.own)):
        for other in others:
            distance = RANGE[other.place - unit.place]
            if other is unit or not 1 <= distance <= 3 or other.kind.fighters:
                continue
            if ARC[unit.facing][other.place - unit.place] == 0:
                mean = EXPECTED["fusion_cannon"][distance]
                arc = ARC[other.facing][unit.place - other.place]
                total += sign * cost(other, arc, mean, sheltered(situation.view, other))
    worthwhile = KEEN[situation.view.impulse] * 6 * unit.kind.points / 60
    return total if total > worthwhile / 2 else 0.0


def pick_target(situation: Situation, unit: Unit, weapon: str, orders: list[AnyOrder]) -> AnyOrder:
    """The next weapon's target: where the shot is worth most, of equals the one hurt most."""
    picks = [order for order in orders if isinstance(order, Pick)]

    def rate(order: Pick) -> tuple[float, int]:
        worn = 0 if is_missile(order.target) else _worn(situation.view.unit(order.target), order.fighter)
        return shot(situation, unit, weapon, order.target), worn

    return max(picks, key=rate)


def _worn(unit: Unit, fighter: int | None) -> int:
    return unit.fighters[fighter] if fighter is not None else unit.hull


def pick_order(situation: Situation, orders: list[AnyOrder]) -> AnyOrder:
    """The next target of a fusion cannon: enemies that explode among enemies first, friends last."""
    picks = [order for order in orders if isinstance(order, Pick)]

    def rate(order: Pick) -> float:
        if is_missile(order.target):
            return 0.0
        unit = situation.view.unit(order.target)
        return -1.0 if unit.side == situation.view.side else box_value(unit)

    return max(picks, key=rate)
