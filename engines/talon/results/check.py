"""Whether a report is possible: each refusal names the ship, the rule and what to correct."""

from collections import Counter
from collections.abc import Iterator

from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aims import intelligence
from engines.talon.catalogue import role_of
from engines.talon.results.aims_check import aim_refusals
from engines.talon.results.reported import count, gave_up, must_still_come
from engines.talon.results.units_check import force_refusals
from engines.talon.terms import aims_of, terms_of


def refusals(setup: BattleSetup, report: Report) -> list[Refusal]:
    """Every reason why the report is impossible; none if it is possible."""
    mismatches = [*_names(setup, report, "terran"), *_names(setup, report, "talon")]
    if mismatches:
        return mismatches
    found = [
        *_ending(setup, report),
        *_first_round(report),
        *aim_refusals(setup, report),
    ]
    for side in SIDES:
        found += force_refusals(setup, report, side)
    return found


def _names(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    have = Counter(unit.name for unit in setup.force(side))
    reported = Counter(fate.name for fate in report.fates(side))
    for name in have - reported:
        yield Refusal("31.6", f"The fate of {SIDE_TITLES[side]} {name} is missing.", name)
    for name in reported - have:
        yield Refusal("31.6", f"{SIDE_TITLES[side]} {name} is not in this battle, or is listed twice.", name)


def _ending(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    if report.ending == "draw":
        yield from _drawn(setup, report)
        return
    if report.winner is None:
        yield Refusal("20.1", "Choose who won, or nobody.", "winner")
        return
    loser = opponent(report.winner)
    yield from _defeated(setup, report, loser)
    standing = count(report, report.winner, "stands", "landed_after")
    standing += must_still_come(setup, report, report.winner)
    if not standing and report.ending not in ("planet", "aim") and intelligence(aims_of(setup)) is None:
        reason = f"{SIDE_TITLES[report.winner]} cannot have won: it has nothing left on the map."
        yield Refusal("20.1", reason, "winner")


def _drawn(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    if report.winner is not None:
        yield Refusal("20.4", "A draw has no winner: choose a winner or a draw.", "winner")
    present = [side for side in SIDES if count(report, side, "stands") + must_still_come(setup, report, side)]
    if len(present) == 1 and intelligence(aims_of(setup)) is None:
        reason = f"Only {SIDE_TITLES[present[0]]} has units left on the map, so it holds the field."
        yield Refusal("20.1", reason, "winner")


def _defeated(setup: BattleSetup, report: Report, loser: Side) -> Iterator[Refusal]:
    held = report.ending == "held"
    if not held and not gave_up(setup, report, loser):
        return
    bases = {unit.name for unit in setup.force(loser) if role_of(unit.ship_class) == "base"}
    for fate in report.fates(loser):
        if fate.fate != "stands" or (fate.name in bases and not held and not terms_of(setup).bases_fall):
            continue
        if held:
            reason = f"Only one side can hold the field, but {SIDE_TITLES[loser]} {fate.name} still stands."
            yield Refusal("20.1", reason, fate.name)
        else:
            what = "is lost: a base cannot get away" if fate.name in bases else "was destroyed or escaped"
            if terms_of(setup).no_retreat == loser:
                what = "is lost: aliens do not retreat"
            reason = f"{SIDE_TITLES[loser]} conceded, so {fate.name} {what}."
            yield Refusal("20.4", reason, fate.name)
    if held and must_still_come(setup, report, loser):
        reason = f"{SIDE_TITLES[loser]} ships were still to come in, so the battle was not over."
        yield Refusal("31.6", reason, "winner")


def _first_round(report: Report) -> Iterator[Refusal]:
    """Nothing lands in round 1: what is set up is too far off, what comes in does so when it is over (23, 31.8)."""
    if report.rounds == 1 and any(count(report, side, "landed") for side in SIDES):
        reason = "No transport can reach the planet and land at Speed 1 in round 1: correct the rounds, or who landed."
        yield Refusal("23", reason, "rounds")
