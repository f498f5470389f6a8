"""How often odds came true: a row for each part of the scale, and one number for all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from campaign.odds.kept import CameTrue
from engines.odds.chances import Chance
from engines.seam.estimates import Band, Calibration

LEAST: Final = 50
"""Fewer battles say nothing."""
PARTS: Final = 5


@dataclass(frozen=True)
class ReliabilityRow:
    """Battles whose odds were in one part of the scale: what was said on average, and how many of them were won.

    `between` is the range of that, "" where each battle was played out many times.
    """

    span: str
    battles: int
    said: int
    won: int
    between: str
    x: float
    y: float


@dataclass(frozen=True)
class Reliability:
    """The battles of one kind; without rows and with `brier` "" where there are too few. `brier`: 0 is perfect."""

    title: str
    words: str
    brier: str
    rows: tuple[ReliabilityRow, ...]


def reliability(title: str, words: str, found: Sequence[CameTrue]) -> Reliability:
    """The curve of one kind of battles."""
    if len(found) < LEAST:
        return Reliability(title, words, "", ())
    brier = sum((one.said - one.won) ** 2 for one in found) / len(found)
    rows = (_row(part, [one for one in found if _part(one.said) == part]) for part in range(PARTS))
    return Reliability(title, words, f"{brier:.2f}", tuple(row for row in rows if row is not None))


def at_the_bench(title: str, words: str, found: Calibration) -> Reliability:
    """The curve of the estimate, in battles that were played out for it."""
    return Reliability(title, words, f"{found.brier:.2f}", tuple(_of_band(band) for band in found.bands))


def _of_band(band: Band) -> ReliabilityRow:
    said, won = 100 * band.said, 100 * band.won
    return ReliabilityRow(
        span=f"{band.low} to {band.low + 10}%",
        battles=band.battles,
        said=round(said),
        won=round(won),
        between="",
        x=round(said, 1),
        y=round(100 - won, 1),
    )


def _part(said: float) -> int:
    return min(PARTS - 1, int(said * PARTS))


def _row(part: int, found: Sequence[CameTrue]) -> ReliabilityRow | None:
    if not found:
        return None
    said = sum(one.said for one in found) / len(found)
    chance = Chance(sum(one.won for one in found), len(found))
    low, high = chance.interval
    width = 100 // PARTS
    return ReliabilityRow(
        span=f"{part * width} to {(part + 1) * width}%",
        battles=len(found),
        said=round(100 * said),
        won=round(100 * chance.share),
        between=f"{100 * low:.0f}–{100 * high:.0f}",
        x=round(100 * said, 1),
        y=round(100 - 100 * chance.share, 1),
    )
