"""How often something came about, and how sure that is."""

from math import sqrt
from typing import Final

from msgspec import Struct

Z: Final = 1.959963984540054
"""The normal deviate of a two-sided interval of 95 %."""


class Chance(Struct, frozen=True):
    """Something came about `times` in `fought` play-outs."""

    times: int
    fought: int

    @property
    def share(self) -> float:
        """The part of the play-outs in which it did, from 0 to 1; 0 without any."""
        return self.times / self.fought if self.fought else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 % for the long run, from 0 to 1; all of it without a play-out."""
        if not self.fought:
            return 0.0, 1.0
        share, many = self.share, self.fought
        middle = share + Z * Z / (2 * many)
        spread = Z * sqrt(share * (1 - share) / many + Z * Z / (4 * many * many))
        below = 1 + Z * Z / many
        return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


class Average(Struct, frozen=True):
    """The average of so many numbers of 0 or more, from their sum and the sum of their squares."""

    total: int
    squares: int
    many: int

    @property
    def value(self) -> float:
        """The average; 0 of no number."""
        return self.total / self.many if self.many else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the average of the long run lies with 95 %; None if all numbers are alike, or without the squares."""
        spare = self.squares * self.many - self.total * self.total
        if spare <= 0:
            return None
        spread = Z * sqrt(spare / (self.many * self.many * (self.many - 1)))
        return max(0.0, self.value - spread), self.value + spread
