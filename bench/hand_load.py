"""Battles played by hand at once on `manage.py up`: python -m bench.hand_load NAME OUT, or … NAME OUT few.

A hundred battles with two hundred players, each with the page of their battle and its stream open; or a few, to see how
soon the other player sees an order where the machine has time. In each battle whoever decides orders what the page
suggests, so that every player orders about once in so many seconds. Whatever the stream says is asked for, as a browser
does. The database is that of DATABASE_URL and must be empty; the folder is VAR_DIR.
"""

import asyncio
import logging
import os
import re
import signal
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Final, NamedTuple

import django
import msgspec

from bench.at_rest import ROOT, running, wait_for_page
from bench.crowd import STREAM, Link, Tally
from bench.figures import Measurement, p95
from bench.with_services import free_port
from bench.yardstick import REFERENCE_MS, beside, yardstick

LIMIT_MS: Final = 200.0
SEEN_MS: Final = {True: 300.0, False: 1_000.0}
"""How soon the other player sees an order, with Redis and without."""
LOOKS: Final = 5
SETTLING: Final = 10.0
MOMENT: Final = re.compile(rb'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')
ADVISED: Final = re.compile(rb'<form class="advised".*?</form>', re.DOTALL)
HIDDEN: Final = re.compile(rb'<input type="hidden" name="order" value="([^"]*)"')
ROW: Final = re.compile(rb'<option value="([^"]+)" selected>')
CLOSE: Final = re.compile(rb'name="order" value="([^"]*)"\s*data-close')
ASKED: Final = re.compile(rb'data-asked="yes"')
DRAWN: Final = re.compile(rb'data-drawn="(\w+)"')


class Scale(NamedTuple):
    """How many battles there are, for how many seconds, and in how many of them each player orders once."""

    battles: int
    seconds: float
    every: float


MANY: Final = Scale(100, 60.0, 20.0)
FEW: Final = Scale(5, 60.0, 1.5)


@dataclass
class Seat:
    """A player: the page's address, what it shows, and how often and when it has changed."""

    port: int
    cookie: str
    path: str
    links: list[Link] = field(default_factory=list)
    shown: bytes = b""
    drawn: set[str] = field(default_factory=set)
    at: int = 0

    def __post_init__(self) -> None:
        """Opens the browser's connections: for pages and for the stream."""
        self.links = [Link(self.port, self.cookie) for _ in range(3)]

    async def open(self, tally: Tally) -> str:
        """The address of the page's stream."""
        self.take(await self.links[0].get(self.path, tally))
        stream = STREAM.search(self.shown)
        if stream is None:
            raise RuntimeError(f"{self.path} has no stream")
        return unescape(stream[1].decode())

    def take(self, body: bytes) -> None:
        """The answer takes the place of what is shown, unless it is older."""
        found = dict(MOMENT.findall(body))
        if not found or int(found[b"at"]) < self.at:
            return
        self.shown, self.at = body, int(found[b"at"])
        self.drawn |= {name.decode() for name in DRAWN.findall(body)}

    def headers(self) -> dict[str, str]:
        """Those of a part that the page asks for."""
        return {"HX-Request": "true", "X-Drawn": " ".join(self.drawn)}

    @property
    def asked(self) -> bool:
        """Whether the player decides."""
        return ASKED.search(self.shown) is not None

    def orders(self) -> list[tuple[str, str]]:
        """The form of the next order: what is suggested, else what ends the step."""
        advised = ADVISED.search(self.shown)
        suggested = HIDDEN.findall(advised[0])[:1] if advised else ROW.findall(self.shown)
        orders = suggested or CLOSE.findall(self.shown)[:1]
        fields = [(name.decode(), value.decode()) for name, value in dict(MOMENT.findall(self.shown)).items()]
        return [*fields, *(("order", unescape(order.decode())) for order in orders)]


@dataclass
class Found:
    """The tally of all answers, the milliseconds until the other player saw a published line, and orders given."""

    tally: Tally = field(default_factory=Tally)
    posts: Tally = field(default_factory=Tally)
    seen: list[float] = field(default_factory=list)


class Table:
    """One battle with its two players."""

    def __init__(self, seats: Sequence[Seat], pause: float, found: Found) -> None:
        self.seats, self.pause, self.found = seats, pause, found
        self.began: dict[int, float] = {}
        """When the order was sent that published each line."""

    async def play(self, until: float, random: Random) -> None:
        """Order again and again until the time is over."""
        await asyncio.sleep(random.uniform(0, self.pause))
        while perf_counter() < until:
            seat = next((one for one in self.seats if one.asked), None)
            if seat is not None:
                await self._order(seat)
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)

    async def _order(self, seat: Seat) -> None:
        before, began = seat.at, perf_counter()
        for number in range(before + 1, before + 3):
            self.began[number] = began
        body = await seat.links[0].post(
            f"{seat.path}order/", seat.orders(), self.found.posts, (409, 422), **seat.headers()
        )
        seat.take(body)

    async def listen(self, seat: Seat, stream: str) -> None:
        """Ask for the part whenever the stream says that something changed."""
        reader = await seat.links[1].stream(stream)
        while line := await reader.readline():
            if not line.startswith(b"data:"):
                continue
            self.found.tally.woken += 1
            before = seat.at
            seat.take(await seat.links[2].get(seat.path, self.found.tally, **seat.headers()))
            if seat.at > before and seat.at in self.began:
                self.found.seen.append(1000 * (perf_counter() - self.began[seat.at]))


def main(name: str, out: Path, scale: Scale) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.hand_crowd import hand_crowd, lost_lines  # noqa: PLC0415 - models can only be imported after the setup

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
    players = 2 * scale.battles
    words = f"{scale.battles} battles, {players} players, an order every {scale.every * slowness:.0f} s each"
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


async def _measured(
    crowd: Sequence[tuple[str, Sequence[str]]], port: int, scale: Scale, slowness: float
) -> Found:
    """What came of so many seconds of orders after all pages and streams were opened."""
    found = Found()
    tables = [
        Table([Seat(port, cookie, path) for cookie in cookies], scale.every * slowness / 2, found)
        for path, cookies in crowd
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
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # so that the site ends too
    main(sys.argv[1], Path(sys.argv[2]), FEW if sys.argv[3:] == ["few"] else MANY)
