"""Owed work, written once: a row, a claim with a lease, a bell, a sweep; see docs/decisions/0011-owed-work.md."""

import errno
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import uuid4

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import DataError, Error, IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.after_commit import after_commit
from accounts.clock import CLOCK_STEP
from accounts.models import Owed
from accounts.outside import Resting, redis_rest

AT_ONCE = 100
BELL_SECONDS = 60
"""An older bell means nothing: the sweep has rung since."""
MOST_DOUBLED = 19
TURN_SECONDS = 3600
"""How long a sweep with more rows than it takes at once remembers where it was."""
ENDED = "The worker stopped during the last attempt."
OF_THE_SITE = "The site's database or disk did not work. The site tries again by itself."
LONGEST_PAUSE = timedelta(minutes=5)
"""Between two attempts that come to nothing through no fault of the row; each pause is twice the one before."""
QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"
Row = TypeVar("Row", bound=Owed)
Outcome = TypeVar("Outcome")
log = logging.getLogger(__name__)


class Failed(Exception):
    """Why an attempt came to nothing, as a sentence for people; `again` when a later one may succeed.

    One that does not count is no fault of the row: it leaves as many attempts as there were.
    """

    def __init__(self, reason: str, *, again: bool = True, counts: bool = True) -> None:
        super().__init__(reason)
        self.again, self.counts = again, counts


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM)


def is_of_the_site(error: Exception) -> bool:
    """Whether an error says that the database or the machine does not work, whichever row it met.

    What a row holds may break a constraint or be no value for its column: such an error is the row's own.
    """
    if isinstance(error, Error):
        return not isinstance(error, IntegrityError | DataError)
    return isinstance(error, OSError) and error.errno in _FULL


class TakenOver(Exception):
    """The claim does not stand any more: another worker has the row, or nobody is to do the work."""


@dataclass(frozen=True)
class Bell:
    """A message that only says "look at this row"; `task` is the name of the task that looks."""

    task: str

    def ring(self, *numbers: int) -> None:
        """Ring for rows once this transaction has committed; the sweep repeats a bell nobody heard."""
        for number in numbers:
            after_commit(self.ring_now, number)

    def ring_now(self, number: int) -> bool:
        """Whether the queue took the bell; a queue out of reach is only noted, and let be for some seconds."""
        try:
            with redis_rest.asking(OperationalError, OSError):
                current_app.send_task(self.task, args=[number], expires=BELL_SECONDS)
        except Resting:
            return False
        except (OperationalError, OSError) as error:
            why = type(error).__name__
            log.warning("queue not reached", extra={"task": self.task, "row": number, "why": why})
            return False
        return True


def sweep(
    name: str, rows: QuerySet[Any], do: Callable[[int], object], *, due: str, at_once: int = AT_ONCE
) -> int:
    """For how many of the next rows `do` returned something true; `due` is the field that says who is first."""
    return each(name, turn(name, rows, due=due, at_once=at_once), do)


def turn(name: str, rows: QuerySet[Any], *, due: str, at_once: int = AT_ONCE) -> list[int]:
    """The numbers of the rows whose turn it is, the longest due first.

    Where there are more than `at_once`, the next call under the name goes on behind them and comes round again: rows
    that stay, because they fail or nobody takes them up, keep no other from its turn.
    """
    ordered, key = rows.order_by(due, "pk").values_list(due, "pk"), f"sweep:{name}"
    last = cache.get(key)
    if last is None:
        found = list(ordered[:at_once])
    else:
        behind = Q(**{f"{due}__gt": last[0]}) | Q(**{due: last[0], "pk__gt": last[1]})
        found = list(ordered.filter(behind)[:at_once])
        found += ordered.exclude(behind)[: at_once - len(found)]
    if len(found) == at_once:
        cache.set(key, found[-1], TURN_SECONDS)
    elif last is not None:
        cache.delete(key)
    return [number for _due, number in found]


def each(name: str, numbers: Iterable[int], do: Callable[[int], object]) -> int:
    """For how many numbers `do` returned something true; one that raises is logged, and the others get their turn."""
    done = 0
    for number in numbers:
        try:
            done += bool(do(number))
        except Exception as error:  # whatever is wrong with one row, the next is another
            log.exception("row left out", extra={"sweep": name, "row": number, "why": type(error).__name__})
    return done


class Work(ABC, Generic[Row, Outcome]):
    """A kind of owed work. A claimed row is its own claim: it stands as long as the database has the row's token."""

    model: type[Row]
    related: tuple[str, ...]
    """What is read along with a claimed row."""
    bell: Bell
    lease_setting: str
    """The setting that says how many seconds a worker may be silent before another takes the row over."""
    pauses: tuple[timedelta, ...]
    """How long to wait after the first attempt, the second and so on; after one more the row is given up."""
    went_wrong: str
    """What is said of an error that is no `Failed`."""
    at_claim: Mapping[str, Any] = {}
    at_once = AT_ONCE
    """For how many rows a sweep rings."""

    def __init__(self) -> None:
        self._unsaid: dict[int, tuple[Row, str]] = {}
        """Rows put off by this process while even that could not be written, and why."""

    @abstractmethod
    def perform(self, row: Row) -> Outcome:
        """What came of the work, done outside any transaction. `Failed` if it came to nothing."""

    def settle(self, row: Row, outcome: Outcome) -> bool:  # noqa: ARG002
        """Whether the outcome was booked, in one short transaction, as the claim still stood (`book`)."""
        return self.book(row, DONE, done_at=timezone.now(), last_error="")

    def notify(self, row: Row, status: str) -> None:
        """Say how an attempt ended, in the transaction that books it."""

    def fit(self) -> Q:
        """What else holds of rows that may be claimed. A subquery (`battle__in`), never a join: see `claim`."""
        return Q()

    def lease(self) -> timedelta:
        """How long a claim stands without being renewed."""
        return timedelta(seconds=getattr(settings, self.lease_setting))

    def attempt(self, number: int) -> bool:
        """Whether this call did the work and booked it; it does nothing if the row is not to be had."""
        self._say_late()
        row = self.claim(number)
        if row is None:
            return False
        seen = {"work": self.bell.task, "row": number}
        try:
            return self.settle(row, self.perform(row))
        except TakenOver:
            return False
        except Failed as failed:
            log.warning("attempt failed", extra={**seen, "why": str(failed)})
            self._fail(row, str(failed), again=failed.again, counts=failed.counts)
        except Exception as error:  # whatever it was, the row must say so and be tried again
            log.exception("attempt failed", extra={**seen, "why": type(error).__name__})
            if is_of_the_site(error):
                self._wait_longer(row, OF_THE_SITE)
            else:
                self._fail(row, self.went_wrong)
        return False

    def claim(self, number: int) -> Row | None:
        """The row, held by this worker from now on; None when it is not to be had.

        One UPDATE whose conditions are all on the row itself. With a join Django would put them into a subquery, and
        PostgreSQL, having waited for the row, does not ask that again: two workers would claim it.
        """
        now, token = timezone.now(), uuid4().hex
        taken = {"status": RUNNING, "token": token, "lease_until": now + self.lease(), **self.at_claim}
        if not self._owed(now).filter(pk=number).update(attempts=F("attempts") + 1, **taken):
            return None
        return self._rows(pk=number, token=token).first()

    def held(self, row: Row) -> QuerySet[Row]:
        """The claimed row as long as the claim stands, else nothing."""
        return self._rows(pk=row.pk, token=row.token, status=RUNNING)

    def renew(self, row: Row, **changes: Any) -> None:
        """Let the lease begin again, and write changes with it; `TakenOver` if the claim does not stand any more."""
        if not self.held(row).update(lease_until=timezone.now() + self.lease(), **changes):
            raise TakenOver

    @transaction.atomic
    def book(self, row: Row, status: str, **changes: Any) -> bool:
        """Whether the claim still stood and was ended as said; in the transaction of all that follows from it."""
        booked = self.held(row).update(status=status, lease_until=None, **{"put_off": 0, **changes})
        if booked:
            self.notify(row, status)
        return bool(booked)

    def owed(self) -> QuerySet[Row]:
        """Rows that can be claimed now."""
        return self._owed(timezone.now())

    def sweep(self) -> int:
        """How many rows were rung for again; those tried too often are given up."""
        self._say_late()
        name, now = self.bell.task, timezone.now()
        sweep(f"{name}:spent", self._owed(now, spent=True), self._give_up, due="due_at")
        return sweep(name, self._owed(now), self.bell.ring_now, due="due_at", at_once=self.at_once)

    def _rows(self, **which: Any) -> QuerySet[Row]:
        return self.model._default_manager.select_related(*self.related).filter(**which)

    def _owed(self, now: datetime, *, spent: bool = False) -> QuerySet[Row]:
        """Rows that nobody works on, of which an attempt is left; or, `spent`, none is."""
        no_due = now + max(*self.pauses, LONGEST_PAUSE) + CLOCK_STEP
        no_lease = now + self.lease() + CLOCK_STEP
        due = Q(due_at__lte=now) | Q(due_at__gt=no_due)
        expired = Q(lease_until__lt=now) | Q(lease_until__gt=no_lease)
        waiting = Q(status=QUEUED) & due | Q(status=RUNNING) & expired
        tried = Q(attempts__gt=len(self.pauses))
        return self._rows().filter(self.fit(), waiting, tried if spent else ~tried)

    def _give_up(self, number: int) -> None:
        row = self._owed(timezone.now(), spent=True).filter(pk=number).first()
        if row is not None:
            self._fail(row, ENDED, again=False)

    def _fail(self, row: Row, reason: str, *, again: bool = True, counts: bool = True) -> None:
        """Queue the row again, or give it up after the last attempt, and say why."""
        now, reason = timezone.now(), reason[:200]
        if not counts:
            self._wait_longer(row, reason)
        elif again and row.attempts <= len(self.pauses):
            self.book(row, QUEUED, due_at=now + self.pauses[row.attempts - 1], last_error=reason)
        else:
            self.book(row, FAILED, done_at=now, last_error=reason)

    def _wait_longer(self, row: Row, reason: str) -> None:
        """Queue the row again with as many attempts left as before, each time for longer.

        A database that does not take that either gets it when this process next looks at work of the kind.
        """
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        pause = min(self.pauses[0] * 2**row.put_off, LONGEST_PAUSE)
        counted = {"put_off": min(row.put_off, MOST_DOUBLED) + 1, "attempts": F("attempts") - 1}
        try:
            self.book(row, QUEUED, due_at=timezone.now() + pause, last_error=reason[:200], **counted)
        except Error as error:
            self._unsaid[row.pk] = row, reason
            log.warning("row not put off yet", extra={"row": row.pk, "why": type(error).__name__})

    def _say_late(self) -> None:
        """Put off the rows of which that could not be written before."""
        unsaid, self._unsaid = self._unsaid, {}
        for row, reason in unsaid.values():
            self._wait_longer(row, reason)
