"""Weapons: the table, what a group's weapons reach, and the roll of one of them (8)."""

from engines.talon import qualities
from engines.talon.events import Cause, Shot
from engines.talon.hexes import ARC, RANGE, Hex
from engines.talon.orders import MISSILES, PLANET
from engines.talon.rules.hits import damage
from engines.talon.rules.terrain import blocked, hindrance, screened
from engines.talon.state import Battle
from engines.talon.units import Unit
from engines.talon.weapon_table import DAMAGE

AimedAt = tuple[int, int | None]
"""A target: a unit or missile, and of a squadron the fighter."""


def reaches(battle: Battle, unit: Unit, group: int, place: Hex) -> bool:
    """Whether the group's weapons can fire at the hex: range, arc, and no planet between (8, 17)."""
    reach = unit.kind.groups[group].reach[unit.facing]
    return place - unit.place in reach and not blocked(battle.terrain, unit.place, place)


def reaches_planet(battle: Battle, unit: Unit, group: int) -> bool:
    """Whether the group's weapons can fire at the planet that the unit's side may bombard (26.8, R73)."""
    place = battle.bombarded_by(unit.side)
    if place is None:
        return False
    way = place - unit.place
    return way in unit.kind.groups[group].reach[unit.facing] and not screened(
        battle.terrain, unit.place, place
    )


def place_of(battle: Battle, target: int) -> Hex:
    """Where a unit or missile is, or the planet that is fired at."""
    if target == PLANET:
        planet = battle.bombarded
        if planet is None:
            raise LookupError("no planet is a target in this battle")
        return planet
    missile = battle.missile(target) if target >= MISSILES else None
    return missile.place if missile else battle.units[target].place


def roll(battle: Battle, unit: Unit, group: int, aim: AimedAt) -> int:
    """Roll for one weapon: the points of damage, 0 for a miss; below 1 always misses (8)."""
    weapon = unit.kind.groups[group].weapon
    place = place_of(battle, aim[0])
    distance = RANGE[place - unit.place]
    die = battle.roll(unit, weapon)
    lost = hindrance(battle.terrain, unit.place, place)
    if battle.qualities is not None:
        return _by_quality(battle, unit, group, aim, distance, die, lost)
    points = DAMAGE[weapon][distance][die - lost - 1] if die > lost else 0
    battle.events.append(Shot(unit.number, group, weapon, aim[0], distance, die, -lost, points, aim[1]))
    return points


def _by_quality(
    battle: Battle, unit: Unit, group: int, aim: AimedAt, distance: int, die: int, lost: int
) -> int:
    """The same where technology and crews count: what they add to the die, and a point less of damage (32.4, 32.5)."""
    weapon = unit.kind.groups[group].weapon
    over = qualities.edge(battle, unit.number, aim[0])
    result = qualities.rolled(die, lost, over)
    hit = DAMAGE[weapon][distance][result - 1] if result > 0 else 0
    less = qualities.spared(battle, unit.number, aim[0])
    points = qualities.left(hit, less)
    battle.events.append(
        Shot(
            unit.number,
            group,
            weapon,
            aim[0],
            distance,
            die,
            -lost,
            points,
            aim[1],
            over.technology,
            over.crews,
            less,
        )
    )
    return points


def deal(battle: Battle, aim: AimedAt, origin: Hex, points: int, cause: Cause) -> None:
    """Deal damage from a hex to a target, for a ship on the arc that holds the hex (5.3)."""
    target, fighter = aim
    missile = battle.missile(target) if target >= MISSILES else None
    if target == PLANET:
        damage.strike_planet(battle, points, cause)
    elif missile:
        damage.strike_missile(battle, missile, points, cause)
    elif fighter is not None:
        damage.strike_fighter(battle, battle.units[target], fighter, points, cause)
    else:
        unit = battle.units[target]
        damage.strike(battle, unit, ARC[unit.facing][origin - unit.place], points, cause)
