"""Points destroyed and the degree of victory (20.2, 29.2, S1, R35, R36)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import UNSET

from engines.seam.degrees import degree_of
from engines.seam.documents import BattleSetup, Degree, Report, Result
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.in_a_row import in_row
from engines.talon.aim_documents import Bombard, Destroy, Escape
from engines.talon.aims import (
    RETREATED,
    at_once,
    bombarded,
    by_landing,
    counted,
    damage_counted,
    decided,
    deciding,
    escapes,
    intelligence,
)
from engines.talon.catalogue import role_of
from engines.talon.results.check import refusals
from engines.talon.results.counting import points_lost, twice_lost
from engines.talon.results.reported import landed, landed_after
from engines.talon.terms import aims_of, terms_of

DEGREES: Final[tuple[Degree, ...]] = ("minor", "great", "devastating")
"""The degrees of a victory, the lowest first."""


def captured(setup: BattleSetup, report: Report) -> bool:
    """Whether the planet changes hands: enough transports have landed, some of them after the battle (S22, S23)."""
    taking = [aim for aim in deciding(aims_of(setup)) if aim.takes]
    return any(
        counted(aim, partial(landed, report)) + landed_after(report, aim.side) >= aim.needs for aim in taking
    )


def decision(setup: BattleSetup, report: Report) -> str:
    """Which aim made somebody the winner, as a sentence; empty if who held the field has won (R42)."""
    if report.ending == "aim" and report.winner is not None:
        return f"{report.winner.title()} {at_once(aims_of(setup), report.winner)}."
    if report.ending == "planet" and report.winner is not None:
        done = by_landing(aims_of(setup), report.winner)
        return f"{report.winner.title()} {done}." if done else ""
    winner = decided(aims_of(setup), partial(_fates, setup, report))
    if winner is None:
        return ""
    away = [
        fate.name
        for fate in report.fates(winner)
        if fate.fate in RETREATED and escapes(aims_of(setup), winner, _role(setup, winner, fate.name))
    ]
    if away:
        return f"{winner.title()} won: {in_row(away)} got away."
    loser = opponent(winner)
    roles = {aim.role for aim in aims_of(setup) if isinstance(aim, Escape | Destroy)}
    lost = [unit.name for unit in setup.force(loser) if role_of(unit.ship_class) in roles]
    return f"{winner.title()} won: {in_row(lost)} was destroyed."


def destroyed(setup: BattleSetup, report: Report) -> Bombard | None:
    """The aim that was fulfilled by damage to a planet, or by its side's concession; None if none was (26.8, R91)."""
    damage = damage_counted(aims_of(setup), report.damage_to_planet, report.winner, report.ending)
    return bombarded(aims_of(setup), damage)


def _role(setup: BattleSetup, side: Side, name: str) -> str:
    return next(role_of(unit.ship_class) for unit in setup.force(side) if unit.name == name)


def result_for(setup: BattleSetup, report: Report) -> Result:
    """The result of a report; `Refused` with every reason if the report is impossible."""
    refuse_all(refusals(setup, report))
    return outcome(setup, report)


def outcome(setup: BattleSetup, report: Report) -> Result:
    """What a report comes to, whether it is possible or not."""
    terran, talon = points_lost(setup, report, "terran"), points_lost(setup, report, "talon")
    by_aim = decided(aims_of(setup), partial(_fates, setup, report))
    winner, degree = by_aim or report.winner, None
    if winner is not None:
        twice = {side: twice_lost(setup, report, side) for side in SIDES}
        degree = degree_of(twice[winner], twice[opponent(winner)])
        done = destroyed(setup, report)
        if done is not None and done.side == winner:
            degree = done.degree
        sought = intelligence(aims_of(setup))
        if sought is not None:
            degree = sought.degree if sought.side == winner else sought.denied
        degree = min(degree, terms_of(setup).most, key=DEGREES.index)
    aim = UNSET if by_aim is None else by_aim
    return Result(report, terran, talon, degree, captured(setup, report), by_aim=aim)


def _fates(setup: BattleSetup, report: Report, side: Side, role: str) -> Sequence[str]:
    """What became of a side's units of a role; what is off the map because its side conceded has not got away (R90)."""
    names = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == role}
    conceded = report.ending == "conceded" and report.winner == opponent(side)
    fates = [fate.fate for fate in report.fates(side) if fate.name in names]
    return ["conceded" if conceded and fate == "left" else fate for fate in fates]
