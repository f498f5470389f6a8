"""A report in words and boxes, with its points, ratio and degree as the seam works them out."""

from dataclasses import dataclass

from battles.verdict import verdict
from engines.seam.documents import BattleSetup, Report
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.results.degree import captured, counted_double, degree_of, points_lost
from engines.talon.sheets.sheet import TITLES
from engines.talon.sheets.unit_cards import UnitCard, unit_card


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a report: points destroyed on each side, the ratio and the degree.

    If the winner lost nothing there is no ratio, and `unmatched` says so in a sentence (S1); `counted` are sentences
    about ships that count double (R36). `lost`: it is told to the player who lost.
    """

    verdict: str
    lost: bool
    ending: str
    terran_lost: int
    talon_lost: int
    ratio: str
    unmatched: str
    degree: str
    captured: bool
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideAfter:
    """One side after the battle."""

    side: Side
    title: str
    cards: tuple[UnitCard, ...]
    lost: int


def outcome_of(setup: BattleSetup, report: Report, reader: Side | None = None) -> Outcome:
    """The result of the report for the player of a side, even if the report is impossible."""
    terran, talon = (points_lost(setup, report, side) for side in SIDES)
    winner = report.winner
    own, enemy = (terran, talon) if winner == "terran" else (talon, terran)
    degree = degree_of(own, enemy) if winner else ""
    return Outcome(
        verdict=verdict(winner, degree, reader),
        lost=bool(winner and reader and winner != reader),
        ending=ending_words(report),
        terran_lost=terran,
        talon_lost=talon,
        ratio=f"{enemy / own:.1f} : 1" if winner and own else "",
        unmatched=_unmatched(TITLES[winner], enemy) if winner and not own else "",
        degree=degree.title(),
        captured=captured(setup, report),
        counted=counted_double(setup, report),
    )


def ending_words(report: Report) -> str:
    """How the battle ended, as a sentence."""
    rounds = f"{report.rounds} round{'s' if report.rounds != 1 else ''}"
    if report.winner is None:
        return f"Nobody held the field after {rounds}."
    winner, loser = TITLES[report.winner], TITLES[opponent(report.winner)]
    return {
        "held": f"{winner} held the field after {rounds}.",
        "conceded": f"{loser} conceded after {rounds}.",
        "planet": f"{winner} took the planet by landing after {rounds}.",
        "draw": f"Nobody held the field after {rounds}.",
    }[report.ending]


def _unmatched(winner: str, enemy: int) -> str:
    if not enemy:
        return "No losses"
    return f"{winner} destroyed {enemy} point{'s' if enemy != 1 else ''} and lost none"


def sides_after(setup: BattleSetup, report: Report) -> tuple[SideAfter, ...]:
    """Both sides with what became of each unit."""
    return tuple(_side_after(setup, report, side) for side in SIDES)


def _side_after(setup: BattleSetup, report: Report, side: Side) -> SideAfter:
    fates = {fate.name: fate for fate in report.fates(side)}
    cards = tuple(
        unit_card(side, unit, fates[unit.name].damage, fates[unit.name].fate) for unit in setup.force(side)
    )
    return SideAfter(side, TITLES[side], cards, points_lost(setup, report, side))
