"""Work of the worker for clubs."""

from celery import shared_task

from clubs.announcing.posting import BELL, POSTS
from clubs.seasons.beginning import BELL as ROUND_BELL
from clubs.seasons.beginning import ROUNDS
from clubs.seasons.leaving import sweep_who_left
from clubs.seasons.reminding import sweep_reminders


@shared_task(name=BELL.task)
def post_outside(number: int) -> None:
    """Posts one announcement to a club's webhook, if it is still free."""
    POSTS.attempt(number)


@shared_task(name=ROUND_BELL.task)
def begin_round(number: int) -> None:
    """Begins one round of a season, if it is still owed."""
    ROUNDS.attempt(number)


@shared_task(name="clubs.tasks.sweep")
def sweep() -> None:
    """Calls a worker for announcements owed to webhooks and rounds that are to begin, and lets seasons follow.

    Whoever has left is withdrawn from them, and players are reminded of deadlines.
    """
    POSTS.sweep()
    ROUNDS.sweep()
    sweep_who_left()
    sweep_reminders()
