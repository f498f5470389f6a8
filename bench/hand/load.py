"""Battles played by hand at once on `manage.py up`: python -m bench.hand.load NAME OUT, or … NAME OUT few.

A hundred battles with two hundred players and two hundred onlookers, each with the page of their battle and its stream
open; or a few battles with their players, to see how soon the other sees an order where the machine has time. In each
battle whoever decides orders what the page suggests, so that every player orders about once in so many seconds.
Whatever the stream says is asked for, as a browser does. The database is that of DATABASE_URL
and must be empty; the folder is VAR_DIR.
"""

import asyncio
import logging
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final, NamedTuple

import django
import msgspec

from bench.figures import Measurement, p95
from bench.hand.seats import Found, Seat, Table
from bench.site.at_rest import ROOT, running, wait_for_page
from bench.with_services import free_port
from bench.yardstick import REFERENCE_MS, beside, yardstick

if TYPE_CHECKING:
    from bench.hand.crowd import BattleInCourse

LIMIT_MS: Final = 200.0
SEEN_MS: Final = {True: 300.0, False: 1_000.0}
"""How soon the other player sees an order, with Redis and without."""
LOOKS: Final = 5
SETTLING: Final = 10.0


class Scale(NamedTuple):
    """How many battles there are, each with how many onlookers, for how many seconds, and when each player orders."""

    battles: int
    onlookers: int
    seconds: float
    every: float


MANY: Final = Scale(100, 2, 60.0, 20.0)
FEW: Final = Scale(5, 0, 60.0, 1.5)


def main(name: str, out: Path, scale: Scale) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.hand.crowd import hand_crowd, lost_lines  # noqa: PLC0415 - models can only be imported after the setup

    crowd = hand_crowd(scale.battles)
    port = free_port()
    environ = {**os.environ, "PORT": str(port)}
    with beside() as paces, running([*manage, "up"], environ, ROOT, stdout=subprocess.DEVNULL) as process:
        wait_for_page(f"http://127.0.0.1:{port}/healthz", process, 60)
        slowness = max(1.0, statistics.median(yardstick() for _ in range(LOOKS)) / REFERENCE_MS)
        worked = process_time()
        found = asyncio.run(_measured(crowd, port, scale, slowness))
        own = process_time() - worked
    for error in [*found.tally.errors, *found.posts.errors][:20]:
        print(f"{name}: {error}", flush=True)
    pace = statistics.median(paces)
    words = (
        f"{scale.battles} battles, {2 * scale.battles} players, {scale.onlookers * scale.battles} onlookers, "
        f"an order every {scale.every * slowness:.0f} s each"
    )
    print(
        f"{name}: {words}; {len(found.posts.times)} orders, {len(found.tally.times)} parts; "
        f"the script's own CPU: {100 * own / scale.seconds:.0f} % of a core",
        flush=True,
    )
    measured = [
        *(figures(name, found, words, pace) if scale is MANY else []),
        *of_orders("battles" if scale is MANY else "seen", name, found, lost_lines(), pace),
    ]
    out.write_bytes(msgspec.json.encode(measured))


async def _measured(crowd: "Sequence[BattleInCourse]", port: int, scale: Scale, slowness: float) -> Found:
    """What came of so many seconds of orders after all pages and streams were opened."""
    found = Found()
    tables = [
        Table(seats_of(battle, port, scale.onlookers), scale.every * slowness / 2, found) for battle in crowd
    ]
    listening = [
        asyncio.create_task(table.listen(seat, await seat.open(found.tally)))
        for table in tables
        for seat in table.seats
    ]
    await asyncio.sleep(SETTLING)
    found.tally.times.clear()
    until = perf_counter() + scale.seconds
    await asyncio.gather(*(table.play(until, Random(number)) for number, table in enumerate(tables)))
    await asyncio.sleep(1)
    found.tally.errors += [f"a stream ended: {task.exception()!r}" for task in listening if task.done()]
    found.tally.streams = sum(not task.done() for task in listening)
    for task in listening:
        task.cancel()
    return found


def seats_of(battle: "BattleInCourse", port: int, onlookers: int) -> list[Seat]:
    """The players of a battle, and so many who watch it."""
    players = [Seat(port, cookie, battle.path) for cookie in battle.cookies]
    return players + [Seat(port, "", battle.watched_at, watches=True) for _ in range(onlookers)]


def figures(name: str, found: Found, words: str, pace: float) -> list[Measurement]:
    """How long answers take."""
    every = sorted([*found.tally.times, *found.posts.times])
    slow = Measurement(
        f"battles_p95_ms_{name}", p95(every), "ms", LIMIT_MS, every[0], every[-1], words, pace=pace
    )
    return [
        Measurement(f"battles_p50_ms_{name}", statistics.median(every), "ms"),
        slow,
        Measurement(f"battles_post_p95_ms_{name}", p95(found.posts.times), "ms", note="orders alone"),
        Measurement(
            f"battles_watched_p95_ms_{name}", p95(found.watched), "ms", note="until an onlooker sees a line"
        ),
    ]


def of_orders(what: str, name: str, found: Found, lost: int, pace: float) -> list[Measurement]:
    """Errors, lost lines, and how soon the other player sees an order."""
    errors = len(found.tally.errors) + len(found.posts.errors)
    answers = len(found.tally.times) + len(found.posts.times)
    redis = bool(os.environ.get("REDIS_URL"))
    way = "with Redis" if redis else "without Redis"
    seen = f"{len(found.seen)} published lines, until the other player's page shows them, {way}"
    return [
        Measurement(f"{what}_errors_{name}", errors, "errors", 0, note=f"of {answers} answers"),
        Measurement(f"{what}_lost_{name}", lost, "count", 0, note="lines that are missing or there twice"),
        Measurement(
            f"{what}_seen_p95_ms_{name}", p95(found.seen), "ms", SEEN_MS[redis], note=seen, pace=pace
        ),
    ]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), FEW if sys.argv[3:] == ["few"] else MANY)
