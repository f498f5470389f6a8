"""A war turn by turn as curves, each with its figures: fleets, treasuries, incomes, losses and front lines (S15).

During the war the enemy's fleet and treasury are secret, and so they are in no chart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from typing import Final

from campaign.models import LedgerLine
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.sight import WarView
from campaign.war.words.history_rows import AssignedClass, LossCount
from engines.seam.sides import SIDES, Side
from engines.seam.systems import unit_class

WIDTH, HEIGHT, MARGIN = 640, 240, 48
LEVELS: Final = 4
MARKS: Final = 10
Values = Mapping[int, int]
"""Figures by turn; a turn without one is not drawn."""


@dataclass(frozen=True)
class Curve:
    """The values of one side, `side` "" for a front line, as a path with its last point and value."""

    side: str
    path: str
    x: int
    y: int
    last: int


@dataclass(frozen=True)
class LineChart:
    """Curves over turns, the scale's lines and marks, and the same as rows: a turn, and a figure or "–" a curve."""

    title: str
    words: str
    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    right: int = WIDTH - MARGIN
    foot: int = HEIGHT - MARGIN // 3


@dataclass(frozen=True)
class Fleets:
    """What a side's ships were worth by turn: Ship Points, and LP."""

    points: Values
    lp: Values


def finished(view: WarView) -> int:
    """The last turn of which all is known: the one in which the war ended, or the one before the turn under way."""
    return view.turn if view.phase == "over" else view.turn - 1


def fleets_of(side: Side, assigned: Iterable[AssignedClass]) -> Fleets:
    """The worth of a side's fleet as it was assigned in each turn, its Reserve included."""
    points: dict[int, int] = {}
    lp: dict[int, int] = {}
    for one in assigned:
        kind = unit_class(side, one.ship_class)
        points[one.turn] = points.get(one.turn, 0) + kind.points * one.ships
        lp[one.turn] = lp.get(one.turn, 0) + kind.lp * one.ships
    return Fleets(points, lp)


def balances(lines: Iterable[LedgerLine]) -> Values:
    """What was in a treasury at the end of each turn; turn 0 is before the war."""
    return {line.turn: line.balance for line in lines}


def lost_until(losses: Mapping[tuple[int, Side], LossCount], side: Side, turn: int) -> Values:
    """The Ship Points that a side has lost up to each turn."""
    points = (losses.get((at, side), LossCount()).points for at in range(turn + 1))
    return dict(enumerate(accumulate(points)))


def zones_of(moves: Iterable[tuple[int, str, int]], sector: str, turn: int) -> Values:
    """The zone in which a sector's front line stood after each turn."""
    moved = {at: zone for at, one, zone in moves if one == sector}
    stands = [at for at in sorted(moved) if at <= turn]
    return {at: moved[max(one for one in stands if one <= at)] for at in range(turn + 1) if stands[0] <= at}


def of_sides(title: str, words: str, values: Mapping[Side, Values], turn: int) -> LineChart | None:
    """A chart with a curve for each side that has a figure; None if none has two, or all are 0."""
    until = {side: {at: one for at, one in values.get(side, {}).items() if at <= turn} for side in SIDES}
    known: dict[str, Values] = {side: found for side, found in until.items() if found}
    most = max((max(found.values()) for found in known.values()), default=0)
    if not most or all(len(found) < 2 for found in known.values()):
        return None
    return _chart(title, words, known, range(turn + 1), _scale(most))


def of_sector(chart: StrategicMap, sector: str, zones: Values, turn: int) -> LineChart | None:
    """The chart of a sector's front line; None in the first turn."""
    if turn < 2:
        return None
    last = len(chart.zones(sector))
    words = f"The zone of the front line, from 1 at the Terran home to {last} at the Talon home."
    return _chart(sector, words, {"": zones}, range(turn + 1), (1, (1 + last) // 2, last))


def _scale(most: int) -> tuple[int, ...]:
    """Round figures from 0 to `most` or a little above, some `LEVELS` steps."""
    steps = (first * 10**digits for digits in count() for first in (1, 2, 5))
    step = next(step for step in steps if step * LEVELS >= most)
    return tuple(range(0, -(-max(most, 1) // step) * step + 1, step))


def _chart(
    title: str, words: str, values: Mapping[str, Values], turns: range, scale: Sequence[int]
) -> LineChart:
    low, high, last = scale[0], scale[-1], turns[-1]
    every = -(-len(turns) // MARKS)
    return LineChart(
        title=title,
        words=words,
        curves=tuple(_curve(side, found, last, low, high) for side, found in values.items()),
        levels=tuple((value, _y(value, low, high)) for value in scale),
        marks=tuple((turn, _x(turn, last)) for turn in turns if turn % every == 0),
        rows=tuple(
            (turn, tuple(str(found[turn]) if turn in found else "–" for found in values.values()))
            for turn in turns
            if any(turn in found for found in values.values())
        ),
    )


def _curve(side: str, values: Values, last: int, low: int, high: int) -> Curve:
    points = [(_x(turn, last), _y(value, low, high)) for turn, value in sorted(values.items())]
    return Curve(side, "M" + "L".join(f"{x} {y}" for x, y in points), *points[-1], values[max(values)])


def _x(turn: int, last: int) -> int:
    return MARGIN + (WIDTH - 2 * MARGIN) * turn // max(last, 1)


def _y(value: int, low: int, high: int) -> int:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) // max(high - low, 1)
