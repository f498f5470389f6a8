"""Firing: the targets of each weapon, and a group's weapons one after another (8)."""

from dataclasses import dataclass
from typing import cast

from engines.seam.sides import Side
from engines.talon.hexes import RANGES, SPAN, Hex, distance
from engines.talon.orders import PLANET, AnyOrder, Done, Fire, Pick
from engines.talon.rules import big_guns, missiles
from engines.talon.rules.hits import criticals
from engines.talon.rules.hits.explosions import Blasts
from engines.talon.rules.hits.weapons import AimedAt, deal, roll
from engines.talon.rules.terrain import blocked, screened
from engines.talon.state import Battle, Target
from engines.talon.units import Missile, Unit
from engines.talon.weapon_table import FARTHEST


def targets(battle: Battle, unit: Unit, group: int) -> list[AimedAt]:
    """The targets of one weapon of the group (8, 12.1, 13.2)."""
    weapon = unit.kind.groups[group].weapon
    if weapon == "fusion_cannon":
        return big_guns.fusion_targets(battle, unit, group)
    near, planet = _near(unit, battle.against(unit.side)), battle.bombarded_by(unit.side)
    return _aims(battle, unit, group, near, _flying(battle, unit), planet)


def _near(unit: Unit, enemies: list[Unit]) -> list[Unit]:
    """The enemies no farther away than any weapon fires."""
    place = unit.place
    return [
        other
        for other in enemies
        if -SPAN <= other.place - place <= SPAN and RANGES[other.place - place] <= FARTHEST
    ]


def _flying(battle: Battle, unit: Unit) -> list[Missile]:
    """The enemy's missiles no farther away than any weapon fires."""
    return [
        one
        for one in battle.missiles
        if one.side != unit.side and distance(one.place - unit.place) <= FARTHEST
    ]


def _aims(
    battle: Battle, unit: Unit, group: int, near: list[Unit], flying: list[Missile], planet: Hex | None
) -> list[AimedAt]:
    """The targets of one weapon, not a fusion cannon, among the near enemies, missiles, and a planet to fire at."""
    bar, origin, terrain = unit.kind.groups[group], unit.place, battle.terrain
    weapon, reach = bar.weapon, bar.reach[unit.facing]
    found: list[AimedAt] = []
    for other in near:
        if other.place - origin not in reach or (terrain and blocked(terrain, origin, other.place)):
            continue
        if other.kind.fighters and weapon != "missile":
            found += [(other.number, fighter) for fighter, lost in enumerate(other.lost) if not lost]
        else:
            found.append((other.number, None))
    if weapon != "missile":
        for missile in flying:
            if missile.place - origin in reach and not blocked(terrain, origin, missile.place):
                found.append((missile.number, None))
    if planet is not None and planet - origin in reach and not screened(terrain, origin, planet):
        found.append((PLANET, None))
    return found


def orders(battle: Battle) -> list[AnyOrder]:
    """What the side whose turn it is may fire, and to fire no more (8)."""
    enemies = battle.against(battle.side)
    if battle.fires and not _stand_as_kept(battle, enemies):
        battle.fires = {}
    begins, planet = not battle.fires, battle.bombarded_by(battle.side)
    found: list[AnyOrder] = []
    for unit in battle.in_turn:
        if not unit.fired:
            found += _fires_of(battle, unit, enemies, planet)
    if begins and battle.fires:
        battle.targets = _targets(battle, enemies)
    if found:
        found.append(Done(battle.side))
    return found


def _targets(battle: Battle, enemies: list[Unit]) -> list[Target]:
    """The enemies and missiles on the map as far as it matters to what may be fired at them."""
    found: list[Target] = [
        (one.number, one.place, one.lost if one.kind.fighters else None) for one in enemies
    ]
    if battle.missiles:
        found += [(one.number, one.place, None) for one in battle.missiles]
    return found


def _stand_as_kept(battle: Battle, enemies: list[Unit]) -> bool:
    """Whether the targets that are kept are those of now; nothing new is made to find out."""
    kept = battle.targets
    if len(kept) != len(enemies) + len(battle.missiles):
        return False
    for at, one in enumerate(enemies):
        number, place, lost = kept[at]
        if number != one.number or place != one.place or (one.kind.fighters and lost != one.lost):
            return False
    for at, missile in enumerate(battle.missiles, len(enemies)):
        number, place, _ = kept[at]
        if number != missile.number or place != missile.place:
            return False
    return True


def _fires_of(battle: Battle, unit: Unit, enemies: list[Unit], planet: Hex | None) -> list[AnyOrder]:
    """Everything the unit may fire; kept while neither it nor a target changes, but for fusion cannons."""
    kept = battle.fires.get(unit.number)
    if kept is not None and kept[0] == unit.changes:
        return kept[1]
    found: list[AnyOrder] = []
    groups = unit.kind.groups
    ready = [group for group in range(len(groups)) if unit.ready(group)]
    near = _near(unit, enemies) if ready else []
    if near or (ready and (battle.missiles or planet is not None)):
        flying, fusion = _flying(battle, unit), False
        for group in ready:
            if groups[group].weapon == "fusion_cannon":
                fusion, aims = True, targets(battle, unit, group)
            else:
                aims = _aims(battle, unit, group, near, flying, planet)
            found += [Fire(unit.side, unit.number, group, target, fighter) for target, fighter in aims]
        if not fusion:
            battle.fires[unit.number] = (unit.changes, found)
    return found


def fire(battle: Battle, order: Fire) -> None:
    """Fire a group: its bar is cleared, every weapon in it fires, and no other ship's fire comes between (8)."""
    unit = battle.units[order.unit]
    for other in battle.present[unit.side]:
        if other.firing and other is not unit:
            other.firing, other.fired = False, True
    unit.firing = True
    unit.clear_bar(order.group)
    bar = unit.kind.groups[order.group]
    volley = big_guns.Fusion(unit.number, order.group, bar.count) if bar.weapon == "fusion_cannon" else None
    task = volley or Volley(unit.number, order.group, bar.count)
    battle.agenda.append(task)
    task.aim(battle, (order.target, order.fighter))


@dataclass(slots=True, eq=False)
class Volley:
    """A group that is firing, with the weapons still to fire."""

    unit: int
    group: int
    left: int

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Ask for the next weapon's target; a weapon without one, or destroyed by now, is lost (8, R48)."""
        unit = battle.units[self.unit]
        able = self.left and unit.status == "map" and not unit.lost[self.group]
        found = targets(battle, unit, self.group) if able else []
        if not found:
            battle.agenda.pop()
            criticals.has_fired(battle, unit, self.group)
        return [Pick(unit.side, *aim) for aim in found]

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Fire the next weapon at the target picked."""
        picked = cast("Pick", order)
        self.aim(battle, (picked.target, picked.fighter))

    def asked(self, battle: Battle) -> int:
        """The player of the unit that fires."""
        return self.unit

    def aim(self, battle: Battle, aim: AimedAt) -> None:
        """Fire the next weapon at the target; explosions come before the one after it."""
        self.left -= 1
        battle.agenda.append(Blasts())
        unit = battle.units[self.unit]
        weapon = unit.kind.groups[self.group].weapon
        if weapon == "missile":
            battle.agenda.append(missiles.Launching(unit.number, self.group, aim[0]))
            return
        points = roll(battle, unit, self.group, aim)
        if weapon == "wave_motion_gun" and points:
            big_guns.push(battle, unit, aim, points)
        elif points:
            deal(battle, aim, unit.place, points, "weapon")


def finish(battle: Battle, side: Side) -> None:
    """Nobody of the side is firing any more."""
    for unit in battle.present[side]:
        unit.firing, unit.fired = False, False
