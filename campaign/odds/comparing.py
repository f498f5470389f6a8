"""Two doctrines of a side beside each other, fought on the same dice."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from battles.battle.doctrine import TITLES
from campaign.odds.table import (
    Count,
    OddsFigure,
    OddsRow,
    OddsSection,
    average_figure,
    difference_figure,
    figure_of,
)
from campaign.rules.odds.asked import Asked
from engines.odds.chances import Average
from engines.odds.comparing import Compared
from engines.odds.tally import Ended, Tally
from engines.seam.sides import opponent

Ends = Callable[[Ended], bool]


@dataclass(frozen=True)
class Comparison:
    """The sections about two doctrines of a side; of each case what both came to, None before the first figure."""

    asked: Asked
    cases: Sequence[Compared | None]

    @property
    def titles(self) -> tuple[str, str]:
        """Both doctrines in words."""
        other = self.asked.other
        if other is None:
            raise LookupError("no other doctrine is compared")
        return TITLES[self.asked.doctrine.stance], TITLES[other.stance]

    def chances(self, title: str, ends: Ends) -> OddsSection:
        """How often the battle ends so with each doctrine, and how far apart they are."""
        apart = (
            OddsFigure("") if case is None else difference_figure(case.pairs(ends)) for case in self.cases
        )
        both = self._both(lambda tally: figure_of(tally.chance(ends)))
        return OddsSection(title, (*both, OddsRow("Difference", tuple(apart), main=True)))

    def counts(self, title: str, count: Count) -> OddsSection:
        """How often something comes about with each doctrine."""
        return OddsSection(title, tuple(self._both(lambda tally: figure_of(count(tally)))))

    def averages(self, title: str, average: Callable[[Tally], Average]) -> OddsSection:
        """An average with each doctrine."""
        return OddsSection(title, tuple(self._both(lambda tally: average_figure(average(tally)))))

    def _both(self, figure: Callable[[Tally], OddsFigure]) -> Iterator[OddsRow]:
        first = [None if case is None else case.first for case in self.cases]
        second = [None if case is None else case.second for case in self.cases]
        for title, tallies in zip(self.titles, (first, second), strict=True):
            yield OddsRow(title, tuple(OddsFigure("") if one is None else figure(one) for one in tallies))


def comparison(
    asked: Asked, cases: Sequence[Compared | None], advances: tuple[str, Ends], missed: Count | None
) -> Iterator[OddsSection]:
    """Both doctrines: who wins, what the side gains, and what is lost; then the title of the first one's own figures.

    `advances` is what the side gains by winning, in words, and the ends that count; `missed` how often the minimum of
    the next turn is missed, None where nobody can know.
    """
    beside, side, enemy = Comparison(asked, cases), asked.side, opponent(asked.side)
    yield beside.chances("You win", lambda ended: ended.winner == side)
    yield beside.chances(*advances)
    if missed is not None:
        yield beside.counts("You miss the minimum", missed)
    yield beside.averages("You lose, points on average", lambda tally: tally.points(side))
    yield beside.averages("The enemy loses, points on average", lambda tally: tally.points(enemy))
    yield OddsSection(f"In full: {beside.titles[0]}", ())
