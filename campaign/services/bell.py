"""Telling a worker that something waits for the computer in a war; the sweep repeats a bell nobody heard."""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

COMMAND_TASK = "campaign.tasks.command"
BELL_SECONDS = 60
logger = logging.getLogger(__name__)


def ring(war_id: int) -> None:
    """Ring for a war in which something waits for the computer, after commit; the sweep repeats it."""
    transaction.on_commit(partial(ring_now, war_id), robust=True)


def ring_now(war_id: int) -> None:
    """Send the bell; a queue that cannot be reached is only noted."""
    try:
        current_app.send_task(COMMAND_TASK, args=[war_id], expires=BELL_SECONDS)
    except (OperationalError, OSError) as error:
        logger.warning("queue not reached", extra={"war": war_id, "why": type(error).__name__})
