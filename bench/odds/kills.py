"""Workers that are killed while they work odds out: python -m bench.odds.kills NUMBER, on an empty database.

Each worker is a process of its own that is killed somewhere in its work: before the claim, while it plays out, while it
books or after that. The claim of a dead worker ends at once here, so that nobody waits for it.
"""

import logging
import os
import signal
import sys
from random import Random
from time import monotonic, sleep

import django
import msgspec
from django.core.management import call_command
from django.utils import timezone

from bench.figures import Measurement
from bench.forking import forked
from engines.odds.playing import play_outs
from engines.seeded import SeededDice

PIECES = 4.0
"""A worker is killed at the latest after the time that so many pieces take here."""
PIECE_SECONDS = 0.02


def trial(kills: int) -> tuple[int, int, int]:
    """How many play-outs were booked, should have been, and differ from the library's, after so many kills."""
    from bench.odds.scene import forecast_in_a_war  # noqa: PLC0415 - models can only be imported after the setup
    from campaign.models import Forecast, ForecastChunk  # noqa: PLC0415
    from campaign.odds import forecasts as odds  # noqa: PLC0415

    random, done = Random(7), 0
    odds.CHUNK_SECONDS = PIECE_SECONDS
    booked = wrong = owed = 0
    first = forecast_in_a_war()
    odds.play_out_chunk(first.chunks.get().pk)  # what is loaded only once is loaded now
    began = monotonic()
    odds.play_out_chunk(first.chunks.get(status="queued").pk)
    longest = PIECES * (monotonic() - began)
    while done < kills:
        forecast = forecast_in_a_war()
        while done < kills and ForecastChunk.objects.filter(
            forecast=forecast, status__in=["queued", "running"]
        ):
            _kill_one(random.uniform(0.0, longest))
            done += 1
            ForecastChunk.objects.filter(status="running").update(lease_until=timezone.now(), attempts=0)
            ForecastChunk.objects.filter(status="queued").update(due_at=timezone.now(), attempts=0)
            Forecast.objects.update(wanted_until=timezone.now() + odds.WANTED)
        for case, found in enumerate(odds.cases_of(forecast)):
            rows = forecast.chunks.filter(case=case, status="done")
            owed += sum(rows.values_list("fought", flat=True))
            booked += found.tally.fought
            question = odds.asked_in(forecast).case(case)
            wrong += found.tally != play_outs(question, range(found.tally.fought), SeededDice)
    return booked, owed, wrong


def _kill_one(after: float) -> None:
    """A worker that does what is owed until it is killed."""
    from campaign.models import ForecastChunk  # noqa: PLC0415
    from campaign.odds import forecasts as odds  # noqa: PLC0415

    def work() -> None:
        while True:
            for number in ForecastChunk.objects.exclude(status="done").values_list("pk", flat=True)[:3]:
                odds.play_out_chunk(number)
            sleep(0.001)

    worker = forked(work)
    until = monotonic() + after
    while monotonic() < until:
        sleep(0.002)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)


def main(kills: int) -> None:
    """Print the figures as JSON."""
    django.setup()
    logging.disable(logging.ERROR)
    call_command("migrate", verbosity=0)
    booked, owed, wrong = trial(kills)
    words = f"{booked:,} play-outs booked while {kills:,} workers were killed"
    figures = [
        Measurement("odds_booked_under_kills", booked, "play-outs", least=kills // 10, note=words),
        Measurement("odds_booked_twice_or_lost", abs(booked - owed), "play-outs", 0, note=words),
        Measurement("odds_wrong_tallies", wrong, "cases", 0, note=words),
    ]
    sys.stdout.write(msgspec.json.encode(figures).decode())


if __name__ == "__main__":
    main(int(sys.argv[1]))
