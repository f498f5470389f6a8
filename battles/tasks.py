"""Work of the worker for battles."""

from celery import shared_task
from django.utils import timezone

from accounts.models import Heartbeat
from battles.services import resolve, stand_overdue, sweep_resolutions
from battles.services.resolving import BELL
from engines.native.builds import running


@shared_task(name=BELL.task)
def resolve_battle(number: int) -> None:
    """Fights one owed battle, if it is still free."""
    resolve(number)


@shared_task(name="battles.tasks.sweep")
def sweep() -> None:
    """Calls a worker for owed battles, makes unanswered reports final, and notes which engine runs here."""
    Heartbeat.objects.filter(name="worker").exclude(build=running()).update(build=running())
    sweep_resolutions()
    stand_overdue(timezone.now())
