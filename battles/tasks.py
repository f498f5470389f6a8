"""Work of the worker for battles."""

from celery import shared_task
from django.utils import timezone

from accounts.models import Heartbeat
from battles.services import resolve, stand_overdue, sweep_resolutions
from battles.services.resolving import BELL
from engines.native.builds import running


@shared_task(name=BELL.task)
def resolve_battle(number: int) -> None:
    """Fights one battle that is owed, if it is still to be had."""
    resolve(number)


@shared_task(name="battles.tasks.sweep")
def sweep() -> None:
    """Rings again for battles that are owed; lets reports stand that nobody answered; says which engine fights here."""
    Heartbeat.objects.filter(name="worker").exclude(build=running()).update(build=running())
    sweep_resolutions()
    stand_overdue(timezone.now())
