"""Who is settling a battle now: the computer, its players in the browser, or nobody yet."""

from battles.battle.selectors import owed, played
from battles.models import Battle, Resolution, Status
from engines.seam.sides import as_side

FOR_THE_COMPUTER = (Status.OPEN, Status.DISPUTED)
"""In these it can be given to the computer, or played."""


def being_fought(battle: Battle) -> bool:
    """Whether the computer has the battle; one query while it can be given to it."""
    return battle.status in FOR_THE_COMPUTER and is_under_way(battle, owed(battle))


def in_browser(battle: Battle) -> bool:
    """Whether the battle is being played in the browser; one query while it can be."""
    return battle.status in FOR_THE_COMPUTER and played(battle) is not None


def is_under_way(battle: Battle, resolution: Resolution | None) -> bool:
    """Whether the computer has the battle, by what it still owes it."""
    if battle.status not in FOR_THE_COMPUTER or resolution is None:
        return False
    return resolution.status != Resolution.Status.FAILED


def player_of(battle: Battle, side: str) -> str:
    """Who plays the side, in words fit for a sentence; "" for no side."""
    if side not in ("terran", "talon"):
        return ""
    if battle.one_screen:
        return side.title()
    return battle.name_of(as_side(side))
