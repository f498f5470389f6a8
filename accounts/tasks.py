"""Work of the worker for people."""

from celery import shared_task


@shared_task(name="accounts.tasks.sweep")
def sweep() -> None:
    """Rings again for what is owed."""
