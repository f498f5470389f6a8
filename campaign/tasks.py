"""Work of the worker for wars."""

from celery import shared_task

from campaign.services.results import absorb_waiting, refresh_missed


@shared_task(name="campaign.tasks.sweep")
def sweep() -> None:
    """Books settled battles whose news was lost, and says anew what waits."""
    absorb_waiting()
    refresh_missed()
