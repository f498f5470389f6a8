"""What the players of a war or a campaign game may propose about its time: other deadlines, none, or a pause (S65)."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from battles.pace import PAUSE, WITHOUT, check_asked
from engines.seam.refusals import refuse

ANSWER_WITHIN: Final = timedelta(hours=72)
GONE: Final = "That proposal has changed. This is how it stands now."


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed, "" for nothing, and `by` whom: a side of a war, or a player of a campaign game."""

    asked: str = ""
    by: Hashable = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a player proposes about the time, for a page: `asked` as it is written, "" for nothing.

    After `until` it can no longer be answered.
    """

    asked: str
    words: str
    by_me: bool
    until: datetime | None


def agrees(
    standing: Proposal, by: Hashable, asked: str, *, pace: str, whole: str, patience: bool = False
) -> bool:
    """Whether who asks for this agrees thereby with what the other has proposed.

    `Refused` if nobody can choose that, it is so already, or the other waits for an answer. `whole` is what it is
    about, "war" or "campaign game", and `pace` that of its deadlines. `patience`: time runs without any, too, so that
    a pause stops it.
    """
    try:
        check_asked(asked)
    except ValueError as error:
        raise refuse("S65", "Choose one of the deadlines on offer.", "pace") from error
    if standing.asked and standing.by != by:
        if standing.asked != asked:
            raise refuse("S65", "Your opponent has made a proposal. Answer it first.")
        return True
    if asked == (pace or WITHOUT):
        already = "has no deadlines" if asked == WITHOUT else "already has these deadlines"
        raise refuse("S65", f"The {whole} {already}.", "pace")
    if asked == PAUSE and not pace and not patience:
        raise refuse("S65", f"This {whole} has no deadlines, so it needs no pause.")
    return False


def check_answer(standing: Proposal, by: Hashable, asked: str) -> None:
    """Raise `Refused` unless the other proposes this, and waits for an answer."""
    if not asked or standing.asked != asked or standing.by == by:
        raise refuse("S65", GONE)
