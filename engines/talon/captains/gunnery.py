"""Firing: what to fire now, at whom, and what to keep (8, 13, 15)."""

from collections.abc import Sequence
from typing import Final

from engines.talon.captains.reckoning import (
    BEST,
    EXPECTED,
    LOWERED,
    MOST_LOST,
    box_value,
    cost,
    cover,
    sheltered,
)
from engines.talon.captains.sightings import Foe
from engines.talon.captains.situation import Situation, is_missile
from engines.talon.hexes import ARC, RANGE, Hex
from engines.talon.orders import AnyOrder, Done, Fire, Pick
from engines.talon.rules.terrain import hindrance
from engines.talon.units import Unit
from engines.talon.weapon_table import FARTHEST

KEEN: Final[tuple[float, ...]] = (0.95, 0.9, 0.8, 0.7, 0.58, 0.39)
"""By impulse: the part of a weapon's best mean damage that is worth its charge; a bar kept full wastes a phase."""
ON_SHIELDS: Final = 0.6
"""What fire that only takes shields is worth, as a part of what it is worth at a ship without them."""
ALONE: Final = ("fusion_cannon", "missile")
"""Weapons whose fire does not join in with that of others."""
MISSILE: Final = 1.5
"""What shooting a missile down is worth, in Ship Points."""


def shoot(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The best fire there is, by a ship that is firing already if it has any; or to fire no more."""
    fires = [order for order in orders if type(order) is Fire]
    busy = {unit.number for unit in situation.view.own if unit.firing}
    means = [_mean_of(situation, one) for one in fires]
    massed = _massed(situation, fires, means)
    for all_may in (False, True):
        best: Fire | None = None
        most = 0.0
        for one, mean in zip(fires, means, strict=True):
            if all_may or one.unit in busy:
                worth = _worth(situation, one, mean, massed)
                if worth > most:
                    best, most = one, worth
        if best is not None:
            return best
    return next(order for order in orders if type(order) is Done)


def _mean_of(situation: Situation, order: Fire) -> float:
    """The mean damage of one weapon of the group at its target."""
    unit, target = situation.owns[order.unit].unit, order.target
    place = _missile_place(situation, target) if is_missile(target) else situation.view.unit(target).place
    return _mean(situation, unit, unit.kind.groups[order.group].weapon, place)


def _massed(situation: Situation, fires: list[Fire], means: list[float]) -> dict[tuple[int, int], float]:
    """By enemy ship and the arc that is hit: the mean damage of everything that can fire at it now."""
    found: dict[tuple[int, int], float] = {}
    for order, mean in zip(fires, means, strict=True):
        unit, target = situation.owns[order.unit].unit, order.target
        group = unit.kind.groups[order.group]
        if order.fighter is None and not is_missile(target) and group.weapon not in ALONE:
            foe = situation.foe(target)
            key = target, ARC[foe.facing][unit.place - foe.place]
            found[key] = found.get(key, 0.0) + mean * group.count
    return found


def _worth(situation: Situation, order: Fire, mean: float, massed: dict[tuple[int, int], float]) -> float:
    """What the group's fire at the target is worth now, of such mean damage a weapon; 0 to keep it."""
    unit, target = situation.owns[order.unit].unit, order.target
    group = unit.kind.groups[order.group]
    weapon = group.weapon
    if weapon == "fusion_cannon":
        return _fusion(situation, unit) if mean else 0.0
    needed = KEEN[situation.view.impulse]
    if is_missile(target):
        good = mean / BEST[weapon] >= needed and weapon in ("phaser", "disruptor")
        return MISSILE * mean * group.count if good else 0.0
    foe = situation.foe(target)
    away = foe.place - unit.place
    if weapon != "missile":
        arc = ARC[foe.facing][-away]
        quality = mean / BEST[weapon] * _effect(massed.get((target, arc), mean), foe.cover[arc])
        if quality < needed and not (quality >= needed * 0.6 and _exposed(situation, foe.unit, away)):
            return 0.0
    return _hit(situation, foe, away, mean) * group.count


def _effect(damage: float, shields: int) -> float:
    """How well fire is spent on a ship that does so much damage together: less on shields that it does not break."""
    if not shields or not damage:
        return 1.0
    return ON_SHIELDS + (1 - ON_SHIELDS) * max(0.0, damage - shields) / damage


def _missile_place(situation: Situation, number: int) -> Hex:
    return next(missile.place for missile in situation.missiles if missile.number == number)


def _mean(situation: Situation, unit: Unit, weapon: str, place: Hex) -> float:
    """The mean damage of one of the unit's weapons at a hex, with what terrain takes off the die (8, 17)."""
    terrain = situation.terrain
    distance = RANGE[place - unit.place]
    if not 1 <= distance <= FARTHEST:
        return 0.0
    if not terrain or weapon == "missile":
        return EXPECTED[weapon][distance]
    return LOWERED[weapon][min(MOST_LOST, hindrance(terrain, unit.place, place))][distance]


def _exposed(situation: Situation, enemy: Unit, away: Hex) -> bool:
    """Whether a hit on an enemy that lies so far away would go to the hull."""
    if enemy.kind.fighters:
        return True
    return not sheltered(situation.view, enemy) or enemy.shields[ARC[enemy.facing][-away]] == 0


def shot(situation: Situation, unit: Unit, weapon: str, target: int) -> float:
    """What one weapon's shot at a target costs the enemy on average, in Ship Points."""
    if is_missile(target):
        return MISSILE * _mean(situation, unit, weapon, _missile_place(situation, target))
    foe = situation.foe(target)
    return _hit(situation, foe, foe.place - unit.place, _mean(situation, unit, weapon, foe.place))


def _hit(situation: Situation, foe: Foe, away: Hex, mean: float) -> float:
    """What mean damage costs an enemy that lies so far away, in Ship Points."""
    enemy = foe.unit
    value = cost(mean, foe.cover[ARC[enemy.facing][-away]], foe.value)
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
                mean = _mean(situation, unit, "fusion_cannon", other.place)
                shields = cover(situation.view, other)[ARC[other.facing][unit.place - other.place]]
                total += sign * cost(mean, shields, box_value(other))
    worthwhile = KEEN[situation.view.impulse] * 6 * unit.kind.points / 60
    return total if total > worthwhile / 2 else 0.0


def pick_target(situation: Situation, unit: Unit, weapon: str, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next weapon's target: where the shot is worth most, of equals the one hurt most."""
    picks = [order for order in orders if type(order) is Pick]

    def rate(order: Pick) -> tuple[float, int]:
        worn = 0 if is_missile(order.target) else _worn(situation.view.unit(order.target), order.fighter)
        return shot(situation, unit, weapon, order.target), worn

    return max(picks, key=rate)


def _worn(unit: Unit, fighter: int | None) -> int:
    return unit.fighters[fighter] if fighter is not None else unit.hull


def pick_order(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next target of a fusion cannon: enemies that explode among enemies first, friends last."""
    picks = [order for order in orders if type(order) is Pick]

    def rate(order: Pick) -> float:
        if is_missile(order.target):
            return 0.0
        unit = situation.view.unit(order.target)
        return -1.0 if unit.side == situation.view.side else box_value(unit)

    return max(picks, key=rate)
