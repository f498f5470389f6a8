"""A war turn by turn as curves, each with its figures: fleets, treasuries, incomes, losses and front lines (S15).

During the war the enemy's fleet and treasury are secret, and so they are in no chart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from campaign.models import LedgerLine
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.sight import WarView
from campaign.war.words.history_rows import AssignedClass, LossCount
from config.line_chart import LineChart, Plotted, Values, line_chart, scale_to
from engines.seam.sides import SIDES, Side
from engines.seam.systems import unit_class


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
    return _chart(title, words, known, range(turn + 1), scale_to(most))


def of_sector(chart: StrategicMap, sector: str, zones: Values, turn: int) -> LineChart | None:
    """The chart of a sector's front line; None in the first turn."""
    if turn < 2:
        return None
    last = len(chart.zones(sector))
    words = f"The zone of the front line, from 1 at the Terran home to {last} at the Talon home."
    return _chart(sector, words, {"": zones}, range(turn + 1), (1, (1 + last) // 2, last))


def _chart(
    title: str, words: str, values: Mapping[str, Values], turns: range, scale: Sequence[int]
) -> LineChart:
    plotted = [Plotted(side or "front", side.title() or "Zone", found) for side, found in values.items()]
    return line_chart(title, words, plotted, [str(turn) for turn in turns], scale)
