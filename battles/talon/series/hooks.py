"""What features above bring to campaign games."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from battles.models import Series
from config.hook import Hook


@dataclass(frozen=True, slots=True)
class Arranged:
    """What a campaign game belongs to that was arranged for its players; `due_at` is by when it is to be over.

    `path` is its page, "" for whoever does not see it. `decided` says what it counts as whatever is played; the players
    can call it off then. "" if it counts as it is played.
    """

    name: str
    path: str
    due_at: datetime | None
    decided: str


ARRANGED: Hook[[Series, User], Arranged | None] = Hook()
"""What a campaign game belongs to, as a user sees it; None for one of somebody else."""


def arranged_for(series: Series, user: User) -> tuple[Arranged, ...]:
    """What a campaign game belongs to, as a user sees it.

    Nothing, and no query, for one that its players have set up.
    """
    found = ARRANGED.ask(series, user) if series.arranged else []
    return tuple(one for one in found if one is not None)
