"""What forces are worth in a fight, and who is likely to win: a figure of each class and a formula, nothing is rolled.

A side with 1.2 times the worth wins about five of six, one with 1.5 times nearly always.
"""

from collections.abc import Iterable

from engines.seam.classes import UnitClass
from engines.seam.documents import Damage, Level, Unit
from engines.seam.sides import Side
from engines.seam.systems import system_of, unit_class

BEYOND_COUNTERS = 0.55
"""The share of its worth that a ship has which waits for a counter (31.6)."""
STEEPNESS: dict[Level, float] = {"ensign": 5, "captain": 9, "admiral": 9}
"""How fast the chance follows from the worth of both sides, by the level of the captains, once both are known."""

Piece = tuple[str, float]
"""A ship, squadron or base as an estimate sees it: its class, and the share of its worth that damage has left."""


def condition(kind: UnitClass, damage: Damage) -> float:
    """The share of a unit's worth that is left, from 0 to 1."""
    return system_of(kind.key).condition(kind, damage) if damage else 1.0


def piece(side: Side, key: str, damage: Damage) -> Piece:
    """A unit as an estimate sees it."""
    return key, condition(unit_class(side, key), damage)


def pieces_of(side: Side, units: Iterable[Unit]) -> list[Piece]:
    """Units of a battle as an estimate sees them."""
    return [piece(side, unit.ship_class, unit.damage) for unit in units]


def class_strength(side: Side, key: str, shares: list[float], space: int, boxes: int) -> float:
    """What ships of one class are worth together, about in Ship Points, by the share that damage has left of each.

    Squadrons need room on a carrier or base, of which there is `space` (S20); only so many ships of a class fight at
    once (31.6).
    """
    kind = unit_class(side, key)
    shares = sorted(shares, reverse=True)
    fighting = shares[:space] if kind.role == "squadron" else shares
    limit = kind.counters * boxes
    return kind.worth * (sum(fighting[:limit]) + BEYOND_COUNTERS * sum(fighting[limit:]))


def strength(side: Side, pieces: Iterable[Piece], boxes: int) -> float:
    """What pieces are worth together, about in Ship Points."""
    classes: dict[str, list[float]] = {}
    for key, left in pieces:
        classes.setdefault(key, []).append(left)
    space = sum([unit_class(side, key).carries * len(shares) for key, shares in classes.items()])
    total = 0.0
    for key, shares in classes.items():
        total += class_strength(side, key, shares, space, boxes)
    return total


def chance(own: float, enemy: float, steepness: float = STEEPNESS["captain"]) -> float:
    """The chance that `own` wins against `enemy`, from 0 to 1.

    >>> chance(100, 100), chance(0, 100), round(chance(120, 100), 2)
    (0.5, 0.0, 0.84)
    """
    if own <= 0:
        return 0.0 if enemy > 0 else 0.5
    return float(1 / (1 + (enemy / own) ** steepness))
