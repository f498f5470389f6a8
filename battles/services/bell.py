"""Telling a worker that a battle waits; the sweep repeats a bell nobody heard."""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from battles.models import Battle, Resolution

RESOLVE_TASK = "battles.tasks.resolve"
BELL_SECONDS = 60
log = logging.getLogger(__name__)


def ring(battle: Battle) -> None:
    """Ring for the battle's resolution that is owed, after commit."""
    for number in battle.resolutions.filter(status=Resolution.Status.QUEUED).values_list("pk", flat=True):
        transaction.on_commit(partial(ring_now, number), robust=True)


def ring_now(number: int) -> None:
    """Send the bell for a resolution; an unreachable queue is only logged."""
    try:
        current_app.send_task(RESOLVE_TASK, args=[number], expires=BELL_SECONDS)
    except (OperationalError, OSError) as error:
        log.warning("queue not reached", extra={"resolution": number, "why": type(error).__name__})
