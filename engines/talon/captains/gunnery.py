"""Firing: what to fire now, at whom, and what to keep (8, 13, 15)."""

from collections.abc import Sequence
from typing import Final

from engines.talon.aims import times_lost
from engines.talon.captains.weighing.evaluation import box_value, cost, cover, sheltered
from engines.talon.captains.weighing.salvos import ALONE, Salvo, mean_damage
from engines.talon.captains.weighing.siege import planet_of
from engines.talon.captains.weighing.sightings import Foe
from engines.talon.captains.weighing.situation import Situation, is_missile
from engines.talon.hexes import ARC, RANGE, Arc, Hex
from engines.talon.orders import PLANET, AnyOrder, Done, Fire, Pick
from engines.talon.units import Unit

KEEN: Final[tuple[float, ...]] = (0.95, 0.9, 0.8, 0.7, 0.58, 0.39)
"""By impulse: the part of a weapon's best mean damage that is worth its charge; a bar kept full wastes a phase."""
ON_SHIELDS: Final = 0.6
"""What fire that only takes shields is worth, as a part of what it is worth at a ship without them."""
EXPOSED: Final = 0.6
"""The part of that for which a weapon still fires at a hull without shields."""
MISSILE: Final = 1.5
"""What shooting a missile down is worth, in Ship Points."""


def shoot(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The best fire there is, by a ship that is firing already if it has any; or to fire no more."""
    salvos = [_salvo(situation, order) for order in orders if type(order) is Fire]
    salvos.sort(key=_turn)
    enough = KEEN[situation.view.impulse] * EXPOSED
    good = [salvo for salvo in salvos if salvo.quality >= enough * salvo.zeal or salvo.weapon in ALONE]
    if good:
        _mass(situation, salvos)
    for all_may in (False, True):
        best: Fire | None = None
        most = 0.0
        for salvo in good:
            if all_may or salvo.unit.firing:
                worth = _worth(situation, salvo)
                if worth > most:
                    best, most = salvo.order, worth
        if best is not None:
            return best
    return next(order for order in orders if type(order) is Done)


def _salvo(situation: Situation, order: Fire) -> Salvo:
    """What is known of the fire; it is worked out once, and again for a missile that has moved."""
    found = situation.salvos.get(order)
    if found is not None and not found.at_missile:
        return found
    target = order.target
    if target == PLANET:
        place = planet_of(situation.view)
    elif is_missile(target):
        place = _missile_place(situation, target)
        if found is not None and found.place == place:
            return found
    else:
        place = situation.view.unit(target).place
    kind = situation.owns[order.unit].unit.kind
    known = target < PLANET and kind.groups[order.group].weapon != "fusion_cannon"
    foe = situation.foe(target) if known else None
    over = situation.advantage(order.unit, target)
    found = situation.salvos[order] = Salvo(
        situation.terrain, situation.owns[order.unit], order, foe, place, over
    )
    return found


def _turn(salvo: Salvo) -> tuple[int, int, int]:
    """Of two that are worth the same the first is fired."""
    return salvo.turn


def _mass(situation: Situation, salvos: list[Salvo]) -> None:
    """Add up what may strike each enemy, by arc: the mean damage of everything that can fire at it now."""
    for enemy in situation.foes:
        enemy.massed = [0.0] * 5
    for salvo in salvos:
        foe = salvo.foe
        if foe is not None and salvo.joins:
            foe.massed[salvo.arc] += salvo.mean * salvo.count


def _worth(situation: Situation, salvo: Salvo) -> float:
    """What the group's fire at the target is worth now; 0 to keep it."""
    foe, weapon, mean = salvo.foe, salvo.weapon, salvo.mean
    if weapon == "fusion_cannon":
        return _fusion(situation, salvo.unit) if mean else 0.0
    needed = KEEN[situation.view.impulse] * salvo.zeal
    if salvo.at_planet:
        return (
            situation.siege.prize * mean * salvo.count if weapon in ALONE or salvo.quality >= needed else 0.0
        )
    if foe is None:
        good = salvo.quality >= needed and weapon in ("phaser", "disruptor")
        return MISSILE * mean * salvo.count if good else 0.0
    if weapon != "missile":
        quality = salvo.quality * _effect(foe.massed[salvo.arc], foe.cover[salvo.arc])
        if quality < needed and not (
            quality >= needed * EXPOSED and _exposed(situation, foe.unit, salvo.arc)
        ):
            return 0.0
    return _hit(situation, foe, salvo.arc, mean) * salvo.count


def _effect(damage: float, shields: int) -> float:
    """How well fire is spent on a ship that does so much damage together: less on shields that it does not break."""
    if not shields or not damage:
        return 1.0
    return ON_SHIELDS + (1 - ON_SHIELDS) * max(0.0, damage - shields) / damage


def _missile_place(situation: Situation, number: int) -> Hex:
    return next(missile.place for missile in situation.missiles if missile.number == number)


def _exposed(situation: Situation, enemy: Unit, arc: Arc) -> bool:
    """Whether a hit on an enemy's arc would go to the hull."""
    if enemy.kind.fighters:
        return True
    return not sheltered(situation.view, enemy) or enemy.shields[arc] == 0


def shot(situation: Situation, unit: Unit, weapon: str, target: int) -> float:
    """What one weapon's shot at a target costs the enemy on average, in Ship Points."""
    if target == PLANET:
        place = planet_of(situation.view)
        return situation.siege.prize * mean_damage(situation.terrain, unit, weapon, place)
    over = situation.advantage(unit.number, target)
    if is_missile(target):
        place = _missile_place(situation, target)
        return MISSILE * mean_damage(situation.terrain, unit, weapon, place, over)
    foe = situation.foe(target)
    mean = mean_damage(situation.terrain, unit, weapon, foe.place, over)
    return _hit(situation, foe, ARC[foe.facing][unit.place - foe.place], mean)


def _hit(situation: Situation, foe: Foe, arc: Arc, mean: float) -> float:
    """What mean damage on an enemy's arc costs it, in Ship Points."""
    enemy = foe.unit
    value = cost(mean, foe.cover[arc], foe.value)
    if not enemy.kind.fighters and mean >= enemy.kind.boxes - enemy.hull:
        value += enemy.kind.points / 4
    if enemy.kind.transport:
        value *= times_lost(situation.view.aims, enemy.side, "transport")
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
                over = situation.advantage(unit.number, other.number)
                mean = mean_damage(situation.terrain, unit, "fusion_cannon", other.place, over)
                shields = cover(situation.view, other)[ARC[other.facing][unit.place - other.place]]
                total += sign * cost(mean, shields, box_value(other))
    planet = situation.siege.planet
    if (
        planet is not None
        and 1 <= RANGE[planet - unit.place] <= 3
        and not ARC[unit.facing][planet - unit.place]
    ):
        total += situation.siege.prize * mean_damage(situation.terrain, unit, "fusion_cannon", planet)
    worthwhile = KEEN[situation.view.impulse] * 6 * unit.kind.points / 60
    return total if total > worthwhile / 2 else 0.0


def pick_target(situation: Situation, unit: Unit, weapon: str, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next weapon's target: where the shot is worth most, of equals the one hurt most, then the dearest."""
    picks = [order for order in orders if type(order) is Pick]

    def rate(order: Pick) -> tuple[float, int, int]:
        if order.target >= PLANET:
            return shot(situation, unit, weapon, order.target), 0, -order.target
        foe = situation.foe(order.target)
        return shot(situation, unit, weapon, order.target), _worn(foe.unit, order.fighter), -foe.rank

    return max(picks, key=rate)


def _worn(unit: Unit, fighter: int | None) -> int:
    return unit.fighters[fighter] if fighter is not None else unit.hull


def pick_order(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """The next target of a fusion cannon: enemies that explode among enemies first, friends last."""
    picks = [order for order in orders if type(order) is Pick]

    def rate(order: Pick) -> float:
        if order.target == PLANET:
            return situation.siege.prize
        if is_missile(order.target):
            return 0.0
        unit = situation.view.unit(order.target)
        return -1.0 if unit.side == situation.view.side else box_value(unit)

    return max(picks, key=rate)
