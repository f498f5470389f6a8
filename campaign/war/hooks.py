"""What features bring to every war, so that the war need not know them; each brings its own when the site starts."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from campaign.models import Entry, Seat
from campaign.war.at import At
from campaign.war.words.history_chapters import Chapter
from config.hook import Hook
from config.pages import Page


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the war in the line of its pages: `address` below the side's own, `unread` how much is new there.

    `pushed`: it stands at the end of the line.
    """

    name: str
    address: str
    unread: int = 0
    icon: str = ""
    pushed: bool = False


@dataclass(frozen=True, slots=True)
class Panel(Page):
    """What stands on the war's page below the battles and the fleet."""

    def shown(self, at: At) -> None:
        """Called once a player has been shown the whole page."""


@dataclass(frozen=True, slots=True)
class HistoryTurn:
    """A turn of the history: its entries, and in which turn an instant is listed that was written in another."""

    at: At
    turn: int
    entries: Collection[Entry]
    turn_of: Callable[[datetime, int], int]
    over: bool


TABS: Hook[[At], Iterable[Tab]] = Hook()
"""Pages of a war."""
PANELS: Hook[[At], Panel | None] = Hook()
"""What stands on the war's page below the battles and the fleet."""
CHAPTERS: Hook[[HistoryTurn], Iterable[Chapter | None]] = Hook()
"""What else the history says of a turn."""
UNREAD: Hook[[Iterable[Seat]], Mapping[int, int]] = Hook()
"""How many lines the players of these seats have not read, by war."""
