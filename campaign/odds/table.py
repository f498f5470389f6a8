"""The rows of the table of odds: a figure for each doctrine of the enemy, each with its interval."""

from collections.abc import Callable
from dataclasses import dataclass

from engines.odds.chances import Average, Chance
from engines.odds.comparing import Pairs
from engines.odds.tally import Tally

Count = Callable[[Tally], Chance]


@dataclass(frozen=True)
class OddsFigure:
    """A figure, and where the long run lies with 95 % certainty; both "" before the first figure."""

    words: str
    between: str = ""


@dataclass(frozen=True)
class OddsRow:
    """One thing that may happen, with a figure for each doctrine of the enemy; `main` if it stands out."""

    title: str
    figures: tuple[OddsFigure, ...]
    main: bool = False


@dataclass(frozen=True)
class OddsSection:
    """Rows under one heading."""

    title: str
    rows: tuple[OddsRow, ...]


def percent(chance: Chance) -> int:
    """A chance in whole percents."""
    return round(100 * chance.share)


def figure_of(chance: Chance) -> OddsFigure:
    """A chance with its interval, in percents."""
    low, high = chance.interval
    return OddsFigure(f"{percent(chance)}%", f"{100 * low:.0f}–{100 * high:.0f}")


def average_figure(points: Average | None) -> OddsFigure:
    """An average with its interval; nothing before the first figure."""
    if points is None:
        return OddsFigure("")
    between = points.interval
    return OddsFigure(f"{points.value:.0f}", "" if between is None else f"{between[0]:.0f}–{between[1]:.0f}")


def difference_figure(pairs: Pairs) -> OddsFigure:
    """How many points of a hundred the first is ahead, with the interval; both with a sign."""
    low, high = pairs.interval
    return OddsFigure(_signed(pairs.difference), f"{_signed(low)} to {_signed(high)}")


def _signed(share: float) -> str:
    """A share in hundredths with its sign, as "+5", "−3" or "0"."""
    points = round(100 * share)
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
