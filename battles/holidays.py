"""Holidays of the players of a war or a campaign game: how many days each has, and who may leave (S66)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from engines.seam.refusals import refuse

MOST_DAYS: Final = 21
"""How many days a player may be on holiday in one war or campaign game."""
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Account:
    """A player's holidays: `left` are the days they have left, `until` the end of the present one, None for none."""

    left: int
    until: datetime | None


def account(holidays: Iterable[tuple[datetime, datetime]], now: datetime) -> Account:
    """The account of a player whose holidays began and ended at these instants."""
    known = list(holidays)
    used = sum(-((begins - ends) // DAY) for begins, ends in known)
    return Account(MOST_DAYS - used, max((ends for _begins, ends in known if ends > now), default=None))


def check_leaving(found: Account, days: int, *, due: bool, whole: str) -> None:
    """Raise `Refused` unless the player may leave for so many days; `whole` is "war" or "campaign game".

    `due`: anything in it has a deadline.
    """
    if not due:
        raise refuse("S66", f"This {whole} has no deadlines, so you need no holiday.")
    if found.until is not None:
        raise refuse("S66", "You are on holiday already.")
    if not 1 <= days <= found.left:
        raise refuse("S66", _most(days, found.left, whole), "days")


def _most(days: int, left: int, whole: str) -> str:
    """Why a player with so many days left cannot leave for that many."""
    if days < 1 < left:
        return f"Enter 1 to {left} days."
    return f"You have {left or 'no'} day{'' if left == 1 else 's'} of holiday left in this {whole}."
