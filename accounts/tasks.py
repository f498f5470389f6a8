"""Work of the worker for people."""

from celery import shared_task
from django.core.management import call_command
from django.db.models import Q
from django.utils import timezone

from accounts.clock import Written, move_all_back
from accounts.deliveries import letters
from accounts.deliveries.owing import MAIL_BELL, OUTSIDE_BELL
from accounts.deliveries.sending import MAILS, POSTS, prune_deliveries
from accounts.live import prune_notices
from accounts.models import CacheRow, Delivery, Heartbeat
from accounts.printing import sheets

WRITTEN = (Written(Delivery, "made_at", ("held_until",)), Written(Delivery, "done_at"))
"""The times from which it is counted when a message may be sent."""


@shared_task(name=MAIL_BELL.task)
def send_mail(number: int) -> None:
    """Sends one message by e-mail, if it is still free."""
    MAILS.attempt(number)


@shared_task(name=OUTSIDE_BELL.task)
def send_outside(number: int) -> None:
    """Sends one message to a webhook or to browsers, if it is still free."""
    POSTS.attempt(number)


@shared_task(name=letters.BELL.task)
def post_letter(number: int) -> None:
    """Posts one letter, if it is still free."""
    letters.post(number)


@shared_task(name=sheets.BELL.task)
def typeset(number: int) -> None:
    """Makes the PDF of one sheet, if it is still free."""
    sheets.typeset_sheet(number)


@shared_task(name="accounts.tasks.sweep")
def sweep() -> None:
    """Calls a worker for owed messages, letters and sheets, and notes that the worker is alive and what it can do."""
    now = timezone.now()
    if not Heartbeat.objects.filter(name="worker").update(at=now):
        Heartbeat.objects.get_or_create(name="worker", defaults={"at": now})
    can = sheets.can_typeset()
    Heartbeat.objects.filter(~Q(typesets=can) | Q(typesets=None), name="worker").update(typesets=can)
    MAILS.sweep()
    POSTS.sweep()
    letters.sweep_letters()
    sheets.sweep_sheets()


@shared_task(name="accounts.tasks.prune")
def prune() -> None:
    """Deletes old notices, messages, letters and sheets, expired sessions, and attempts that no longer count.

    First it sets times right that are ahead.
    """
    move_all_back(WRITTEN)
    prune_notices()
    prune_deliveries()
    letters.prune_letters()
    sheets.prune_sheets()
    CacheRow.objects.filter(expires__lt=timezone.now()).delete()
    call_command("clearsessions")
