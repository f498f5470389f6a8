"""What features above bring to the page on which single battles are begun."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from battles.talon.play.playing import DesignLine
from config.hook import Hook


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A campaign game as one of its players finds it in a list: against whom, how it stands, and what is next.

    `turn` says whose turn it is, "" if nobody's; `waits`: it is the reader's. `unread` counts
    new lines of the chat.
    """

    path: str
    name: str
    rival: str
    score: str
    next: tuple[str, ...]
    turn: str
    waits: bool
    unread: int = 0


SERIES: Hook[[User], Iterable[SeriesLine]] = Hook()
"""The campaign games of a player that are not over."""
BEING_SET_UP: Hook[[User], Iterable[DesignLine]] = Hook()
"""Other battles of a player that have not begun."""
