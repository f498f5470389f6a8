"""A battle as the estimate sees it: numbers from the set-up, the stances and the level of the captains."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import log
from typing import Final

from engines.seam.documents import BattleSetup, Level, Stance, Terrain, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ShipClass, astrometrics, classes_of, ship_class
from engines.talon.damage import in_talon
from engines.talon.estimate.staying import staying
from engines.talon.results.deployment import squadron_room
from engines.talon.terrain import talon_terrain

SCALE: Final = 300.0
"""So many Ship Points count as one."""
HULL_WEIGHT: Final = 0.35
"""What a ship without hull boxes would have lost of its points, for the points that are left."""
TERRAINS: Final = ("asteroid", "nebula", "black_hole")
HEXES: Final = 5.0
"""So many hexes of one terrain count as one."""
FLOOR: Final = 10.0
"""Ship Points that either side is taken to have at least, where points are compared."""


def features(
    setup: BattleSetup, stances: Mapping[Side, Stance], level: Level, terrains: Sequence[Terrain] = ()
) -> list[float]:
    """The numbers from which the end of a battle is estimated, always in the same order.

    `terrains` are those that the battle may have, each as likely; without any it has that of the set-up.
    """
    fighting = {side: _fighting(side, setup.force(side)) for side in SIDES}
    sides = [_of_side(side, fighting[side]) for side in SIDES]
    left = [_points_left(side, fighting[side]) for side in SIDES]
    compared = log((left[0] + FLOOR) / (left[1] + FLOOR))
    size = log((left[0] + left[1] + FLOOR) / SCALE)
    return [
        compared,
        size,
        *sides[0],
        *sides[1],
        *(float(setup.planet_owner == side) for side in SIDES),
        *(float(stances[side] == stance) for side in SIDES for stance in ("withdraw", "preserve")),
        float(level == "ensign"),
        *_ground(terrains or (setup.terrain,)),
        *staying(fighting, stances, SCALE),
    ]


def points_of(side: Side, units: Sequence[Unit]) -> int:
    """What a side's units are worth, Ship Points."""
    return sum(ship_class(side, unit.ship_class).points for unit in units)


def _fighting(side: Side, units: tuple[Unit, ...]) -> list[Unit]:
    """Those that fight: squadrons without room on a carrier or base sit out (31.6)."""
    squadrons = [unit for unit in units if ship_class(side, unit.ship_class).fighters]
    idle = {unit.name for unit in squadrons[squadron_room(units) :]}
    return [unit for unit in units if unit.name not in idle]


def _of_side(side: Side, units: Sequence[Unit]) -> list[float]:
    """By class the points that came and how much hull they lack; then weapons, thrusters and relays that are gone."""
    came = dict.fromkeys(_keys(side), 0.0)
    lacks = dict.fromkeys(_keys(side), 0.0)
    disarmed = crippled = 0.0
    for unit in units:
        kind = ship_class(side, unit.ship_class)
        worth = kind.points / SCALE
        came[kind.key] += worth
        lacks[kind.key] += worth * _hull_gone(kind, unit)
        damage = in_talon(unit.damage)
        disarmed += worth * len(damage.weapons_lost) / max(1, len(kind.weapons))
        crippled += worth * (damage.thrusters + damage.relays) / 4
    return [*came.values(), *lacks.values(), disarmed, crippled]


@cache
def _keys(side: Side) -> tuple[str, ...]:
    return tuple(kind.key for kind in classes_of(side))


def _hull_gone(kind: ShipClass, unit: Unit) -> float:
    """The share of its boxes that a ship or squadron has lost."""
    damage = in_talon(unit.damage)
    if kind.fighters:
        return sum(damage.fighters) / (2 * kind.fighters)
    return damage.hull / len(kind.hull)


def _points_left(side: Side, units: Sequence[Unit]) -> float:
    total = 0.0
    for unit in units:
        kind = ship_class(side, unit.ship_class)
        if kind.role != "transport":
            total += kind.points * (1 - HULL_WEIGHT * _hull_gone(kind, unit))
    return total


def _ground(terrains: Sequence[Terrain]) -> list[float]:
    """How many hexes of each terrain there are, on average."""
    patterns = [astrometrics()[dice] for one in terrains for dice in talon_terrain(one).every_pattern]
    return [
        sum(len(pattern.get(kind, ())) for pattern in patterns) / len(terrains) / HEXES for kind in TERRAINS
    ]
