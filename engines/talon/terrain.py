"""Terrain of a battle of Talon: patterns of the Astrometrics Lab (30, 31.7)."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.seam.documents import Mapped, Terrain

Pattern = tuple[int, int]
"""A pattern of the Astrometrics Lab by its dice: column, then row (30.3)."""


class TalonTerrain(Terrain, Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Terrain of the battle: a pattern of the Astrometrics Lab by its dice (column, row), fixed or `rolled`.

    `patterns` are those that both sides lay in turn, the Second Player first, where terrain is by agreement (30.1);
    `amount` is the die that said how many there are (30.4).
    """

    name: str = "open"
    pattern: Pattern | None = None
    rolled: bool = False
    patterns: Annotated[tuple[Pattern, ...], Meta(max_length=3)] = ()
    amount: Annotated[int, Meta(ge=1, le=6)] | None = None

    @property
    def every_pattern(self) -> tuple[Pattern, ...]:
        """All that is laid, whoever does it."""
        return self.patterns if self.pattern is None else (self.pattern, *self.patterns)

    @property
    def in_brief(self) -> str:
        """What is laid, by its name; empty where nothing is."""
        return self.name if self.every_pattern else ""

    @property
    def mapped(self) -> Mapped | None:
        """See `Terrain`; None if patterns were laid by agreement, which no map does."""
        more = self.patterns or self.amount is not None
        return None if more else Mapped(self.name, self.pattern, self.rolled)

    def __bool__(self) -> bool:
        """Whether it says more than that space is open."""
        return self.name != "open" or bool(self.every_pattern) or self.rolled or self.amount is not None


OPEN: TalonTerrain = TalonTerrain()


def is_terrain_of_talon(terrain: Terrain) -> bool:
    """Whether a battle of Talon can have it: its own, or none."""
    return isinstance(terrain, TalonTerrain) or not terrain


def talon_terrain(terrain: Terrain) -> TalonTerrain:
    """Terrain as Talon reads it; ValueError if it is that of another system."""
    if isinstance(terrain, TalonTerrain):
        return terrain
    if terrain:
        raise ValueError("this is terrain of another system")
    return OPEN
