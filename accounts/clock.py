"""What a machine's clock that was ahead for a while has left behind, once it is right again.

A time further ahead than any that is written on purpose was written before the clock was set back. Whatever asks "how
long ago" does not count it, or people would be kept waiting until the clock is there again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone

CLOCK_STEP = timedelta(minutes=1)
"""By less than this two clocks may differ, and one may be set back, without a word."""


@dataclass(frozen=True)
class Written:
    """A column that says when something was done, with those that say what follows from it and when."""

    model: type[Model]
    at: str
    planned: tuple[str, ...] = ()

    def move_back(self, **which: Any) -> int:
        """How many of these rows said a time ahead: now it is now, and what follows is as long after it as before."""
        now, rows = timezone.now(), self.model._default_manager.filter(**which)
        ahead = rows.filter(**{f"{self.at}__gt": now + CLOCK_STEP})
        return sum(self._move(row, now) for row in ahead.values("pk", self.at, *self.planned))

    def _move(self, row: dict[str, Any], now: datetime) -> int:
        by = row[self.at] - now
        times = {name: row[name] - by for name in (self.at, *self.planned) if row[name] is not None}
        same = self.model._default_manager.filter(pk=row["pk"], **{self.at: row[self.at]})
        return same.update(**times)


def move_all_back(columns: Iterable[Written]) -> int:
    """How many rows of any of the columns said a time ahead, and do no more."""
    return sum(column.move_back() for column in columns)


def lately(span: timedelta) -> tuple[datetime, datetime]:
    """From so long ago until now, for `__range`."""
    now = timezone.now()
    return now - span, now + CLOCK_STEP
