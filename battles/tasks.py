"""Work of the worker for battles."""

from celery import shared_task
from django.utils import timezone

from accounts.models import Heartbeat
from battles.battle.services.fighting import RESOLUTIONS
from battles.battle.services.resolving import BELL
from battles.battle.services.taking_turns import attempt_next
from battles.services import stand_overdue, sweep_resolutions
from battles.talon.play.services.captains import PLAYS, sweep_plays
from battles.talon.play.services.publishing import BELL as PLAY_BELL
from battles.talon.play.services.timing_out import BELL as CLOCK_BELL
from battles.talon.play.services.timing_out import CLOCKS, sweep_clocks
from battles.talon.play.services.turn_messages import sweep_turns
from battles.talon.series import deadlines
from battles.talon.series.deadlines import BELL as SERIES_BELL
from battles.talon.series.time.holidays import sweep_series_holidays
from battles.warfleets.tables.services.turn_messages import sweep_turns as turns_of_warfleets
from engines.native.builds import running


@shared_task(name=BELL.task)
def resolve_battle(number: int) -> None:
    """Fights one owed battle, of whoever waits for the fewest."""
    attempt_next(RESOLUTIONS, number)


@shared_task(name=PLAY_BELL.task)
def play_on(number: int) -> None:
    """Plays on for the captains of one battle played by hand, of whoever waits for the fewest."""
    attempt_next(PLAYS, number)


@shared_task(name=CLOCK_BELL.task)
def time_out(number: int) -> None:
    """Lets a captain play on for a player whose time has run out, if that is still owed."""
    CLOCKS.attempt(number)


@shared_task(name=SERIES_BELL.task)
def expire_series(number: int) -> None:
    """Lets a campaign game go on whose deadline has passed, if that is still owed."""
    deadlines.expire(number)


@shared_task(name="battles.tasks.sweep")
def sweep() -> None:
    """Calls a worker for owed battles, makes unanswered reports final, and notes which engine runs here."""
    Heartbeat.objects.filter(name="worker").exclude(build=running()).update(build=running())
    sweep_resolutions()
    sweep_plays()
    sweep_clocks()
    sweep_turns()
    turns_of_warfleets()
    deadlines.sweep_expired()
    deadlines.sweep_reminders()
    sweep_series_holidays()
    stand_overdue(timezone.now())
