"""A chat as one of its players reads it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Said:
    """One line; `about` is the place of the battle it is about, "" for none, `unread`: the reader has not read it."""

    number: int
    mine: bool
    who: str
    text: str
    at: datetime
    battle: int
    about: str
    unread: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """What the chat shows, newest first; `battle` is the one it is narrowed to, 0 for none; `draft` was not taken.

    `rival` is whom the reader writes to, `other_side` whom they can mute, if that is somebody else. `closed` says why
    nobody may write now, "" if they may.
    """

    path: str
    rival: str
    said: list[Said]
    more: bool
    muted: bool
    battle: int
    about: str
    most: int
    draft: str = ""
    refused: str = ""
    other_side: str = ""
    closed: str = ""

    @property
    def mutes(self) -> str:
        """Whose lines the reader can hide."""
        return self.other_side or self.rival

    @property
    def of_teams(self) -> bool:
        """Whether more than two people read it."""
        return self.mutes != self.rival

    @property
    def newest(self) -> int:
        """The number of the newest line that is shown, 0 without any."""
        return max((line.number for line in self.said), default=0)

    @property
    def unread(self) -> int:
        """How many of the lines that are shown the reader has not read."""
        return sum(line.unread for line in self.said)
