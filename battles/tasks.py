"""Work of the worker for battles."""

from celery import shared_task
from django.utils import timezone

from battles.services import stand_overdue


@shared_task(name="battles.tasks.sweep")
def sweep() -> None:
    """Lets reports stand that nobody answered in time."""
    stand_overdue(timezone.now())
