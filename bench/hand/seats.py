"""Players and onlookers of battles played by hand, as their browsers: the page, its stream, and what that asks for."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from time import perf_counter
from typing import Final

from bench.site.crowd import STREAM, Link, Tally

AT: Final = re.compile(rb'data-now="\w*" data-at="(\d+)"')
MOMENT: Final = re.compile(rb'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')
ADVISED: Final = re.compile(rb'<form class="advised".*?</form>', re.DOTALL)
HIDDEN: Final = re.compile(rb'<input type="hidden" name="order" value="([^"]*)"')
ROW: Final = re.compile(rb'value="([^"]+)" (?:selected|checked)>')
CLOSE: Final = re.compile(rb'name="order" value="([^"]*)"\s*data-close')
ASKED: Final = re.compile(rb'data-asked="yes"')
DRAWN: Final = re.compile(rb'data-drawn="(\w+)"')


@dataclass
class Seat:
    """A player or onlooker: the page's address, what it shows, and the number of its last line."""

    port: int
    cookie: str
    path: str
    watches: bool = False
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
        found = AT.search(body)
        if found is None or int(found[1]) < self.at:
            return
        self.shown, self.at = body, int(found[1])
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
    """The tallies of parts and of orders; the ms until a published line was seen by the other, and by an onlooker."""

    tally: Tally = field(default_factory=Tally)
    posts: Tally = field(default_factory=Tally)
    seen: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)


class Table:
    """One battle with its two players, and whoever watches it."""

    def __init__(self, seats: Sequence[Seat], pause: float, found: Found) -> None:
        self.seats, self.pause, self.found = seats, pause, found
        self.began: dict[int, float] = {}
        """When the order was sent that published each line."""

    async def play(self, until: float, random: Random) -> None:
        """Order again and again until the time is over."""
        await asyncio.sleep(random.uniform(0, self.pause))
        while perf_counter() < until:
            seat = next((one for one in self.seats if one.asked and not one.watches), None)
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
                times = self.found.watched if seat.watches else self.found.seen
                times.append(1000 * (perf_counter() - self.began[seat.at]))
