"""Whether a report agrees with what was fought for: each refusal names the rule and what to correct (26, 29, 31.8)."""

from collections.abc import Iterator
from functools import partial

from msgspec import UNSET

from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aim_documents import Dock, Intel, Land
from engines.talon.aims import bombardment, counted, courier, deciding, intelligence, needed_words, struck
from engines.talon.results.layout_check import last_round_of_base
from engines.talon.results.reported import (
    base_stands,
    count,
    fate_of,
    gave_up,
    guarded,
    landed,
    landed_after,
    landings_after,
    squadrons_of,
)
from engines.talon.terms import aims_of


def aim_refusals(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Every reason why what was fought for does not agree with how the battle ended, or with what became of whom."""
    yield from _landings(setup, report)
    yield from _targets(setup, report)
    yield from _docking(setup, report)
    yield from _bombardment(setup, report)
    yield from _intelligence(setup, report)


def _landings(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """What is wrong with landings; transports may have been docked with a base of their own side (R59)."""
    decisive = deciding(aims_of(setup))
    if not decisive:
        if report.ending == "planet":
            yield Refusal("31.8", "There is no planet to take in this battle.", "ending")
        return
    able = [aim.side for aim in decisive]
    if report.ending == "planet" and report.winner not in able:
        yield Refusal(decisive[0].rule, f"{SIDE_TITLES[opponent(able[0])]} cannot win by landing.", "ending")
    for aim in decisive:
        yield from _reached(report, aim)
        if guarded(setup, report, aim) and count(report, aim.side, "landed", "landed_after"):
            side, enemy = SIDE_TITLES[aim.side], SIDE_TITLES[opponent(aim.side)]
            reason = f"No {side} transport can land while the {enemy} base stands."
            yield Refusal("31.8", reason, "landed")
    yield from _landed_afterwards(setup, report)


def _reached(report: Report, aim: Land) -> Iterator[Refusal]:
    """The battle ends with the last landing that is needed, and so ends in no other way."""
    side, number = SIDE_TITLES[aim.side], counted(aim, partial(landed, report))
    words = needed_words(aim, SIDE_TITLES[opponent(aim.side)])
    won = report.ending == "planet" and report.winner == aim.side
    if won and number != aim.needs:
        yield Refusal(aim.rule, f"{side} wins by landing only with {words}.", "ending")
    if not won and number >= aim.needs:
        yield Refusal(aim.rule, f"{side} landed {words}, which ends the battle at once.", "ending")


def _landed_afterwards(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who lands unopposed has won, and does so where it is what takes the planet (S23)."""
    aim = next((aim for aim in deciding(aims_of(setup)) if aim.afterwards), None)
    after, needed = sum(landed_after(report, side) for side in SIDES), landings_after(setup, report)
    if aim is not None and after != needed and (after or not base_stands(setup, report, aim.side)):
        yield Refusal("S23", _landing_words(SIDE_TITLES[aim.side], needed), "landed_after")


def _landing_words(invader: str, needed: int) -> str:
    if not needed:
        return "No transport lands after this battle."
    return f"{invader} won over the planet: mark {needed} of its transports as landed after the battle."


def _targets(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who destroys the enemy's target and brings its own away has won at once (26, 29.8, R72).

    Not if a side conceded: by that its target got away, or was destroyed (20.4).
    """
    if bombardment(aims_of(setup)) is not None or intelligence(aims_of(setup)) is not None:
        return
    winner = struck(aims_of(setup), partial(fate_of, report))
    if (
        courier(aims_of(setup)) is None
        and report.ending == "aim"
        and (winner is None or winner != report.winner)
    ):
        words = "Only a side whose target got away, and which destroyed the enemy's, wins so."
        yield Refusal("29.8", words, "ending")
    if report.ending not in ("aim", "conceded") and winner is not None:
        title = SIDE_TITLES[winner]
        reason = (
            f"{title} destroyed the enemy's target and brought its own away, which ends the battle at once."
        )
        yield Refusal("29.8", reason, "ending")


def _docking(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who docks as it was to, or whose enemy prevents it, has won at once (R70); each side may be to dock."""
    docks = [aim for aim in aims_of(setup) if isinstance(aim, Dock)]
    for aim in docks:
        title, enemy = SIDE_TITLES[aim.side], SIDE_TITLES[opponent(aim.side)]
        what, others = _kept_from_docking(setup, report, aim), [one for one in docks if one.side != aim.side]
        both = any(_kept_from_docking(setup, report, one) for one in others)
        if report.ending == "aim" and report.winner == aim.side and what and not both:
            yield Refusal(aim.rule, f"{title} cannot have won so: {what} was destroyed.", "ending")
        if report.ending == "aim" and report.winner == opponent(aim.side) and not what and not others:
            reason = f"{enemy} wins so only by destroying {aim.unit} or the base."
            yield Refusal(aim.rule, reason, "ending")
        if report.ending != "aim" and what and not gave_up(setup, report, aim.side):
            reason = f"{what} was destroyed, which ends the battle at once: {enemy} has won."
            yield Refusal(aim.rule, reason, "ending")


def _kept_from_docking(setup: BattleSetup, report: Report, aim: Dock) -> str:
    """What was destroyed so that a side's unit cannot dock: the unit or the base; "" if neither (R70)."""
    if fate_of(report, aim.side, aim.unit) == "destroyed":
        return aim.unit
    return "" if base_stands(setup, report, aim.side) else f"{SIDE_TITLES[aim.side]}'s base"


def _bombardment(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """The damage done to a planet is possible, and ends the battle at once when it is enough (26.8, R91, R92)."""
    aim = bombardment(aims_of(setup))
    if aim is None:
        if report.planet_damage is not UNSET:
            yield Refusal("26", "No planet can be damaged in this battle.", "planet_damage")
        return
    planet, side = aim.planet, SIDE_TITLES[aim.side]
    if report.planet_damage is UNSET:
        yield Refusal(aim.rule, f"Enter the damage done to {planet}, 0 to {aim.needs}.", "planet_damage")
        return
    damage = report.planet_damage
    if damage > aim.needs:
        reason = f"{planet} is destroyed with {aim.needs} points of damage, and more cannot be done to it."
        yield Refusal(aim.rule, reason, "planet_damage")
    elif damage == aim.needs and (report.ending != "aim" or report.winner != aim.side):
        reason = (
            f"With {aim.needs} points of damage to {planet} {side} wins at once: "
            "correct how it ended, or the damage."
        )
        yield Refusal(aim.rule, reason, "planet_damage")
    elif report.ending == "aim" and report.winner != aim.side:
        yield Refusal(aim.rule, f"Only {side} can win by destroying {planet}.", "ending")
    elif report.ending == "aim" and damage < aim.needs:
        reason = f"{planet} is destroyed with {aim.needs} points of damage; {damage} were done."
        yield Refusal(aim.rule, reason, "planet_damage")


def _intelligence(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    """Who has jumped with the intelligence, and what keeps the carrier from it, ends the battle at once (26.9, R74)."""
    aim = intelligence(aims_of(setup))
    if aim is None:
        return
    if report.ending == "held":
        yield Refusal("R108", "Who holds the field decides nothing in this battle.", "ending")
        return
    yield from _fallen(setup, report, opponent(aim.side))
    if report.ending == "aim" and report.winner == aim.side:
        yield from _brought(setup, report, aim)
        return
    prevented = _prevented(setup, report, aim)
    if report.ending != "aim" and prevented and not gave_up(setup, report, aim.side):
        reason = f"{prevented}, which ends the battle at once: that is the ending to choose."
        yield Refusal(aim.rule, reason, "ending")


def _brought(setup: BattleSetup, report: Report, aim: Intel) -> Iterator[Refusal]:
    """What else has happened if the carrier has jumped with the intelligence."""
    title = SIDE_TITLES[aim.side]
    if fate_of(report, aim.side, aim.unit) != "jumped":
        yield Refusal(aim.rule, f"{title} wins so only if {aim.unit} has jumped.", aim.unit)
    if not any(fate == "jumped" for fate in squadrons_of(setup, report, aim.side)):
        reason = (
            f"{aim.unit} has no intelligence without a squadron aboard: mark the one that jumped with it."
        )
        yield Refusal(aim.rule, reason, aim.unit)


def _prevented(setup: BattleSetup, report: Report, aim: Intel) -> str:
    """What has ended the battle by the aim, as far as a report shows it; "" if nothing."""
    carrier = fate_of(report, aim.side, aim.unit)
    if carrier not in ("stands", "waited"):
        return f"{aim.unit} is {'destroyed' if carrier == 'destroyed' else 'gone'}"
    if not any(fate in ("stands", "waited") for fate in squadrons_of(setup, report, aim.side)):
        return f"Every squadron of {SIDE_TITLES[aim.side]} is gone"
    return ""


def _fallen(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    """A base that a black hole pulls does not stand once it has been pulled in (18)."""
    last = last_round_of_base(setup)
    if last is not None and report.rounds > last and base_stands(setup, report, side):
        reason = (
            f"The base is in the black hole at the end of round {last}; the battle lasted {report.rounds}."
        )
        yield Refusal("18", reason, "rounds")
