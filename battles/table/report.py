"""A report in words and boxes, with its points, ratio and degree as the seam works them out."""

from dataclasses import dataclass, replace

from battles.battle.verdict import verdict
from engines.seam.cards import UnitCard, squadrons_home
from engines.seam.documents import BattleSetup, Report
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.seam.systems import system, unit_card


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
    game = system(setup.system)
    found = game.outcome(setup, report)
    winner = found.winner
    own, enemy = (found.lost(winner), found.lost(opponent(winner))) if winner else (0, 0)
    degree = found.degree or ""
    return Outcome(
        verdict=verdict(winner, degree, reader),
        lost=bool(winner and reader and winner != reader),
        ending=_ending(game.decision(setup, report), report),
        terran_lost=found.terran_lost,
        talon_lost=found.talon_lost,
        ratio=f"{enemy / own:.1f} : 1" if winner and own else "",
        unmatched=_unmatched(SIDE_TITLES[winner], enemy) if winner and not own else "",
        degree=degree.title(),
        captured=found.captured,
        counted=game.counted_double(setup, report),
    )


def _ending(decision: str, report: Report) -> str:
    """What decided the battle, and how it ended, in sentences."""
    if decision and report.ending == "planet":
        return f"{decision} {_after(report)}"
    return f"{decision} {ending_words(report)}".strip()


def _after(report: Report) -> str:
    """How long a battle lasted that an aim decided at once, as a sentence."""
    return f"That was after {report.rounds} round{'s' if report.rounds != 1 else ''}."


def ending_words(report: Report) -> str:
    """How the battle ended, as a sentence."""
    rounds = f"{report.rounds} round{'s' if report.rounds != 1 else ''}"
    if report.winner is None:
        return f"Nobody held the field after {rounds}."
    winner, loser = SIDE_TITLES[report.winner], SIDE_TITLES[opponent(report.winner)]
    return {
        "held": f"{winner} held the field after {rounds}.",
        "conceded": f"{loser} conceded after {rounds}.",
        "planet": f"{winner} took the planet by landing after {rounds}.",
        "aim": _after(report),
        "draw": f"Nobody held the field after {rounds}.",
    }[report.ending]


def _unmatched(winner: str, enemy: int) -> str:
    if not enemy:
        return "No losses"
    return f"{winner} destroyed {enemy} point{'s' if enemy != 1 else ''} and lost none"


def sides_after(setup: BattleSetup, report: Report) -> tuple[SideAfter, ...]:
    """Both sides with what became of each unit."""
    found = system(setup.system).outcome(setup, report)
    return tuple(_side_after(setup, report, side, found.lost(side)) for side in SIDES)


def _side_after(setup: BattleSetup, report: Report, side: Side, lost: int) -> SideAfter:
    fates = {fate.name: fate for fate in report.fates(side)}
    cards = tuple(
        unit_card(side, unit, fates[unit.name].damage, fates[unit.name].fate) for unit in setup.force(side)
    )
    home = squadrons_home((card.kind, card.fate) for card in cards)
    return SideAfter(side, SIDE_TITLES[side], tuple(replace(card, home=home) for card in cards), lost)
