"""War files are judged in a process of their own; a long one would hold up pages and worker."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from time import monotonic
from typing import cast

from django.db import IntegrityError, transaction
from django.db.models import Case, When
from django.utils import timezone

from accounts.live import publish, topic_of
from accounts.models import User
from accounts.work import DONE, ENDED, FAILED, Bell, Failed, Work
from campaign.files.archive import JudgedWar, judged_finished, store_finished
from campaign.files.document import read_whole
from campaign.files.limits import check_limits, judged_by
from campaign.models import WarImport
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side

BELL = Bell("campaign.tasks.import_war")
BEAT_SECONDS = 0.5
KEPT = timedelta(days=7)
LONG_WAIT = timedelta(minutes=5)
"""After so long a file is judged before all that have waited less, however short they are."""
MOST_REFUSALS = 5
Refusals = list[str]


def ask_to_import(*, data: bytes, user: User, side: Side) -> WarImport:
    """The import now owed.

    `Refused` if the file is not a war's or would take too long, or the user's last one is still being checked.
    """
    file = read_whole(data)
    check_limits(file)
    try:
        with transaction.atomic():
            owed = WarImport.objects.create(
                user=user, side=side, data=data, entries=judged_by(file)[-1], due_at=timezone.now()
            )
            BELL.ring(owed.pk)
    except IntegrityError as error:
        raise refuse("", "Your last file is still being checked. Try again when it is done.") from error
    return owed


class Importing(Work[WarImport, JudgedWar | Refusals]):
    """Files of wars. What comes of one is its war, or why it is refused."""

    model = WarImport
    related = ("user",)
    bell = BELL
    lease_setting = "IMPORT_LEASE_SECONDS"
    pauses = (timedelta(seconds=1),)
    went_wrong = "An error occurred while the file was checked."
    at_claim = {"checked": 0}
    at_once = 1  # one process judges all files, so one bell is enough
    ending = False
    """Whether this process is to leave the file that it judges for later, without the loss of an attempt."""

    def next(self) -> int | None:
        """The number of the file that is judged next; None if none is owed.

        The one with the least work, but first those that have waited long, in their order.
        """
        now = timezone.now()
        since = Case(When(due_at__lt=now - LONG_WAIT, then="due_at")).asc(nulls_last=True)
        owed = self._owed(now).order_by(since, "entries", "due_at")
        return owed.values_list("pk", flat=True).first()

    def perform(self, row: WarImport) -> JudgedWar | Refusals:
        """Judge every order in the file."""
        try:
            file = read_whole(bytes(row.data))
            return judged_finished(file, self._heart(row, judged_by(file)))
        except Refused as refused:
            return [str(refusal) for refusal in refused.refusals[:MOST_REFUSALS]]

    def _go_on(self) -> None:
        if self.ending:
            raise Failed(ENDED, counts=False)

    @transaction.atomic
    def settle(self, row: WarImport, outcome: JudgedWar | Refusals) -> bool:
        """Whether this call stored the war, or said why there is none."""
        now = timezone.now()
        if isinstance(outcome, list):
            return self.book(row, FAILED, refusals=outcome, done_at=now)
        war = store_finished(outcome, importer=row.user, side=cast("Side", row.side))
        if self.book(row, DONE, war=war, checked=row.entries, done_at=now):
            return True
        transaction.set_rollback(True)
        return False

    def notify(self, row: WarImport, status: str) -> None:
        """Delete a file that is judged, and let the user's open pages say what came of it."""
        if status in (DONE, FAILED):
            WarImport.objects.filter(pk=row.pk).update(data=b"")
        publish(topic_of(row.user_id))

    def _heart(self, row: WarImport, judged: Sequence[int]) -> Callable[[int], None]:
        """A function to call with every entry: twice a second it renews the lease and publishes how far it is.

        By entry, so many are `judged` up to it. It raises `Failed` if this process is to end.
        """
        last = monotonic()

        def beat(number: int) -> None:
            nonlocal last
            self._go_on()
            if monotonic() - last < BEAT_SECONDS:
                return
            last = monotonic()
            with transaction.atomic():
                self.renew(row, checked=judged[number - 2])
                publish(topic_of(row.user_id))

        return beat


def judge_owed(before_each: Callable[[], object] = lambda: None) -> int:
    """How many files were judged: all that are owed, one after the other, with a call before each."""
    judged = 0
    while not IMPORTS.ending and (number := IMPORTS.next()) is not None:
        before_each()
        IMPORTS.attempt(number)
        judged += 1
    return judged


def prune_imports() -> int:
    """How many imports settled more than a week ago were deleted."""
    return WarImport.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


IMPORTS = Importing()
import_war, sweep_imports = IMPORTS.attempt, IMPORTS.sweep
