"""Work of the worker for wars."""

from time import time

from celery import shared_task

from accounts.clock import Written, move_all_back
from battles import models as of_battles
from battles.talon.sandboxes import trying_out as battles
from campaign import models
from campaign.computer.commanding import command, sweep_commands
from campaign.corrections import correcting
from campaign.deadlines import agreements, expiring, holidays, reminding
from campaign.files import importing
from campaign.files.process import begin_judging
from campaign.host.pruning import GUESTS, ROUND_SECONDS, prune_guests
from campaign.new_war import open_wars
from campaign.odds import forecasts as odds
from campaign.odds.turns import play_out_in_turn
from campaign.sandboxes.trying_out import prune_sandboxes
from campaign.war.services.bell import BELL
from campaign.war.services.results import absorb_waiting, refresh_missed

WRITTEN = (
    Written(of_battles.PlayClock, "since", ("falls_at",)),
    Written(of_battles.Play, "moved_at"),
    Written(of_battles.Battle, "reported_at", ("stands_at",)),
    Written(of_battles.Battle, "disputed_at"),
    Written(of_battles.Battle, "held_at"),
    Written(of_battles.SeriesDeadline, "begun_at", ("falls_at",)),
    Written(of_battles.SeriesHoliday, "begins_at", ("ends_at",)),
    Written(of_battles.Series, "time_asked_at"),
    Written(of_battles.SeriesDeputy, "given_at"),
    Written(of_battles.SeriesDeputyRequest, "asked_at"),
    Written(models.Deadline, "begun_at", ("falls_at",)),
    Written(models.Holiday, "begins_at", ("ends_at",)),
    Written(models.TimeNote, "at"),
    Written(models.Correction, "asked_at", ("expires_at",)),
    Written(models.Forecast, "asked_at", ("wanted_until",)),
    Written(models.Invitation, "made_at"),
    Written(models.War, "made_at"),
    Written(models.War, "moved_at"),
    Written(models.Seat, "seen_at"),
    Written(models.Deputy, "given_at"),
    Written(models.DeputyRequest, "asked_at"),
)
"""The times from which limits, clocks and deadlines are counted."""


@shared_task(name=BELL.task)
def command_war(war_id: int) -> None:
    """Gives the orders that the computer owes in a war, if there are any."""
    command(war_id)


@shared_task(name=importing.BELL.task)
def import_war(_number: int) -> None:
    """Lets a process judge the files that are owed, if none does."""
    begin_judging()


@shared_task(name=expiring.BELL.task)
def expire_deadline(number: int) -> None:
    """Lets a war go on whose deadline has passed, if that is still owed."""
    expiring.expire(number)


@shared_task(name=odds.BELL.task)
def play_out(number: int) -> None:
    """Plays a piece of a forecast out, of the person whose turn it is."""
    play_out_in_turn(number)


@shared_task(name="campaign.tasks.sweep")
def sweep() -> None:
    """Books settled battles whose news was lost, updates what waits, starts clocks, rings again for what is owed."""
    absorb_waiting()
    refresh_missed()
    expiring.sweep_expired()
    reminding.sweep_reminders()
    holidays.sweep_holidays()
    correcting.expire_waiting()
    agreements.expire_asked()
    sweep_commands()
    importing.sweep_imports()
    odds.sweep_forecasts()


@shared_task(name=GUESTS.task)
def forget_guests(until: int) -> None:
    """Forgets some guests who do not come back, and asks for more of it until a time in seconds, if there were any.

    What else waits in the queue comes between, such as sweeps.
    """
    if prune_guests() and time() < until:
        GUESTS.ring_now(until)


@shared_task(name="campaign.tasks.prune")
def prune() -> None:
    """Forgets guests who do not come back, old imports, odds and sandboxes, and unlists wars that nobody joins.

    First it sets times right that are ahead.
    """
    move_all_back(WRITTEN)
    forget_guests(int(time()) + ROUND_SECONDS)
    importing.prune_imports()
    odds.prune_forecasts()
    open_wars.sweep_listed()
    prune_sandboxes()
    battles.prune_sandboxes()
