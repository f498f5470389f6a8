"""A campaign game leg by leg: the score as curves, and what each leg brought as bars, each with its figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, TypeAlias

from battles.talon.series.reading import SeriesState, user_of
from config.line_chart import LineChart, Plotted, line_chart, scale_to
from engines.seam.series import Player, Points, other

WIDTH, HEIGHT, MARGIN = 640, 200, 24
FEWEST: Final = 2
"""With fewer legs there is nothing to draw."""
MARKS: Final = 12
Look: TypeAlias = Literal["mine", "theirs"]


@dataclass(frozen=True, slots=True)
class Bar:
    """What one player had from a leg: a box of the picture."""

    look: Look
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class LegBars:
    """What each leg brought: bars above the middle for one player, below it for the other, and the same as rows."""

    above: str
    below: str
    bars: tuple[Bar, ...]
    marks: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, str, Points], ...]
    middle: int = HEIGHT // 2
    right: int = WIDTH - MARGIN


@dataclass(frozen=True, slots=True)
class SeriesCharts:
    """Both charts."""

    score: LineChart
    legs: LegBars


def charts_of(found: SeriesState, player: Player) -> SeriesCharts | None:
    """The charts as `player` reads them, who is drawn first; None before two legs have a result."""
    counted = [
        (leg.leg.number, leg.leg.title, points)
        for leg, points in zip(found.legs, found.standings.legs, strict=True)
        if points is not None
    ]
    if len(counted) < FEWEST:
        return None
    names = [_name(found, one) for one in (player, other(player))]
    return SeriesCharts(_score(counted, player, names), _bars(counted, player, names))


Counted: TypeAlias = Sequence[tuple[int, str, Points]]


def _score(counted: Counted, player: Player, names: Sequence[str]) -> LineChart:
    runs = {
        one: [0, *accumulate(points.of(one) for _number, _title, points in counted)]
        for one in (player, other(player))
    }
    looks: tuple[Look, Look] = ("mine", "theirs")
    plotted = [
        Plotted(look, name, dict(enumerate(runs[one])))
        for look, name, one in zip(looks, names, (player, other(player)), strict=True)
    ]
    labels = ["0", *(str(number) for number, _title, _points in counted)]
    scale = scale_to(max(max(run) for run in runs.values()))
    words = "Points up to each leg that has a result, in the order of the list."
    return line_chart("Score", words, plotted, labels, scale, step="Leg", marks=MARKS)


def _bars(counted: Counted, player: Player, names: Sequence[str]) -> LegBars:
    most = max(max(points.user, points.rival) for _number, _title, points in counted)
    unit = (HEIGHT // 2 - MARGIN) // max(most, 1)
    room = (WIDTH - 2 * MARGIN) // len(counted)
    width = min(room * 2 // 3, 40)
    bars, marks = [], []
    for place, (number, _title, points) in enumerate(counted):
        middle = MARGIN + room * place + room // 2
        x, mine, theirs = middle - width // 2, points.of(player), points.of(other(player))
        if mine:
            bars.append(Bar("mine", x, HEIGHT // 2 - unit * mine, width, unit * mine))
        if theirs:
            bars.append(Bar("theirs", x, HEIGHT // 2, width, unit * theirs))
        if place % -(-len(counted) // MARKS) == 0:
            marks.append((number, middle))
    return LegBars(names[0], names[1], tuple(bars), tuple(marks), tuple(counted))


def _name(found: SeriesState, player: Player) -> str:
    user = user_of(found.series, player)
    return "" if user is None else user.username
