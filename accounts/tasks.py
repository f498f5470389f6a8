"""Work of the worker for people."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from accounts.deliveries.owing import BELL
from accounts.deliveries.sending import prune_deliveries, send, sweep_deliveries
from accounts.live import prune_notices
from accounts.models import Heartbeat


@shared_task(name=BELL.task)
def send_delivery(number: int) -> None:
    """Sends one delivery, if it is still to be had."""
    send(number)


@shared_task(name="accounts.tasks.sweep")
def sweep() -> None:
    """Rings again for what is owed, and says that the worker is alive."""
    now = timezone.now()
    if not Heartbeat.objects.filter(name="worker").update(at=now):
        Heartbeat.objects.get_or_create(name="worker", defaults={"at": now})
    sweep_deliveries()


@shared_task(name="accounts.tasks.prune")
def prune() -> None:
    """Throws away what nobody will ask for again: old notices, old messages, lapsed sign-ins."""
    prune_notices()
    prune_deliveries()
    call_command("clearsessions")
