"""Fusion cannon and wave motion gun (15, R13, R14, R15, R16, R27)."""

from dataclasses import dataclass, field
from typing import cast

from engines.seam.sides import SIDES, opponent
from engines.talon.hexes import ARC, STEP, TOWARD, Arc
from engines.talon.orders import MISSILES, PLANET, AnyOrder, Pick, Toward
from engines.talon.rules import movement
from engines.talon.rules.hits import criticals, damage, weapons
from engines.talon.rules.hits.explosions import Blasts
from engines.talon.state import THE_SIDE, Battle
from engines.talon.units import Unit


def fusion_area(battle: Battle, unit: Unit, group: int) -> list[int]:
    """Every ship, base and missile of either side that the cannon hits (15, R14); fighters take none.

    The planet comes last, if the unit's side may fire at it (26.8).
    """
    found = [
        other.number
        for side in SIDES
        for other in battle.present[side]
        if other is not unit and not other.kind.fighters and weapons.reaches(battle, unit, group, other.place)
    ]
    flying = (one for one in battle.missiles if weapons.reaches(battle, unit, group, one.place))
    found += [missile.number for missile in flying]
    return [*found, PLANET] if weapons.reaches_planet(battle, unit, group) else found


def fusion_targets(battle: Battle, unit: Unit, group: int) -> list[tuple[int, int | None]]:
    """What may be hit first, friends included, if there is an enemy in the area at all (8, R14)."""
    area = fusion_area(battle, unit, group)
    enemy = opponent(unit.side)
    hostile = any(one == PLANET or _side(battle, one) == enemy for one in area)
    return [(target, None) for target in area] if hostile else []


def _side(battle: Battle, target: int) -> str:
    missile = battle.missile(target)
    return missile.side if missile else battle.units[target].side


@dataclass(slots=True, eq=False)
class Fusion:
    """Fusion cannons that are firing: `left` to fire after this one, whose `area` is still to be hit (R27)."""

    unit: int
    group: int
    left: int
    area: list[int] = field(default_factory=list)

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Ask what is hit next; then the next cannon fires at everything in the area by then."""
        unit = battle.units[self.unit]
        if unit.status != "map" or unit.lost[self.group]:
            self.left, self.area = 0, []
        self.area = [target for target in self.area if _there(battle, target)]
        if not self.area and self.left:
            self.left -= 1
            self.area = fusion_area(battle, unit, self.group)
        elif not self.area:
            battle.agenda.pop()
            criticals.has_fired(battle, unit, self.group)
        return [Pick(unit.side, target) for target in self.area]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Hit what was picked."""
        self.aim(battle, (cast("Pick", order).target, None))

    def asked(self, battle: Battle) -> int:
        """The player of the unit that fires."""
        return self.unit

    def aim(self, battle: Battle, aim: tuple[int, int | None]) -> None:
        """Roll for one target; what explodes does so before the next roll (R46)."""
        unit = battle.units[self.unit]
        if not self.area:
            self.left -= 1
            self.area = fusion_area(battle, unit, self.group)
        self.area.remove(aim[0])
        battle.agenda.append(Blasts())
        points = weapons.roll(battle, unit, self.group, aim)
        if points:
            weapons.deal(battle, aim, unit.place, points, "weapon")


def _there(battle: Battle, target: int) -> bool:
    if target == PLANET:
        return True
    return battle.missile(target) is not None if target >= MISSILES else battle.units[target].status == "map"


def push(battle: Battle, unit: Unit, aim: tuple[int, int | None], points: int) -> None:
    """A hit of the wave motion gun: bases and planets stay, missiles are gone, all else is pushed (15, R13, R16)."""
    target, fighter = aim
    if target == PLANET:
        damage.strike_planet(battle, points, "weapon")
        return
    missile = battle.missile(target)
    if missile:
        damage.strike_missile(battle, missile, points, "weapon")
        return
    other = battle.units[target]
    arc = ARC[other.facing][unit.place - other.place]
    battle.agenda.append(Hammer(target, fighter, arc, points))
    if not other.kind.base:
        battle.agenda.append(Push(unit.number, target))


@dataclass(slots=True, eq=False)
class Push:
    """A target about to be pushed one hex straight away from the firer."""

    unit: int
    target: int

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """The direction, or the two between which the firer chooses."""
        unit, target = battle.units[self.unit], battle.units[self.target]
        return [Toward(unit.side, facing) for facing in TOWARD[target.place - unit.place]]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Push it that way; the new hex takes effect before the damage."""
        battle.agenda.pop()
        target = battle.units[self.target]
        direction = cast("Toward", order).facing
        origin = target.place
        target.stand(origin + STEP[direction], target.facing)
        movement.displaced(battle, target, origin, direction, "push")

    def asked(self, battle: Battle) -> int:
        """The player of the unit that fires."""
        return self.unit


@dataclass(slots=True, eq=False)
class Hammer:
    """The damage of a wave motion gun, on the arc that held the firer before the push (R15)."""

    target: int
    fighter: int | None
    arc: Arc
    points: int

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Deal it, if the push has left anything to damage (R16)."""
        battle.agenda.pop()
        unit = battle.units[self.target]
        if unit.status != "map":
            return []
        if self.fighter is None:
            damage.strike(battle, unit, self.arc, self.points, "weapon")
        elif not unit.lost[self.fighter]:
            damage.strike_fighter(battle, unit, self.fighter, self.points, "weapon")
        return []

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Nothing is asked."""

    def asked(self, battle: Battle) -> int:
        """Nothing is asked."""
        return THE_SIDE
