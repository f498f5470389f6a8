"""A crowd of people who use the site on a real port, on this machine: pages, open streams, and what streams wake."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from random import Random
from time import perf_counter
from typing import Final
from urllib.parse import urlencode

from django.conf import settings

HERE: Final = "127.0.0.1"
CSRF: Final = "a" * 32
SETTLING: Final = 5.0
SLOWEST: Final = 60.0
"""Seconds after which a request counts as failed."""
OPEN_PAGES: Final = 2
"""How many of their pages everybody keeps open: each has a stream."""
STREAM: Final = re.compile(rb'data-stream="([^"]+)"')
PART: Final = re.compile(rb'data-refresh-url="([^"]+)"')


@dataclass(frozen=True)
class Person:
    """Somebody signed in, and the pages they look at; the first ones stay open."""

    cookie: str
    pages: tuple[str, ...]


@dataclass
class Tally:
    """What came of the requests: how long the good ones took, ms, and what went wrong with the others."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    woken: int = 0
    streams: int = 0


class Link:
    """One connection of a browser, kept open from request to request."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port, self._cookie = port, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, tally: Tally, **headers: str) -> bytes:
        """The body of an answer, b"" without one, which is counted as an error."""
        return await self._answer(path, self._request("GET", path, headers), tally, {200})

    async def post(
        self,
        path: str,
        fields: Sequence[tuple[str, str]],
        tally: Tally,
        also: Iterable[int] = (),
        **headers: str,
    ) -> bytes:
        """The body of the answer to a form; a status among `also` is no error."""
        request = self._request("POST", path, headers, urlencode(fields))
        return await self._answer(path, request, tally, {200, *also})

    async def _answer(self, path: str, request: bytes, tally: Tally, good: Set[int]) -> bytes:
        began = perf_counter()
        try:
            async with asyncio.timeout(SLOWEST):
                status, body = await self._ask(request)
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            tally.errors.append(f"{path}: {type(error).__name__}")
            return b""
        if status not in good:
            tally.errors.append(f"{path}: {status}")
            return b""
        tally.times.append(1000 * (perf_counter() - began))
        return body

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        reader, first = await self._first_line(request)
        status, length, closing = int(first.split()[1]), 0, False
        while (line := await reader.readline()).strip():
            name, _, value = line.partition(b":")
            closing |= name.lower() == b"connection" and value.strip().lower() == b"close"
            if name.lower() == b"content-length":
                length = int(value)
        body = await reader.readexactly(length)
        if closing:
            self.close()
        return status, body

    async def _first_line(self, request: bytes) -> tuple[asyncio.StreamReader, bytes]:
        """What begins the answer; the site may have closed the connection meanwhile, and a browser asks again."""
        for _ in range(2):
            reader, writer = await self._open()
            writer.write(request)
            with suppress(ConnectionError):
                if first := await reader.readline():
                    return reader, first
            self.close()
        raise EOFError

    async def stream(self, path: str) -> asyncio.StreamReader:
        """The lines of an open stream; RuntimeError if it was refused."""
        reader, writer = await self._open()
        writer.write(self._request("GET", path, {}))
        if b" 200 " not in await reader.readline():
            raise RuntimeError(f"{path} was refused")
        return reader

    def close(self) -> None:
        """Hangs up."""
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HERE, self._port)
        return self._streams

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
        told = {
            "Host": f"{HERE}:{self._port}",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={self._cookie}; {settings.CSRF_COOKIE_NAME}={CSRF}",
            **headers,
        }
        if method == "POST":
            told |= {"X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
            told |= {"Content-Length": str(len(body.encode()))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", body]
        return "\r\n".join(lines).encode()


class Crowd:
    """People who each look at a page every few seconds, with all their streams open, until the time is over."""

    def __init__(self, port: int, people: Sequence[Person], pause: tuple[float, float]) -> None:
        self._port, self._people, self._pause = port, people, pause
        self.tally = Tally()

    async def visit(self, seconds: float) -> Tally:
        """What came of so many seconds after everybody's pages and streams were opened."""
        opened = [page for person in self._people for page in await self._open(person)]
        listening = [asyncio.create_task(self._listen(page)) for page in opened]
        await asyncio.sleep(SETTLING)
        self.tally = Tally(errors=self.tally.errors)
        until = perf_counter() + seconds
        await asyncio.gather(*(self._look(person, until) for person in self._people))
        ended = [task for task in listening if task.done()]
        self.tally.errors += [f"a stream ended: {task.exception()!r}" for task in ended]
        self.tally.streams = len(listening) - len(ended)
        for task in listening:
            task.cancel()
        return self.tally

    async def burst(self) -> Tally:
        """What came of one page for everybody, all asked for in the same moment on new connections."""
        tally = Tally()
        links = [Link(self._port, person.cookie) for person in self._people]
        await asyncio.gather(
            *(link.get(person.pages[0], tally) for person, link in zip(self._people, links, strict=True))
        )
        for link in links:
            link.close()
        return tally

    async def _open(self, person: Person) -> list["_OpenPage"]:
        link, found = Link(self._port, person.cookie), []
        for path in person.pages[:OPEN_PAGES]:
            page = await link.get(path, self.tally)
            stream, parts = STREAM.search(page), PART.findall(page)
            if stream is None:
                raise RuntimeError(f"{path} has no stream")
            found.append(
                _OpenPage(
                    person, unescape(stream[1].decode()), tuple(unescape(part.decode()) for part in parts)
                )
            )
        link.close()
        return found

    async def _look(self, person: Person, until: float) -> None:
        random, link = Random(person.cookie), Link(self._port, person.cookie)
        await asyncio.sleep(random.uniform(0, min(self._pause[1], until - perf_counter())))
        while perf_counter() < until:
            await link.get(random.choice(person.pages), self.tally)
            await asyncio.sleep(min(random.uniform(*self._pause), max(0.0, until - perf_counter())))
        link.close()

    async def _listen(self, page: "_OpenPage") -> None:
        stream, parts = (Link(self._port, page.person.cookie) for _ in range(2))
        try:
            reader = await stream.stream(page.stream)
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    self.tally.woken += 1
                    for part in page.parts:
                        await parts.get(part, self.tally)
        finally:
            stream.close()
            parts.close()


@dataclass(frozen=True)
class _OpenPage:
    person: Person
    stream: str
    parts: tuple[str, ...]
