"""Work of the worker for wars."""

from celery import shared_task

from campaign.services.bell import BELL
from campaign.services.commanding import command, sweep_commands
from campaign.services.pruning import prune_guests
from campaign.services.results import absorb_waiting, refresh_missed


@shared_task(name=BELL.task)
def command_war(war_id: int) -> None:
    """Gives the orders that the computer owes in a war, if there are any."""
    command(war_id)


@shared_task(name="campaign.tasks.sweep")
def sweep() -> None:
    """Books settled battles whose news was lost, updates what waits, and rings again for the computer."""
    absorb_waiting()
    refresh_missed()
    sweep_commands()


@shared_task(name="campaign.tasks.prune")
def prune() -> None:
    """Forgets guests who do not come back."""
    prune_guests()
