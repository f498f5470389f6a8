"""What a campaign game or a war belongs to that somebody else arranged for its players."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Arranged:
    """What it belongs to; `due_at` is by when it is to be over.

    `path` is its page, "" for whoever does not see it. `decided` says what it counts as whatever is played; the players
    of a campaign game can call it off then. "" if it counts as it is played.
    """

    name: str
    path: str
    due_at: datetime | None
    decided: str
