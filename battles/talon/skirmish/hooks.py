"""What features above bring to the page on which single battles are begun."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from battles.talon.play.playing import DesignLine
from config.hook import Hook


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A campaign game in a list of a player or deputy: against whom, how it stands, and what is next.

    `turn` says whose turn it is, "" if nobody's; `waits`: it is the reader's. `unread` counts
    new lines of the chat, and `acts_for` is the player for whom the reader acts as deputy, "" for none.
    """

    path: str
    name: str
    rival: str
    score: str
    next: tuple[str, ...]
    turn: str
    waits: bool
    unread: int = 0
    acts_for: str = ""


SERIES: Hook[[User], Iterable[SeriesLine]] = Hook()
"""The campaign games of a player that are not over."""
BEING_SET_UP: Hook[[User], Iterable[DesignLine]] = Hook()
"""Other battles of a player that have not begun."""
