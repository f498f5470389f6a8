"""Explosions, dealt one after the other (8.6, R9, R26)."""

from dataclasses import dataclass, field
from typing import cast

from engines.seam.sides import Side, opponent
from engines.talon.dice import highest
from engines.talon.events import Exploded
from engines.talon.hexes import ARC, FRONT, LEFT, RANGE, REAR, RIGHT, Hex
from engines.talon.orders import MISSILES, AnyOrder, Pick
from engines.talon.rules.hits import damage
from engines.talon.state import THE_SIDE, Battle
from engines.talon.units import Missile, Unit


def random_arc(battle: Battle, unit: Unit) -> tuple[int, tuple[int, ...]]:
    """An arc of the unit by one die each, the highest, and the dice (8.6)."""
    arc, rolls = highest(lambda: battle.roll(unit, "random arc"), [FRONT, LEFT, RIGHT, REAR])
    return arc, tuple(rolls)


@dataclass(slots=True, eq=False)
class Blasts:
    """The queue of explosions is dealt to its end before anything else goes on (R26)."""

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Start the next explosion, or end."""
        if not battle.blasts:
            battle.agenda.pop()
            return []
        unit = battle.units[battle.blasts.pop(0)]
        battle.events.append(Exploded(unit.number, unit.place))
        battle.agenda.append(Blast(unit.number, _victims(battle, unit)))
        return []

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Nothing is asked."""

    def asked(self, battle: Battle) -> int:
        """Nothing is asked."""
        return THE_SIDE


def _victims(battle: Battle, exploding: Unit) -> list[int]:
    """Who takes the explosion, in order: same hex, then adjacent; initiative side first; by number (R26).

    After the units of a ring one missile stands for each hex with missiles.
    """
    found: list[int] = []
    sides: tuple[Side, Side] = (battle.initiative, opponent(battle.initiative))
    for ring in (0, 1):
        for side in sides:
            near = (unit for unit in battle.present[side] if RANGE[unit.place - exploding.place] == ring)
            found += [unit.number for unit in near]
        stacks: dict[int, int] = {}
        for missile in battle.missiles:
            if RANGE[missile.place - exploding.place] == ring:
                stacks.setdefault(missile.place, missile.number)
        found += stacks.values()
    return found


def _stack(battle: Battle, place: Hex) -> list[Missile]:
    """The missiles in a hex one of which takes an explosion: the initiative side's, if both have some (R46)."""
    stack = [missile for missile in battle.missiles if missile.place == place]
    return [missile for missile in stack if missile.side == battle.initiative] or stack


@dataclass(slots=True, eq=False)
class Blast:
    """One explosion with the victims still to come."""

    unit: int
    victims: list[int] = field(default_factory=list)

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Deal it to the next victim, or ask which fighter or missile takes it."""
        if not self.victims:
            battle.agenda.pop()
            return []
        victim = self.victims[0]
        if victim >= MISSILES:
            return self._missiles(battle, victim)
        unit = battle.units[victim]
        if unit.status == "map" and unit.kind.fighters:
            return [Pick(unit.side, victim, fighter) for fighter, lost in enumerate(unit.lost) if not lost]
        self.victims.pop(0)
        if unit.status == "map":
            self._deal(battle, unit)
        return []

    def _missiles(self, battle: Battle, number: int) -> list[AnyOrder]:
        """One of the missiles in the hex (R46)."""
        first = battle.missile(number)
        if first is None:
            self.victims.pop(0)
            return []
        return [Pick(missile.side, missile.number) for missile in _stack(battle, first.place)]

    def _deal(self, battle: Battle, unit: Unit) -> None:
        exploding = battle.units[self.unit]
        rating = exploding.kind.explosion
        if unit.place == exploding.place:
            arc, dice = random_arc(battle, unit)
            damage.suffer(battle, unit, arc, rating + 1, "explosion", dice, source=exploding.number)
        else:
            arc = ARC[unit.facing][exploding.place - unit.place]
            damage.suffer(battle, unit, arc, rating, "explosion", source=exploding.number)

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """The fighter or missile named takes it."""
        self.victims.pop(0)
        named = cast("Pick", order)
        exploding = battle.units[self.unit]
        rating = exploding.kind.explosion
        missile = battle.missile(named.target)
        if missile:
            points = rating + (missile.place == exploding.place)
            damage.strike_missile(battle, missile, points, "explosion")
        else:
            squadron = battle.units[named.target]
            points = rating + (squadron.place == exploding.place)
            damage.fighter_suffers(
                battle, squadron, named.fighter or 0, points, "explosion", exploding.number
            )

    def asked(self, battle: Battle) -> int:
        """The player of the squadron; of missiles in one hex their player, or the side if they have several (R40)."""
        victim = self.victims[0]
        if victim < MISSILES:
            return victim
        missile = battle.missile(victim)
        stack = [] if missile is None else _stack(battle, missile.place)
        return stack[0].number if len({one.player for one in stack}) == 1 else THE_SIDE
