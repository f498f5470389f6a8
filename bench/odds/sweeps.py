"""How long odds hold a sweep up: python -m bench.odds.sweeps, on an empty database.

Ten forecasts are wanted at once while sweeps are called one by one: by one worker that does everything, as where there
is one core, and by one for odds beside it.
"""

import contextlib
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import monotonic, sleep
from typing import Any

import django
import msgspec
from django.core.management import call_command

from bench.figures import Measurement
from bench.odds.play_outs import FLEETS
from bench.site.workers import kill

FORECASTS, SWEEPS = 10, 20
MOST_SECONDS = 1.0
LONGEST_WAIT = 120.0
AFTER_SECONDS = 0.15
"""Between one sweep and the next, so that they fall on every part of a piece."""


def figures() -> list[Measurement]:
    """By how much the slowest sweep beside ten forecasts is later than one beside none, in seconds."""
    from django.utils import timezone  # noqa: PLC0415 - settings can only be read after the setup

    from bench.odds.scene import forecast_in_a_war  # noqa: PLC0415
    from config.serving.supervise import EVERYTHING_ELSE, LONG  # noqa: PLC0415

    fleets = FLEETS["odds_600_points_s"][0]
    found = []
    for name, queues in (("one_worker", ("",)), ("two_workers", (EVERYTHING_ELSE, LONG))):
        with workers_of(*queues):
            alone = _slowest(partial(_want, ()))
            forecasts = [forecast_in_a_war(*fleets) for _ in range(FORECASTS)]
            beside = _slowest(partial(_want, forecasts))
            booked = sum(row.fought for one in forecasts for row in one.chunks.filter(status="done"))
            for one in forecasts:  # the next workers begin with their own
                type(one).objects.filter(pk=one.pk).update(wanted_until=timezone.now())
        words = f"slowest of {SWEEPS} sweeps: {beside:.2f} s beside {booked:,} play-outs, {alone:.2f} s alone"
        found.append(Measurement(f"odds_delay_a_sweep_{name}", beside - alone, "s", MOST_SECONDS, note=words))
        found.append(Measurement(f"odds_beside_sweeps_{name}", booked, "play-outs", least=FORECASTS))
    return found


def _want(forecasts: Iterable[Any]) -> None:
    """Let the forecasts be worked at for a while longer, as their pages would."""
    from campaign.odds import forecasts as odds  # noqa: PLC0415

    for forecast in forecasts:
        odds.want(forecast)


@contextlib.contextmanager
def workers_of(*queues: str) -> Iterator[None]:
    """Workers of one process for each of the queues, "" for all, once they are up."""
    from config.serving.supervise import start, worker_command  # noqa: PLC0415

    running = [start(worker_command(1, queue)) for queue in queues]
    try:
        _sweep()
        yield
    finally:
        for process in running:
            kill(process)


def _slowest(meanwhile: Callable[[], None]) -> float:
    """The longest that a sweep took from its call to its sign of life."""
    longest = 0.0
    for _ in range(SWEEPS):
        meanwhile()
        longest = max(longest, _sweep())
        sleep(AFTER_SECONDS)
    return longest


def _sweep() -> float:
    """How long one sweep took; RuntimeError if there was no sign of it."""
    from celery import current_app  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import Heartbeat  # noqa: PLC0415

    called, began = timezone.now(), monotonic()
    current_app.send_task("accounts.tasks.sweep")
    while not Heartbeat.objects.filter(name="worker", at__gte=called).exists():
        if monotonic() - began > LONGEST_WAIT:
            raise RuntimeError("no worker has swept")
        sleep(0.005)
    return monotonic() - began


def print_on_site(measured: Callable[[], list[Measurement]]) -> None:
    """Print what is measured on the site's database, made first, as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    logging.disable(logging.ERROR)
    call_command("migrate", verbosity=0)
    sys.stdout.write(msgspec.json.encode(measured()).decode())


if __name__ == "__main__":
    print_on_site(figures)
