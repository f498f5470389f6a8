"""Points destroyed and the degree of victory (20.2, 29.2, S1, R35, R36)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import UNSET

from engines.seam.aims import Destroy, Escape, Target, Unhurt
from engines.seam.documents import BattleSetup, Degree, Fate, FateWord, Report, Result, Unit
from engines.seam.names_in_a_row import in_row
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aims import (
    RETREATED,
    counted,
    decided,
    deciding,
    escapes,
    halves,
    target,
    times_as_target,
    times_away,
    times_landed,
    times_lost,
)
from engines.talon.catalogue import ShipClass, class_of, role_of, ship_class
from engines.talon.results.check import fate_of, landed, landed_after, refusals

DOUBLE: Final = 2
DEGREES: Final[tuple[Degree, ...]] = ("minor", "great", "devastating")
"""The degrees of a victory, the lowest first."""


def points_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """The Ship Points that count as destroyed on `side`, a half of one as one.

    The aims say how many times destroyed transports, and the enemy's landed or escaped ones, count (29.2, 31.8, R36),
    and what makes all of it count half (26.10); a landing after the battle counts nothing (S23).
    """
    return (twice_lost(setup, report, side) + 1) // 2


def twice_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """Twice the Ship Points that count as destroyed on `side`: exact also where they count half (R75)."""
    aims, enemy = setup.aims, opponent(side)
    lost = 0
    for unit, kind in _with_fate(setup, report, side, "destroyed"):
        times = times_lost(aims, side, kind.role)
        lost += kind.points * max(times, times_as_target(aims, side, unit.name))
    for _, kind in _with_fate(setup, report, enemy, "landed"):
        lost += kind.points * times_landed(aims, enemy)
    for unit, kind in _with_fate(setup, report, enemy, *RETREATED):
        lost += kind.points * times_as_target(aims, enemy, unit.name)
    for _, kind in _with_fate(setup, report, enemy, "jumped"):
        lost += kind.points * times_away(aims, enemy) if escapes(aims, enemy, kind.role) else 0
    return lost if side in halves(setup.aims, partial(_hurt, setup, report)) else 2 * lost


def _with_fate(
    setup: BattleSetup, report: Report, side: Side, *fates: str
) -> Iterator[tuple[Unit, ShipClass]]:
    """Each unit of a side that has one of these fates, with its class."""
    units = {unit.name: unit for unit in setup.force(side)}
    found = (units[one.name] for one in report.fates(side) if one.fate in fates)
    return ((unit, class_of(side, unit)) for unit in found)


def _hurt(setup: BattleSetup, report: Report, side: Side, key: str) -> bool:
    """Whether hull damage was done to one of a side's units of that class, or it was destroyed."""
    before = {unit.name: unit.damage for unit in setup.force(side) if unit.ship_class == key}
    return any(
        fate.name in before and (fate.fate == "destroyed" or fate.damage.hull > before[fate.name].hull)
        for fate in report.fates(side)
    )


def counted_double(setup: BattleSetup, report: Report) -> tuple[str, ...]:
    """Why the points that count are not those of what was destroyed: what counts twice, or half (R36, R75)."""
    lines = [line for side in SIDES for line in _counted_double(setup, report, side)]
    return (*lines, *_counted_half(setup, report))


def _counted_half(setup: BattleSetup, report: Report) -> Iterator[str]:
    """Whose losses count half, and why (26.10, R75)."""
    for aim in setup.aims:
        if isinstance(aim, Unhurt) and _hurt(setup, report, aim.side, aim.ship_class):
            kind = ship_class(aim.side, aim.ship_class).title.lower()
            loser = opponent(aim.side).title()
            yield f"A {kind} of {aim.side.title()} took hull damage, so what {loser} has lost counts half"


def _counted_double(setup: BattleSetup, report: Report, side: Side) -> Iterator[str]:
    transports = {
        unit.name: class_of(side, unit).points
        for unit in setup.force(side)
        if role_of(unit.ship_class) == "transport"
    }
    points = next(iter(transports.values()), 0)
    lost, down, away = (
        [fate.name for fate in report.fates(side) if fate.name in transports and fate.fate == word]
        for word in ("destroyed", "landed", "jumped")
    )
    against = f" against {opponent(side).title()}"
    where = " over a planet" if setup.planet_owner is not None else ""
    times = times_lost(setup.aims, side, "transport")
    if lost and times > 1:
        yield f"{in_row(lost)}: transports lost{where} count {_count_words(lost, times, points)}"
    times = times_lost(setup.aims, side, "base")
    for unit, kind in _with_fate(setup, report, side, "destroyed"):
        if kind.role == "base" and times > 1:
            words = _count_words([unit.name], times, kind.points)
            yield f"{unit.name}: a base that is destroyed counts {words}"
    times = times_landed(setup.aims, side)
    if down and times > 1:
        yield f"{in_row(down)}: landed transports count {_count_words(down, times, points, against)}"
    aim = target(setup.aims, side)
    if aim is not None:
        yield from _as_target(setup, report, aim)
    times = times_away(setup.aims, side)
    if away and times:
        yield f"{in_row(away)}: escaped transports count {_count_words(away, times, points, against)}"


def _as_target(setup: BattleSetup, report: Report, aim: Target) -> Iterator[str]:
    """How the target of a side counts that is destroyed, or has got away (R36)."""
    points = next(class_of(aim.side, unit).points for unit in setup.force(aim.side) if unit.name == aim.unit)
    fate = fate_of(report, aim.side, aim.unit)
    if fate == "destroyed":
        yield f"{aim.unit}: a target that is destroyed counts {_count_words([aim.unit], aim.counts, points)}"
    if fate in RETREATED:
        against = f" against {opponent(aim.side).title()}"
        words = _count_words([aim.unit], aim.counts, points, against)
        yield f"{aim.unit}: a target that got away counts {words}"


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


def decision(setup: BattleSetup, report: Report) -> str:
    """Which aim made somebody the winner, as a sentence; empty if none did (R42)."""
    winner = decided(setup.aims, partial(_fates, setup, report))
    if winner is None:
        return ""
    escaped = [
        fate.name for fate in report.fates(winner) if fate.fate == "jumped" and _is_bound(setup, winner, fate)
    ]
    if escaped:
        return f"{winner.title()} won: {in_row(escaped)} has escaped."
    lost = [
        unit.name
        for unit in setup.force(opponent(winner))
        if role_of(unit.ship_class) in {aim.role for aim in setup.aims if isinstance(aim, Escape | Destroy)}
    ]
    return f"{winner.title()} won: {in_row(lost)} was destroyed."


def _is_bound(setup: BattleSetup, side: Side, fate: Fate) -> bool:
    """Whether a unit of a side was to escape."""
    unit = next(unit for unit in setup.force(side) if unit.name == fate.name)
    return escapes(setup.aims, side, role_of(unit.ship_class))


def result_for(setup: BattleSetup, report: Report) -> Result:
    """The result of a report; `Refused` with every reason if the report is impossible."""
    refuse_all(refusals(setup, report))
    return outcome(setup, report)


def outcome(setup: BattleSetup, report: Report) -> Result:
    """What a report comes to, whether it is possible or not."""
    terran, talon = points_lost(setup, report, "terran"), points_lost(setup, report, "talon")
    by_aim = decided(setup.aims, partial(_fates, setup, report))
    winner, degree = by_aim or report.winner, None
    if winner is not None:
        twice = {side: twice_lost(setup, report, side) for side in SIDES}
        degree = degree_of(twice[winner], twice[opponent(winner)])
        if setup.terms is not UNSET:
            degree = min(degree, setup.terms.most, key=DEGREES.index)
    aim = UNSET if by_aim is None else by_aim
    return Result(report, terran, talon, degree, captured(setup, report), by_aim=aim)


def _fates(setup: BattleSetup, report: Report, side: Side, role: str) -> Sequence[FateWord]:
    """What became of a side's units of a role."""
    names = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == role}
    return [fate.fate for fate in report.fates(side) if fate.name in names]
