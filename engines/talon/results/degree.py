"""Points destroyed and the degree of victory (20.2, 29.2, S1, R35, R36)."""

from engines.seam.documents import BattleSetup, Degree, Report, Result
from engines.seam.names_in_a_row import in_row
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ship_class
from engines.talon.results.check import refusals


def points_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """The Ship Points that count as destroyed on `side`.

    Over a planet its destroyed transports and the enemy's landed ones count twice (29.2, 31.8, R36); a landing
    after the battle counts nothing (S23).
    """
    doubled = 2 if setup.mode == "planet" else 1
    classes = {unit.name: unit.ship_class for unit in setup.force(side)}
    lost = 0
    for fate in report.fates(side):
        if fate.fate == "destroyed":
            key = classes[fate.name]
            lost += ship_class(side, key).points * (doubled if key == "transport" else 1)
    enemy = opponent(side)
    landed = sum(fate.fate == "landed" for fate in report.fates(enemy))
    return lost + landed * doubled * ship_class(enemy, "transport").points


def counted_double(setup: BattleSetup, report: Report) -> tuple[str, ...]:
    """Why the points that count are not those of what was destroyed: over a planet transports count twice (R36)."""
    if setup.mode != "planet":
        return ()
    found = []
    for side in SIDES:
        classes = {unit.name: unit.ship_class for unit in setup.force(side)}
        fates = [fate for fate in report.fates(side) if classes[fate.name] == "transport"]
        points = 2 * ship_class(side, "transport").points
        lost = [fate.name for fate in fates if fate.fate == "destroyed"]
        landed = [fate.name for fate in fates if fate.fate == "landed"]
        if lost:
            found.append(
                f"{in_row(lost)}: transports lost over a planet count double, {points} points{_each(lost)}"
            )
        if landed:
            by = f"landed transports count double against {opponent(side).title()}"
            found.append(f"{in_row(landed)}: {by}, {points} points{_each(landed)}")
    return tuple(found)


def _each(names: list[str]) -> str:
    return " each" if len(names) > 1 else ""


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
    """Whether the invader takes the planet: two transports more than the owner landed (S22, S23)."""
    invader = setup.invader
    if invader is None:
        return False
    landed = sum(fate.fate in ("landed", "landed_after") for fate in report.fates(invader))
    return landed - sum(fate.fate == "landed" for fate in report.fates(opponent(invader))) >= 2


def result_for(setup: BattleSetup, report: Report) -> Result:
    """The result of a report; `Refused` with every reason if the report is impossible."""
    refuse_all(refusals(setup, report))
    terran, talon = points_lost(setup, report, "terran"), points_lost(setup, report, "talon")
    degree = None
    if report.winner is not None:
        degree = degree_of(*((terran, talon) if report.winner == "terran" else (talon, terran)))
    return Result(report, terran, talon, degree, captured(setup, report))
