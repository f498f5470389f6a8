"""Terrain by agreement: how many patterns of the Astrometrics Lab, and which, by dice (30.1 to 30.4, R94)."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from engines.seam.documents import BattleSetup
from engines.talon.catalogue import astrometrics, pattern_title
from engines.talon.terms import terms_of
from engines.talon.terrain import Pattern, TalonTerrain

PATTERNS_BY_DIE: Final = (0, 1, 1, 2, 2, 3)
"""How many patterns there are by the die for the amount of terrain, from 1 to 6 (30.4)."""
HOLE: Final = "black_hole"


def terrain_by_dice(die: Callable[[], int], *, patterns: int | None, holes: bool) -> TalonTerrain:
    """So many patterns, each by two dice; how many says one more die if `patterns` is None (30.4).

    `die` gives a number from 1 to 6. A pattern with a black hole is rolled again unless both agreed to `holes` (30.3).
    """
    amount = die() if patterns is None else None
    many = PATTERNS_BY_DIE[amount - 1] if amount is not None else patterns
    return laid_in_turn([_rolled(die, holes) for _ in range(many or 0)], rolled=True, amount=amount)


def _rolled(die: Callable[[], int], holes: bool) -> Pattern:
    """A pattern: its column, then its row."""
    while True:
        dice = die(), die()
        if holes or HOLE not in astrometrics()[dice]:
            return dice


def laid_in_turn(
    patterns: Iterable[Pattern], *, rolled: bool = False, amount: int | None = None
) -> TalonTerrain:
    """Terrain of patterns that both sides lay in turn, named after them; open space without any (30.1)."""
    found = tuple(patterns)
    name = " and ".join(pattern_title(*dice) for dice in found) or "open"
    return TalonTerrain(name, rolled=rolled and bool(found), patterns=found, amount=amount)


def with_terrain(setup: BattleSetup, terrain: TalonTerrain) -> BattleSetup:
    """The set-up of a standard battle with terrain by agreement; what is laid in turn, or by die, asks for format 2."""
    if terrain == TalonTerrain():
        return setup
    return replace(setup, terrain=terrain, format=2, terms=terms_of(setup))
