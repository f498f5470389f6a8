"""What features above bring to campaign games."""

from dataclasses import dataclass
from datetime import datetime

from battles.models import Series
from config.hook import Hook


@dataclass(frozen=True, slots=True)
class Arranged:
    """What a campaign game belongs to that was arranged for its players; `due_at` is by when it is to be over."""

    name: str
    path: str
    due_at: datetime | None


ARRANGED: Hook[[Series], Arranged | None] = Hook()
"""What a campaign game belongs to; None for one of somebody else."""


def arranged_for(series: Series) -> tuple[Arranged, ...]:
    """What a campaign game belongs to; nothing, and no query, for one that its players have set up."""
    found = ARRANGED.ask(series) if series.arranged else []
    return tuple(one for one in found if one is not None)
