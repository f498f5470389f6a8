"""The site under load: 100 people and 200 open streams on `manage.py up`, in a process of its own.

python -m bench.site.load NAME OUT, with an empty database in DATABASE_URL and a folder in VAR_DIR.
"""

import asyncio
import logging
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import django
import msgspec
from django.conf import settings

from bench.figures import Measurement, p95
from bench.site.at_rest import ROOT, megabytes, running, wait_for_page
from bench.site.crowd import Crowd, Person, Tally
from bench.with_services import free_port
from bench.yardstick import REFERENCE_MS, beside, yardstick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.models import War

LIMIT_MS, LOOKS = 300.0, 5
PEOPLE, SECONDS, PAUSE, CHANGES_A_SECOND = 100, 60.0, (2.0, 8.0), 1.0
"""Everybody looks at another page every two to eight seconds, and a war changes every second.

On a machine on which the yardstick takes longer than REFERENCE_MS, people take their time by the same factor.
"""


def main(name: str, out: Path) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "prepare"], check=True, stdout=subprocess.DEVNULL)
    people, wars = crowd()
    port = free_port()
    environ = {**os.environ, "PORT": str(port)}
    with beside() as paces, running([*manage, "up"], environ, ROOT, stdout=subprocess.DEVNULL) as process:
        wait_for_page(f"http://127.0.0.1:{port}/healthz", process, 60)
        slowness = max(1.0, statistics.median(yardstick() for _ in range(LOOKS)) / REFERENCE_MS)
        pause = (PAUSE[0] * slowness, PAUSE[1] * slowness)
        steady, burst = asyncio.run(_measured(Crowd(port, people, pause), wars, slowness))
        memory = megabytes(process.pid)
    words = f"{PEOPLE} people, {steady.streams} streams, a page every {pause[0]:.0f} to {pause[1]:.0f} s"
    rate = f"{len(steady.times) / SECONDS:.1f} answers a second"
    print(
        f"{name}: {words}; {rate}, streams woken {steady.woken} times; {memory:.0f} MB after it", flush=True
    )
    for error in [*steady.errors, *burst.errors][:20]:
        print(f"{name}: {error}", flush=True)
    found = figures(name, steady, burst, f"{words}, {rate}", statistics.median(paces))
    found.append(
        Measurement(f"pss_after_load_mb_{name}", memory, "MB", note="the site alone, without database")
    )
    out.write_bytes(msgspec.json.encode(found))


def crowd() -> "tuple[list[Person], list[War]]":
    """A hundred people, two in each of fifty wars of some hundred entries: in planning, in battle, over."""
    from accounts.models import User  # noqa: PLC0415 - models can only be imported after the setup
    from bench.site.loading import Pair, copy_wars, tidy_database  # noqa: PLC0415
    from bench.site.pages import client_of  # noqa: PLC0415
    from bench.site.turns import short_wars  # noqa: PLC0415
    from campaign.models import War  # noqa: PLC0415

    users = [User.objects.create_user(f"load{number}") for number in range(PEOPLE + 2)]
    played = short_wars(users[-1], users[-2], 2)
    pairs = [Pair(users[at].pk, users[at + 1].pk) for at in range(0, PEOPLE, 2)]
    copy_wars(played, pairs)
    tidy_database()
    people, wars = [], []
    for user in users[:PEOPLE]:
        own = list(War.objects.filter(seats__user=user).order_by("pk"))
        wars += own[:1]
        cookie = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
        people.append(_person(cookie, user.pk, own))
    return people, list({war.pk: war for war in wars}.values())


def _person(cookie: str, user_id: int, own: "Sequence[War]") -> Person:
    from campaign.models import Seat  # noqa: PLC0415

    side = Seat.objects.get(war=own[0], user_id=user_id).side
    of_wars = [f"/wars/{war.pk}/{side}/" for war in own]
    others = ["/wars/", f"{of_wars[0]}history/", f"{of_wars[0]}treasury/", "/ships/"]
    return Person(cookie, (of_wars[0], *others, *of_wars[1:]))


async def _measured(crowd: Crowd, wars: "Sequence[War]", slowness: float) -> tuple[Tally, Tally]:
    changing = asyncio.create_task(_change(wars, slowness / CHANGES_A_SECOND))
    try:
        return await crowd.visit(SECONDS), await crowd.burst()
    finally:
        changing.cancel()


async def _change(wars: "Sequence[War]", seconds: float) -> None:
    """Says again and again, after so many seconds, that a war has changed, as its services do."""
    from accounts.live import publish  # noqa: PLC0415

    number = 0
    while True:
        await asyncio.sleep(seconds)
        await asyncio.to_thread(publish, f"war:{wars[number % len(wars)].pk}")
        number += 1


def figures(name: str, steady: Tally, burst: Tally, words: str, pace: float) -> list[Measurement]:
    """Errors, and how long answers take."""
    ordered = sorted(steady.times)
    slow = Measurement(
        f"load_p95_ms_{name}", p95(ordered), "ms", LIMIT_MS, ordered[0], ordered[-1], words, pace=pace
    )
    return [
        Measurement(
            f"load_errors_{name}", len(steady.errors), "errors", 0, note=f"of {len(ordered)} answers"
        ),
        Measurement(f"load_rate_{name}", len(ordered) / SECONDS, "answers/s"),
        Measurement(f"load_p50_ms_{name}", statistics.median(ordered), "ms"),
        slow,
        Measurement(f"load_p99_ms_{name}", ordered[int(0.99 * len(ordered))], "ms"),
        Measurement(
            f"burst_errors_{name}", len(burst.errors), "errors", 0, note=f"{PEOPLE} requests at once"
        ),
        Measurement(f"burst_slowest_ms_{name}", max(burst.times, default=0.0), "ms"),
    ]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
