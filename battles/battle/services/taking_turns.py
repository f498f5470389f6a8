"""Whose battle is next: of all that a worker owes, one of whoever waits for the fewest."""

from collections import Counter
from typing import Any

from accounts.work import Work


def attempt_next(work: Work[Any, Any], number: int) -> bool:
    """Whether this call did some of the work when the bell rang for a row, and booked it.

    Each row has its bell, but who asked for many battles keeps nobody else waiting. The row itself is done if another
    worker was faster at the one whose turn it is.
    """
    chosen = _next_of(work)
    return (chosen is not None and work.attempt(chosen)) or (chosen != number and work.attempt(number))


def _next_of(work: Work[Any, Any]) -> int | None:
    """The row that is due longest of those of whoever waits for the fewest; None if none is owed.

    A battle of two people counts as that of the one who waits for fewer.
    """
    rows = work.owed().order_by("due_at", "pk")
    seats = list(rows.values_list("pk", "battle__terran_user", "battle__talon_user"))
    many = Counter(user for _, *users in seats for user in set(users))
    chosen = min(seats, key=lambda row: min(many[row[1]], many[row[2]]), default=None)
    return None if chosen is None else int(chosen[0])
