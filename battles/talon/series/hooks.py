"""What features above bring to campaign games."""

from accounts.models import User
from battles.arranged import Arranged
from battles.models import Series
from config.hook import Hook

ARRANGED: Hook[[Series, User], Arranged | None] = Hook()
"""What a campaign game belongs to, as a user sees it; None for one of somebody else."""


def arranged_for(series: Series, user: User) -> tuple[Arranged, ...]:
    """What a campaign game belongs to, as a user sees it.

    Nothing, and no query, for one that its players have set up.
    """
    found = ARRANGED.ask(series, user) if series.arranged else []
    return tuple(one for one in found if one is not None)
