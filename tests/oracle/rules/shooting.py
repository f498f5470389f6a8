"""Which groups may fire, and at what (8, 13.2, 15)."""

from collections.abc import Iterator

from engines.talon.catalogue import WeaponGroup
from engines.talon.orders import PLANET, AnyOrder, Done, Fire
from tests.oracle.rules.geometry import Hex, arc, distance
from tests.oracle.rules.table import Piece, Table

RANGES: dict[str, range] = {
    "phaser": range(1, 4),
    "anti_matter_torpedo": range(2, 5),
    "wave_motion_gun": range(2, 5),
    "disruptor": range(1, 5),
    "fusion_cannon": range(1, 4),
    "missile": range(1, 5),
}
"""8: the ranges at which each weapon is listed."""

Aim = tuple[int, int | None]
"""A unit or missile, and a squadron's fighter."""


def fire_orders(table: Table) -> Iterator[AnyOrder]:
    """8: every full group of every ship that has not finished, at each first target; and the end of the step."""
    side = table.told.side
    for unit in table.acting():
        if unit.told.fired:
            continue
        for group in groups_of(unit):
            if is_full(unit, group) and not is_broken(unit, group):
                for target, fighter in rule_8_targets(table, unit, group):
                    yield Fire(side, unit.number, group, target, fighter)
    yield Done(side)


def groups_of(unit: Piece) -> range:
    """8, 12.1: a ship's weapon groups; each fighter of a squadron is a group."""
    return range(3) if unit.is_squadron else range(len(unit.kind.weapons))


def weapons_of(unit: Piece, group: int) -> WeaponGroup:
    """The weapons of a group; all fighters have the same."""
    return unit.kind.weapons[0] if unit.is_squadron else unit.kind.weapons[group]


def is_full(unit: Piece, group: int) -> bool:
    """8: every box of its bar is marked, and it is not destroyed."""
    weapons = weapons_of(unit, group)
    if unit.told.lost[group] or (unit.is_squadron and group not in unit.living_fighters):
        return False
    return unit.told.red[group] == weapons.red and unit.told.yellow[group] == weapons.yellow


def is_broken(unit: Piece, group: int) -> bool:
    """24: it is jury rigged, and the counter lies with its broken side up."""
    return unit.told.jury == group and unit.told.broken > 0


def rule_8_targets(table: Table, unit: Piece, group: int) -> list[Aim]:
    """8: what a weapon of the group may be aimed at."""
    weapon = weapons_of(unit, group)
    if weapon.type == "fusion_cannon":
        return rule_15_fusion_targets(table, unit, group)
    if weapon.type == "missile":
        return rule_13_2_launch_targets(table, unit, group)
    found: list[Aim] = []
    for target in table.on_map:
        if target.side != unit.side and bears(table, unit, group, target.place):
            if target.is_squadron:
                found += [(target.number, fighter) for fighter in target.living_fighters]
            else:
                found.append((target.number, None))
    for missile in table.missiles:
        if missile.side != unit.side and bears(table, unit, group, table.missile_place(missile)):
            found.append((missile.number, None))
    return found + rule_26_planet(table, unit, group)


def rule_26_planet(table: Table, unit: Piece, group: int) -> list[Aim]:
    """26.8, R73: the planet, in arc and range, for the side that may fire at it."""
    planet = table.planet_to_fire_at(unit.side)
    if planet is None or not is_in_reach(unit, group, planet) or table.planet_in_line(unit.place, planet):
        return []
    return [(PLANET, None)]


def bears(table: Table, unit: Piece, group: int, place: Hex) -> bool:
    """5.3, 8, 17: in the group's arcs, at a listed range, no planet between."""
    return is_in_reach(unit, group, place) and not table.planet_between(unit.place, place)


def is_in_reach(unit: Piece, group: int, place: Hex) -> bool:
    """5.3, 8: in the group's arcs and at a listed range."""
    weapon = weapons_of(unit, group)
    if distance(unit.place, place) not in RANGES[weapon.type]:
        return False
    return arc(unit.place, unit.facing, place) in weapon.arcs


def rule_13_2_launch_targets(table: Table, unit: Piece, group: int) -> list[Aim]:
    """13.2: enemy ships, bases and squadrons, of which no fighter is named yet; not missiles."""
    enemies = [
        (target.number, None)
        for target in table.on_map
        if target.side != unit.side and bears(table, unit, group, target.place)
    ]
    return [*enemies, *rule_26_planet(table, unit, group)]


def rule_15_fusion_targets(table: Table, unit: Piece, group: int) -> list[Aim]:
    """15, R14, R55: all that is in the area, in any order, if an enemy ship, base or missile is among it."""
    area: list[Aim] = []
    enemy_there = False
    for target in table.on_map:
        if not target.is_squadron and bears(table, unit, group, target.place):
            area.append((target.number, None))
            enemy_there = enemy_there or target.side != unit.side
    for missile in table.missiles:
        if bears(table, unit, group, table.missile_place(missile)):
            area.append((missile.number, None))
            enemy_there = enemy_there or missile.side != unit.side
    planet = rule_26_planet(table, unit, group)
    return [*area, *planet] if enemy_there or planet else []
