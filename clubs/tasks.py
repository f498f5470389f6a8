"""Work of the worker for clubs."""

from celery import shared_task

from clubs.announcing.posting import BELL, POSTS


@shared_task(name=BELL.task)
def post_outside(number: int) -> None:
    """Posts one announcement to a club's webhook, if it is still free."""
    POSTS.attempt(number)


@shared_task(name="clubs.tasks.sweep")
def sweep() -> None:
    """Calls a worker for announcements that are owed to webhooks."""
    POSTS.sweep()
