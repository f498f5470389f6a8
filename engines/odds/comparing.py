"""Two questions compared on the same dice: how both ended in each play-out, and how sure the difference is."""

from collections.abc import Callable, Iterable
from math import sqrt
from typing import Literal

from msgspec import Struct

from engines.odds.chances import Chance
from engines.odds.playing import DiceNamed, Question, play_out
from engines.odds.tally import Ended, Tally

Ends = tuple[Ended, Ended]


class Pairs(Struct, frozen=True):
    """In how many play-outs something came about in both questions, in one of them alone, and in neither."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def fought(self) -> int:
        """How many play-outs there were of each question."""
        return self.both + self.first + self.second + self.neither

    @property
    def difference(self) -> float:
        """How much more often it came about in the first question, from -1 to 1; 0 without any play-out."""
        return (self.first - self.second) / self.fought if self.fought else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the difference of the long run lies with 95 %: Newcombe's interval for pairs, from -1 to 1.

        It is made of both Wilson intervals and of how often the questions ended alike (Statistics in Medicine 17, 1998,
        pages 2635 to 2650, method 10).
        """
        first = Chance(self.both + self.first, self.fought)
        second = Chance(self.both + self.second, self.fought)
        alike = self._correlation()
        below = _spread(first.share - first.interval[0], second.interval[1] - second.share, alike)
        above = _spread(first.interval[1] - first.share, second.share - second.interval[0], alike)
        return max(-1.0, self.difference - below), min(1.0, self.difference + above)

    def _correlation(self) -> float:
        """How much both ended alike beyond what chance makes of it, from -1 to 1, on the careful side."""
        sides = (
            (self.both + self.first)
            * (self.second + self.neither)
            * (self.both + self.second)
            * (self.first + self.neither)
        )
        more = float(self.both * self.neither - self.first * self.second)
        if more > 0:
            more = max(0.0, more - self.fought / 2)
        return more / sqrt(sides) if sides else 0.0


def _spread(one: float, other: float, alike: float) -> float:
    return sqrt(max(0.0, one * one - 2 * alike * one * other + other * other))


class Compared(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="compared"):
    """What both questions came to on the same dice; `ended` is how both ended together, how often."""

    first: Tally = Tally()
    second: Tally = Tally()
    ended: tuple[tuple[Ends, int], ...] = ()
    format: Literal[1] = 1

    def __add__(self, other: "Compared") -> "Compared":
        """Both counted together."""
        total = dict(self.ended)
        for ends, many in other.ended:
            total[ends] = total.get(ends, 0) + many
        return Compared(self.first + other.first, self.second + other.second, tuple(sorted(total.items())))

    @property
    def fought(self) -> int:
        """How many play-outs there were of each question."""
        return self.first.fought

    def pairs(self, counts: Callable[[Ended], bool]) -> Pairs:
        """How often each question ended in a way that counts, and how often both did."""
        found = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
        for (first, second), many in self.ended:
            found[counts(first), counts(second)] += many
        return Pairs(found[True, True], found[True, False], found[False, True], found[False, False])


def compare(first: Question, second: Question, number: int, dice_named: DiceNamed) -> Compared:
    """What both questions come to in the play-out of that number.

    ValueError if they have not one seed, so that they would not have the same dice; `Refused` if one cannot be fought.
    """
    if first.seed != second.seed:
        raise ValueError("questions with different seeds have different dice")
    one, other = play_out(first, number, dice_named), play_out(second, number, dice_named)
    return Compared(one, other, (((one.ended[0][0], other.ended[0][0]), 1),))


def comparisons(first: Question, second: Question, numbers: Iterable[int], dice_named: DiceNamed) -> Compared:
    """What both questions come to in the play-outs of those numbers."""
    return sum((compare(first, second, number, dice_named) for number in numbers), Compared())
