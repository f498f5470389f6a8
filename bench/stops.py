"""Stops under load: python -m bench.stops NAME OUT, with an empty database in DATABASE_URL and a folder in VAR_DIR.

The site is started, visited by a crowd with open streams, and told to stop in the middle of it, again and again: by
SIGTERM, SIGINT or SIGHUP, and one time in four its supervisor is killed instead. What has the folder in its environment
a while later was left over.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from html import unescape
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import django
import msgspec

from bench.at_rest import ROOT, wait_for_page
from bench.crowd import STREAM, Link, Tally
from bench.figures import Measurement
from bench.with_services import free_port

if TYPE_CHECKING:
    from bench.crowd import Person

STOPS: Final = 100
"""On each database."""
VISITORS: Final = 20
EARLIEST, LATEST = 0.3, 3.0
"""After so many seconds of visits the site is told to stop."""
PATIENCE: Final = 30.0
LIMIT_S: Final = 8.0
"""Between telling it and its end; it waits three seconds for its children."""
LEFT_OVER_AFTER: Final = 60.0
"""Seconds after which a child whose supervisor was killed has ended too: a worker ends the battle it has begun."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP)
MANAGE: Final = [sys.executable, str(ROOT / "manage.py")]


def main(name: str, out: Path, stops: int) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    subprocess.run([*MANAGE, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.load import crowd  # noqa: PLC0415 - models can only be imported after the setup

    people, _wars = crowd()
    port, random, took, left = free_port(), Random(1), [], 0
    for number, told in zip(range(stops), cycle(SIGNALS), strict=False):
        seconds = _stop(port, people[:VISITORS], told, random.uniform(EARLIEST, LATEST))
        remain = _left_over()
        left += len(remain)
        if told != signal.SIGKILL:
            took.append(seconds)
        print(
            f"{name}: stop {number + 1} by {told.name}, {seconds:.1f} s, {len(remain)} left over", flush=True
        )
    print(f"{name}: {stops} stops under load, {left} processes left over", flush=True)
    note = f"processes after {stops} stops, on one port; one in four kills the supervisor"
    found = [
        Measurement(f"stops_left_over_{name}", left, "count", 0, note=note),
        Measurement(
            f"stop_slowest_s_{name}", max(took), "s", LIMIT_S, min(took), max(took), "told to stop under load"
        ),
    ]
    out.write_bytes(msgspec.json.encode(found))


def _stop(port: int, people: "list[Person]", told: signal.Signals, after: float) -> float:
    """How many seconds the site took to end after it was told to, so long after the first visits."""
    environ = {**os.environ, "PORT": str(port)}
    site = subprocess.Popen(
        [*MANAGE, "up"], env=environ, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for_page(f"http://127.0.0.1:{port}/healthz", site, PATIENCE * 4)
        return asyncio.run(_told_under_load(site, port, people, told, after))
    finally:
        with suppress(ProcessLookupError):
            site.kill()
        site.wait()


async def _told_under_load(
    site: subprocess.Popen[bytes], port: int, people: "list[Person]", told: signal.Signals, after: float
) -> float:
    visits = [asyncio.create_task(_visit(port, person)) for person in people]
    await asyncio.sleep(after)
    begun = time.monotonic()
    site.send_signal(told)
    await asyncio.to_thread(_wait, site)
    for visit in visits:
        visit.cancel()
    await asyncio.gather(*visits, return_exceptions=True)
    return time.monotonic() - begun


async def _visit(port: int, person: "Person") -> None:
    """Opens a page with its stream, and then asks for one page after the other, until the site is gone."""
    stream, link, tally = Link(port, person.cookie), Link(port, person.cookie), Tally()
    try:
        page = await link.get(person.pages[0], tally)
        found = STREAM.search(page)
        if found:
            await stream.stream(unescape(found[1].decode()))
        for path in cycle(person.pages):
            await link.get(path, tally)
            if tally.errors:
                return
    finally:
        stream.close()
        link.close()


def _wait(site: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        site.wait(PATIENCE)


def _left_over() -> list[int]:
    """The processes that still have the folder in their environment after a while; they are ended then."""
    until = time.monotonic() + LEFT_OVER_AFTER
    while (found := _of_the_folder()) and time.monotonic() < until:
        time.sleep(0.2)
    for pid in found:
        with suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
            print(f"left over: {pid}, {words.decode()}", flush=True)
            os.kill(pid, signal.SIGKILL)
    return found


def _of_the_folder() -> list[int]:
    mark, found = f"VAR_DIR={os.environ['VAR_DIR']}".encode(), []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in environ.read_bytes().split(b"\0"):
                found.append(int(environ.parent.name))
    return [pid for pid in found if pid != os.getpid()]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # so that the site ends too
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else STOPS)
