"""Damage to ships, fighters and missiles, and what becomes of what is destroyed (8.4, 12, 13.6, R35)."""

from typing import Final

from engines.talon import qualities
from engines.talon.aims import bombardment
from engines.talon.events import Bombarded, Cause, FighterStruck, Lost, MissileStruck, Struck
from engines.talon.hexes import Arc
from engines.talon.rules.hits import criticals
from engines.talon.state import Battle
from engines.talon.units import Missile, Unit, put

FIGHTER_BOXES: Final = 2
MISSILE_POINTS: Final = 3


def shields_work(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's shields are in use: not down (8.5), and not in a nebula (17)."""
    return not unit.shields_down and battle.terrain.get(unit.place) != "nebula"


def strike(
    battle: Battle,
    unit: Unit,
    arc: Arc,
    points: int,
    cause: Cause,
    dice: tuple[int, ...] = (),
    spared: int = 0,
) -> None:
    """Deal points to a ship or base on an arc: markers, then shields, then hull left to right (8.4).

    `spared` is what its crew was spared before, to be told with it (32.5).
    """
    if points or battle.qualities is None:
        battle.stirred = True
    markers = shields = 0
    if shields_work(battle, unit):
        markers = _absorb(unit, arc, points)
        shields = min(points - markers, unit.shields[arc])
        if shields:
            unit.set_shields(arc, unit.shields[arc] - shields)
    hull = points - markers - shields
    battle.events.append(Struck(unit.number, arc, cause, markers, shields, hull, dice, spared))
    mark_hull(battle, unit, hull, cause)


def _absorb(unit: Unit, arc: Arc, points: int) -> int:
    """Take reinforcement markers off the arc, one a point, and count them."""
    left, used = [], 0
    for marker in unit.markers:
        if marker // 6 == arc and used < points:
            used += 1
        else:
            left.append(marker)
    if used:
        unit.set_markers(tuple(left))
    return used


def mark_hull(battle: Battle, unit: Unit, points: int, cause: Cause) -> None:
    """Mark hull boxes one by one; a critical box rolls at once, the last box destroys (8.4)."""
    kind = unit.kind
    for _ in range(points):
        if unit.status != "map":
            return
        box = unit.hull
        unit.mark_hull()
        if unit.hull == kind.boxes:
            destroy(battle, unit, cause)
        elif kind.critical[box]:
            _suffer_critical(battle, unit)


def _suffer_critical(battle: Battle, unit: Unit) -> None:
    """Roll on the critical table, and let what it does to the hull happen at once (8.5)."""
    result = criticals.roll(battle, unit)
    if result == "breach":
        destroy(battle, unit, "critical")
    mark_hull(battle, unit, criticals.HULL_BOXES.get(result, 0), "critical")


def suffer(
    battle: Battle,
    unit: Unit,
    arc: Arc,
    points: int,
    cause: Cause,
    dice: tuple[int, ...] = (),
    *,
    source: int,
) -> None:
    """Deal what another unit does, of which a crew far enough ahead takes a point less (32.5, R116)."""
    less = qualities.spared(battle, source, unit.number)
    strike(battle, unit, arc, qualities.left(points, less), cause, dice, less)


def fighter_suffers(battle: Battle, unit: Unit, fighter: int, points: int, cause: Cause, source: int) -> None:
    """The same to one fighter; one that takes nothing is not struck (32.5, R116)."""
    less = qualities.spared(battle, source, unit.number)
    if points > less:
        strike_fighter(battle, unit, fighter, points - less, cause, less)


def strike_fighter(
    battle: Battle, unit: Unit, fighter: int, points: int, cause: Cause, spared: int = 0
) -> None:
    """Deal points to one fighter; the squadron is gone with its last (12, R35)."""
    if points or battle.qualities is None:
        battle.stirred = True
    marked = min(FIGHTER_BOXES, unit.fighters[fighter] + points)
    unit.fighters = put(unit.fighters, fighter, marked)
    battle.events.append(FighterStruck(unit.number, fighter, cause, marked, spared))
    if marked == FIGHTER_BOXES:
        unit.lose_group(fighter)
        if all(unit.lost):
            destroy(battle, unit, cause)


def strike_missile(battle: Battle, missile: Missile, points: int, cause: Cause) -> None:
    """Deal points to a missile: three at once, or any when damaged, destroy it (13.6)."""
    battle.stirred = True
    gone = missile.damaged or points >= MISSILE_POINTS
    missile.damaged = True
    battle.events.append(MissileStruck(missile.number, cause, gone))
    if gone:
        battle.missiles.remove(missile)


def strike_planet(battle: Battle, points: int, cause: Cause, missile: int | None = None) -> None:
    """Deal points to the planet that is fired at; what is needed ends all that is under way (26.8, R73, R91)."""
    aim = bombardment(battle.aims)
    if aim is None:
        raise LookupError("no planet is a target in this battle")
    battle.stirred = True
    battle.planet_damage = min(aim.needs, battle.planet_damage + points)
    battle.events.append(Bombarded(cause, points, battle.planet_damage, missile))
    if battle.planet_damage == aim.needs:
        battle.agenda.clear()
        battle.blasts.clear()


def lose_missile(battle: Battle, missile: Missile, cause: Cause) -> None:
    """Take a missile off the map."""
    battle.events.append(MissileStruck(missile.number, cause, gone=True))
    battle.missiles.remove(missile)


def destroy(battle: Battle, unit: Unit, cause: Cause, explodes: bool = True) -> None:
    """Take a unit off the map with all docked in it, or inside it; a ship's explosion is queued (8.6, R9, R26)."""
    battle.stirred = True
    for docked in battle.units:
        if docked.status in ("docked", "boarded") and docked.carrier == unit.number:
            if docked.status == "boarded":
                docked.carrier = docked.boarded = -1
            docked.status = "destroyed"
            battle.events.append(Lost(docked.number, cause))
    if unit.status == "map":
        battle.take_off(unit)
    elif unit.status == "boarded":
        unit.carrier = unit.boarded = -1
    unit.status = "destroyed"
    battle.forget(unit)
    battle.events.append(Lost(unit.number, cause))
    if explodes and not unit.kind.fighters:
        battle.blasts.append(unit.number)
