"""Points destroyed and the degree of victory (20.2, 29.2, S1, R35, R36)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engines.seam.documents import BattleSetup, Degree, Report, Result
from engines.seam.names_in_a_row import in_row
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aims import counted, deciding, times_landed, times_lost
from engines.talon.catalogue import role_of, ship_class
from engines.talon.results.check import landed, landed_after, refusals

DOUBLE: Final = 2


def points_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """The Ship Points that count as destroyed on `side`.

    The aims say how many times destroyed transports and the enemy's landed ones count (29.2, 31.8, R36); a landing
    after the battle counts nothing (S23).
    """
    aims, classes = setup.aims, {unit.name: unit.ship_class for unit in setup.force(side)}
    lost = 0
    for fate in report.fates(side):
        if fate.fate == "destroyed":
            kind = ship_class(side, classes[fate.name])
            lost += kind.points * times_lost(aims, side, kind.role)
    enemy = opponent(side)
    points = times_landed(aims, enemy) * ship_class(enemy, "transport").points
    return lost + landed(report, enemy) * points


def counted_double(setup: BattleSetup, report: Report) -> tuple[str, ...]:
    """Why the points that count are not those of what was destroyed: over a planet transports count twice (R36)."""
    return tuple(line for side in SIDES for line in _counted_double(setup, report, side))


def _counted_double(setup: BattleSetup, report: Report, side: Side) -> Iterator[str]:
    classes = {unit.name: unit.ship_class for unit in setup.force(side)}
    fates = [fate for fate in report.fates(side) if role_of(classes[fate.name]) == "transport"]
    points = ship_class(side, "transport").points
    lost = [fate.name for fate in fates if fate.fate == "destroyed"]
    times = times_lost(setup.aims, side, "transport")
    if lost and times > 1:
        yield f"{in_row(lost)}: transports lost over a planet count {_count_words(lost, times, points)}"
    down = [fate.name for fate in fates if fate.fate == "landed"]
    times = times_landed(setup.aims, side)
    if down and times > 1:
        against = f" against {opponent(side).title()}"
        yield f"{in_row(down)}: landed transports count {_count_words(down, times, points, against)}"


def _count_words(names: list[str], times: int, points: int, against: str = "") -> str:
    """How often the points count, and how many that are."""
    often = "double" if times == DOUBLE else f"{times} times"
    return f"{often}{against}, {times * points} points{' each' if len(names) > 1 else ''}"


def degree_of(winner_lost: int, loser_lost: int) -> Degree:
    """The degree of a victory from both sides' points destroyed (20.2, S1).

    >>> degree_of(100, 150), degree_of(100, 300), degree_of(0, 0), degree_of(0, 37)
    ('great', 'devastating', 'minor', 'devastating')
    """
    if winner_lost == 0:
        return "devastating" if loser_lost else "minor"
    if loser_lost >= 3 * winner_lost:
        return "devastating"
    return "great" if 2 * loser_lost >= 3 * winner_lost else "minor"


def captured(setup: BattleSetup, report: Report) -> bool:
    """Whether the planet changes hands: enough transports have landed, some of them after the battle (S22, S23)."""
    taking = [aim for aim in deciding(setup.aims) if aim.takes]
    return any(
        counted(aim, partial(landed, report)) + landed_after(report, aim.side) >= aim.needs for aim in taking
    )


def result_for(setup: BattleSetup, report: Report) -> Result:
    """The result of a report; `Refused` with every reason if the report is impossible."""
    refuse_all(refusals(setup, report))
    return outcome(setup, report)


def outcome(setup: BattleSetup, report: Report) -> Result:
    """What a report comes to, whether it is possible or not."""
    terran, talon = points_lost(setup, report, "terran"), points_lost(setup, report, "talon")
    degree = None
    if report.winner is not None:
        degree = degree_of(*((terran, talon) if report.winner == "terran" else (talon, terran)))
    return Result(report, terran, talon, degree, captured(setup, report))
