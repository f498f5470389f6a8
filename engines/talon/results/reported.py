"""What a report says, in the terms of its set-up: how many of a side have a fate, who gave up, whose base stands."""

from functools import partial
from typing import Final

from engines.seam.documents import BattleSetup, Fate, Report
from engines.seam.sides import Side, opponent
from engines.talon.aim_documents import Land
from engines.talon.aims import as_conceded, counted, landing
from engines.talon.catalogue import role_of
from engines.talon.terms import aims_of

GONE: Final = ("destroyed", "landed", "landed_after")
"""What becomes of a unit that takes no further part, on either side."""


def fate_of(report: Report, side: Side, name: str) -> str:
    """What became of a side's unit of that name."""
    return next((fate.fate for fate in report.fates(side) if fate.name == name), "")


def count(report: Report, side: Side, *words: str) -> int:
    """How many of a side's units have one of these fates."""
    return sum(fate.fate in words for fate in report.fates(side))


def squadrons_of(setup: BattleSetup, report: Report, side: Side) -> list[str]:
    """What became of a side's squadrons."""
    names = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "squadron"}
    return [fate.fate for fate in report.fates(side) if fate.name in names]


def landed(report: Report, side: Side) -> int:
    """How many of a side's transports landed in the battle."""
    return count(report, side, "landed")


def landed_after(report: Report, side: Side) -> int:
    """How many of them landed unopposed once it was won (S23)."""
    return count(report, side, "landed_after")


def able_to_land(setup: BattleSetup, report: Report, side: Side) -> list[Fate]:
    """The side's transports that can land once the battle is won: on the map, or still waiting (S23)."""
    transports = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "transport"}
    words = ("stands", "waited", "landed_after")
    return [fate for fate in report.fates(side) if fate.name in transports and fate.fate in words]


def landings_after(setup: BattleSetup, report: Report) -> int:
    """How many transports the winner must land after the battle (S23); 0 if none can or need."""
    aim = landing(aims_of(setup), report.winner) if report.winner is not None else None
    if aim is None or not aim.afterwards or report.ending == "planet" or guarded(setup, report, aim):
        return 0
    needed = aim.needs - counted(aim, partial(landed, report))
    return needed if 0 < needed <= len(able_to_land(setup, report, aim.side)) else 0


def gave_up(setup: BattleSetup, report: Report, side: Side) -> bool:
    """Whether a side has lost as one that concedes, or is treated as such (20.4)."""
    return report.winner != side and as_conceded(aims_of(setup), report.winner, report.ending)


def nothing_left(report: Report) -> Side | None:
    """The side that conceded with every unit gone, so that the last must have been lost by it (20.4, R30).

    What lies in an enemy's arc and range then is destroyed: the report alone does not show whether it was so. None if
    nobody conceded, or the side had something left or away.
    """
    if report.ending != "conceded" or report.winner is None:
        return None
    loser = opponent(report.winner)
    return loser if all(fate.fate in GONE for fate in report.fates(loser)) else None


def guarded(setup: BattleSetup, report: Report, aim: Land) -> bool:
    """Whether a base of the enemy kept transports from landing to the end (31.8)."""
    return aim.guarded and base_stands(setup, report, opponent(aim.side))


def base_stands(setup: BattleSetup, report: Report, side: Side) -> bool:
    """Whether a side has a base that is not destroyed."""
    bases = {unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "base"}
    return any(fate.name in bases and fate.fate != "destroyed" for fate in report.fates(side))


def must_still_come(setup: BattleSetup, report: Report, side: Side) -> int:
    """Ships waiting for a counter: they must come in, so the battle goes on (31.6, R28).

    So it does with a transport on a planet that comes back (R118).
    """
    classes = {unit.name: unit.ship_class for unit in setup.force(side)}
    free = ("transport", "squadron")
    waiting = sum(
        fate.fate == "waited" and role_of(classes[fate.name]) not in free for fate in report.fates(side)
    )
    return waiting + sum(fate.fate == "landed" and fate.unloaded for fate in report.fates(side))
