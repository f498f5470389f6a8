"""Stops under load: python -m bench.stops NAME OUT [ROUNDS]; an empty database in DATABASE_URL, a folder in VAR_DIR.

In each round four web servers serve one port, a crowd with open streams visits them, and each is told to stop at some
moment, SERVERS times in all. A server has stopped if the signal that it was sent ends it in time; one that hangs prints
where, ends itself later and is counted. Then the whole site is started and stopped SITES times: by SIGTERM, SIGINT or
SIGHUP, and one time in four its supervisor is killed instead. What has the folder in its environment a while later was
left over.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from html import unescape
from itertools import cycle
from pathlib import Path
from random import Random
from socket import create_server, socket
from typing import TYPE_CHECKING, Final

import django
import msgspec
from django.db import connections

from bench.figures import Measurement
from bench.site.at_rest import ROOT, wait_for_page
from bench.site.crowd import STREAM, Link, Tally
from bench.with_services import free_port
from config.serving.supervise import end_with_parent

if TYPE_CHECKING:
    from bench.site.crowd import Person

ROUNDS, AT_ONCE, SITES = 25, 4, 8
SERVERS: Final = ROUNDS * AT_ONCE
"""On each database."""
VISITORS: Final = 20
EARLIEST, LATEST = 0.3, 3.0
"""After so many seconds of visits the first server, or the site, is told to stop; the next each a little later."""
PATIENCE: Final = 60.0
HUNG_S: Final = 30.0
"""A server that is told to stop gives requests three seconds; one that hangs while it stops ends itself after six."""
LIMIT_S: Final = 8.0
"""Between telling the site and its end; it waits three seconds for its children."""
LEFT_OVER_AFTER: Final = 60.0
"""Seconds after which a child whose supervisor was killed has ended too: a worker ends the battle it has begun."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP)
MANAGE: Final = [sys.executable, str(ROOT / "manage.py")]


def main(name: str, out: Path, rounds: int) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    subprocess.run([*MANAGE, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.site.load import crowd  # noqa: PLC0415 - models can only be imported after the setup

    people, random = crowd()[0][:VISITORS], Random(1)
    hung = _servers(name, people, random, rounds)
    took, left = _sites(name, people, random)
    found = [
        Measurement(
            f"stops_hung_{name}", hung, "count", 0, note=f"of {rounds * AT_ONCE} web servers under load"
        ),
        Measurement(
            f"stops_left_over_{name}", left, "count", 0, note=f"processes after {SITES} stops of the site"
        ),
        Measurement(
            f"stop_slowest_s_{name}", max(took), "s", LIMIT_S, min(took), max(took), "the site under load"
        ),
    ]
    out.write_bytes(msgspec.json.encode(found))


def _servers(name: str, people: "Sequence[Person]", random: Random, rounds: int) -> int:
    """How many web servers hung when they were told to stop."""
    import config.asgi  # noqa: F401, PLC0415 - loaded once, for all servers

    hung = 0
    for number in range(rounds):
        connections.close_all()
        for one in connections.all():
            getattr(one, "close_pool", lambda: None)()
        with create_server(("127.0.0.1", 0), backlog=512) as listener:
            servers = [_served(listener) for _ in range(AT_ONCE)]
            after = sorted(random.uniform(EARLIEST, LATEST) for _ in servers)
            hung += asyncio.run(_told_one_by_one(servers, listener.getsockname()[1], people, after))
        print(f"{name}: {(number + 1) * AT_ONCE} web servers stopped under load, {hung} hung", flush=True)
    return hung


def _served(listener: socket) -> int:
    """The number of a process that serves the socket, as `manage.py serve` does."""
    from config.management.commands.serve import Server, server_config  # noqa: PLC0415

    if number := os.fork():
        return number
    end_with_parent()
    faulthandler.enable()
    try:
        Server(server_config()).run(sockets=[listener])
    finally:
        os._exit(1)


async def _told_one_by_one(
    servers: Sequence[int], port: int, people: "Sequence[Person]", after: Sequence[float]
) -> int:
    """How many of the servers hung; each is told to stop after so many seconds of visits."""
    visits = [asyncio.create_task(_visit(port, person)) for person in people]
    begun = time.monotonic()
    for server, seconds in zip(servers, after, strict=True):
        await asyncio.sleep(max(0.0, begun + seconds - time.monotonic()))
        os.kill(server, signal.SIGTERM)
    until = time.monotonic() + HUNG_S
    hung = [await asyncio.to_thread(_hangs, server, until) for server in servers]
    await _end(visits)
    return sum(hung)


def _hangs(server: int, until: float) -> bool:
    """Whether anything but the signal has ended a server; what still runs by then prints where, and is ended."""
    while (ended := os.waitpid(server, os.WNOHANG)) == (0, 0):
        if time.monotonic() > until:
            os.kill(server, signal.SIGABRT)
            ended = os.waitpid(server, 0)
            break
        time.sleep(0.05)
    if ended[1] != signal.SIGTERM:
        print(f"web server {server} ended with status {ended[1]}", flush=True)
    return ended[1] != signal.SIGTERM


async def _end(visits: "Sequence[asyncio.Task[None]]") -> None:
    for visit in visits:
        visit.cancel()
    await asyncio.gather(*visits, return_exceptions=True)


def _sites(name: str, people: "Sequence[Person]", random: Random) -> tuple[list[float], int]:
    """How long the site took to end each time, seconds, and how many processes were left over."""
    port, took, left = free_port(), [], 0
    for number, told in zip(range(SITES), cycle(SIGNALS), strict=False):
        seconds = _stop(port, people, told, random.uniform(EARLIEST, LATEST))
        remain = _left_over()
        left += len(remain)
        if told != signal.SIGKILL:
            took.append(seconds)
        print(
            f"{name}: stop {number + 1} by {told.name}, {seconds:.1f} s, {len(remain)} left over", flush=True
        )
    return took, left


def _stop(port: int, people: "Sequence[Person]", told: signal.Signals, after: float) -> float:
    """How many seconds the site took to end after it was told to, so long after the first visits."""
    environ = {**os.environ, "PORT": str(port)}
    site = subprocess.Popen(
        [*MANAGE, "up"],
        env=environ,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=end_with_parent,  # noqa: PLW1509
    )
    try:
        wait_for_page(f"http://127.0.0.1:{port}/healthz", site, PATIENCE * 4)
        return asyncio.run(_told_under_load(site, port, people, told, after))
    finally:
        with suppress(ProcessLookupError):
            site.kill()
        site.wait()


async def _told_under_load(
    site: subprocess.Popen[bytes], port: int, people: "Sequence[Person]", told: signal.Signals, after: float
) -> float:
    visits = [asyncio.create_task(_visit(port, person)) for person in people]
    await asyncio.sleep(after)
    begun = time.monotonic()
    site.send_signal(told)
    await asyncio.to_thread(_wait, site)
    took = time.monotonic() - begun
    await _end(visits)
    return took


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
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else ROUNDS)
