"""What follows from a war's log, read once for an entry: its pages and their parts are asked for again and again.

Rows of the past change only with an entry, or when a host rebuilds them. So they are kept for a minute at most.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic

from campaign.models import War
from campaign.war.words import history_rows

KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Log:
    """The log of a war up to its last entry, in a minute."""

    pk: int
    version: int
    state: bytes
    minute: int
    war: War = field(compare=False)


def log_at(war: War) -> Log:
    """The log as it stands in this row of the war."""
    return Log(war.pk, war.version, bytes(war.state or b""), int(monotonic()) // KEPT_SECONDS, war)


@lru_cache(maxsize=128)
def may_withdraw(log: Log) -> bool:
    """Whether the last result can still be taken back by both (S42); one query, or none."""
    return history_rows.may_withdraw(log.war)


@lru_cache(maxsize=128)
def front_moves(log: Log) -> tuple[tuple[int, str, int], ...]:
    """Every move of a marker, as `history_rows.front_moves`; one query, or none."""
    return tuple(history_rows.front_moves(log.war))
