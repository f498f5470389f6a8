"""Attacks on connections, through nginx: what does not send, does not read, or is too large never holds the site."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.deploy.nginx import behind_nginx
from tests.live_server import live_site

HEAD = b"GET /healthz HTTP/1.1\r\nHost: testserver\r\n"
POST = b"POST /accounts/login/ HTTP/1.1\r\nHost: testserver\r\n"
PAGE = b"GET /accounts/login/ HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\n\r\n"
HURRIED = {"client_header_timeout": 0.5, "client_body_timeout": 0.5, "keepalive_timeout": 0.5}
HOUSEHOLD = 100
"""The connections of one household that `deploy/nginx/site.conf` lets in."""


@pytest.fixture
def front(site: str) -> Iterator[str]:
    """The address of nginx in front of the site, in a hurry."""
    with behind_nginx(site, **HURRIED) as address:
        yield address


@contextmanager
def fronted(app: Any, **seconds: float) -> Iterator[str]:
    """The address of nginx in front of an application."""
    with live_site(app=app) as address, behind_nginx(address, **seconds) as front:
        yield front


async def connect(front: str, house: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from that address of this machine."""
    where = urlsplit(front)
    return await asyncio.open_connection(where.hostname, where.port, local_addr=(house, 0))


async def answer(front: str, *parts: bytes, pause: float = 0.0, house: str = "127.0.0.1") -> bytes:
    """What the server says until it closes the connection, while the parts are sent."""
    reader, writer = await connect(front, house)

    async def send() -> None:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)

    sending, said = asyncio.create_task(send()), b""
    with suppress(ConnectionError):  # closed while we still sent, or at the end of its time
        async with asyncio.timeout(20):
            while part := await reader.read(64 * 1024):
                said += part
    sending.cancel()
    writer.close()
    return said


def status(said: bytes) -> bytes:
    """The number in the first line of an answer."""
    return said[9:12]


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET /heal"],
        [HEAD],
        [b"\r\n"] * 40,
        [b"GET / HTTP/1.1\r\n", *[b"X-A: 1\r\n"] * 40],
        [POST + b"Content-Length: 100\r\n\r\nx"],
        [HEAD + b"\r\n", *[b"\r\n"] * 40],
    ],
    ids=["nothing", "half a line", "no end", "empty lines", "slow headers", "half a body", "after a request"],
)
def test_who_does_not_finish_a_request_is_left(front: str, parts: list[bytes]) -> None:
    said = asyncio.run(answer(front, *parts, pause=0.1))
    assert said.count(b"HTTP/1.1") <= 1


@pytest.mark.parametrize(
    "parts",
    [
        [HEAD, *[b"X-A: " + b"a" * 1000 + b"\r\n"] * 40, b"\r\n"],
        [HEAD, b"X-A: ", *[b"a" * 1000] * 40],
        [b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: testserver\r\n\r\n"],
    ],
    ids=["many headers", "a header without end", "a long address"],
)
def test_a_head_that_is_too_large_is_refused(front: str, parts: list[bytes]) -> None:
    assert status(asyncio.run(answer(front, *parts))) in (b"400", b"414", b"")


def test_a_large_body_behind_a_head_is_no_part_of_it(front: str) -> None:
    body = b"x" * 100_000
    head = (
        b"POST /nowhere HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n"
    )
    assert status(asyncio.run(answer(front, head + body))) == b"404"


@pytest.mark.parametrize("megabytes", [6.5, 8])
def test_a_body_that_is_too_large_is_refused_with_an_answer_that_its_sender_reads(
    front: str, megabytes: float
) -> None:
    length = int(megabytes * 1_000_000)
    head = POST + f"Content-Length: {length}\r\nConnection: close\r\n\r\n".encode()
    assert status(asyncio.run(answer(front, head, b"x" * length))) == b"413"


def test_slow_bodies_never_reach_the_site() -> None:
    """Each pauses for less than the limit; they take connections of nginx, and nothing of the site."""
    asked: list[str] = []

    async def application(scope: Any, _receive: Any, send: Any) -> None:
        asked.append(scope["method"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def scene(front: str) -> None:
        drip = [b"x"] * 40
        slow = [
            asyncio.create_task(
                answer(front, POST + b"Content-Length: 1000\r\n\r\n", *drip, pause=0.1, house="127.0.0.2")
            )
            for _ in range(HOUSEHOLD - 1)
        ]
        await asyncio.sleep(1)
        assert status(await answer(front, PAGE)) == b"200"
        assert "POST" not in asked
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    with fronted(application, client_body_timeout=5) as front:
        asyncio.run(scene(front))


def test_a_household_has_so_many_connections_and_the_others_have_theirs() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"open", "more_body": True})
        if scope["path"].startswith("/events/"):
            await receive()
        await send({"type": "http.response.body"})

    async def stream(front: str, house: str) -> tuple[bytes, asyncio.StreamWriter]:
        reader, writer = await connect(front, house)
        writer.write(b"GET /events/me HTTP/1.1\r\nHost: testserver\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
        return status(await reader.readline()), writer

    async def scene(front: str) -> None:
        held = [await stream(front, "127.0.0.2") for _ in range(HOUSEHOLD)]
        assert {said for said, _writer in held} == {b"200"}
        assert (await stream(front, "127.0.0.2"))[0] == b"503", "a forged header names no other household"
        assert (await stream(front, "127.0.0.3"))[0] == b"200"
        held[0][1].close()
        await asyncio.sleep(1)
        assert (await stream(front, "127.0.0.2"))[0] == b"200"

    with fronted(application) as front:
        asyncio.run(scene(front))


SAID = b"x" * 4_000_000


class Speaker:
    """An application that answers with some megabytes, and counts its answers."""

    def __init__(self) -> None:
        self.begun = self.ended = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun += scope["path"] == "/said"
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": SAID})
        self.ended += scope["path"] == "/said"


def begin_reading(front: str, requests: int, path: bytes = b"/said") -> socket.socket:
    """A connection with few bytes of room, on which something was asked."""
    where, one = urlsplit(front), socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.settimeout(20)
    one.connect((where.hostname, where.port))
    ask = b"GET " + path + b" HTTP/1.1\r\nHost: testserver\r\n"
    one.sendall((ask + b"\r\n") * (requests - 1) + ask + b"Connection: close\r\n\r\n")
    return one


def read_all(one: socket.socket, seconds: float = 0.0) -> int:
    """How many bytes came until the connection ended; an answer takes so many seconds at the least."""
    came = 0
    with suppress(ConnectionError):
        while part := one.recv(64 * 1024):
            came += len(part)
            time.sleep(seconds * len(part) / len(SAID))
    return came


@pytest.mark.parametrize("path", [b"/said", b"/events/said"])
@pytest.mark.parametrize("requests", [1, 2, 10])
def test_who_does_not_read_the_answer_is_left(path: bytes, requests: int) -> None:
    with (
        fronted(Speaker(), send_timeout=0.5) as front,
        closing(begin_reading(front, requests, path)) as one,
    ):
        time.sleep(2)
        assert read_all(one) < len(SAID)


def test_who_does_not_read_holds_nothing_of_the_site() -> None:
    speaker = Speaker()
    with fronted(speaker) as front, ExitStack() as held:
        for _ in range(20):
            held.enter_context(closing(begin_reading(front, 1)))
        until = time.monotonic() + 15
        while speaker.ended < 20 and time.monotonic() < until:
            time.sleep(0.1)
        assert speaker.ended == 20, "nginx has taken the answers"


def test_who_reads_slowly_gets_all_of_it() -> None:
    with fronted(Speaker(), send_timeout=4) as front, closing(begin_reading(front, 1)) as one:
        began = time.monotonic()
        assert read_all(one, seconds=6) > len(SAID)
        assert time.monotonic() - began > 6


def test_an_answer_ends_with_its_connection_whatever_was_sent_ahead() -> None:
    told: list[str] = []
    began, ended = threading.Event(), threading.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["path"] == "/healthz":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})
            return
        began.set()
        with suppress(TimeoutError):
            told.append((await asyncio.wait_for(receive(), 5))["type"])
        ended.set()

    with fronted(application) as front:
        with closing(begin_reading(front, 3)):
            assert began.wait(5)
        assert ended.wait(10)
    assert told[0] == "http.disconnect"


def test_requests_that_are_sent_ahead_wait_in_nginx() -> None:
    speaker = Speaker()
    with fronted(speaker, send_timeout=1) as front, closing(begin_reading(front, 1000)):
        time.sleep(3)
    assert speaker.begun <= 2


def test_connections_that_ask_for_nothing_leave_the_site_alone(site: str) -> None:
    async def scene(front: str) -> None:
        held = [await connect(front) for _ in range(500)]
        assert status(await answer(front, HEAD + b"Connection: close\r\n\r\n")) == b"200"
        for reader, _writer in held:
            async with asyncio.timeout(20):
                assert await reader.read() == b""
        for _reader, writer in held:
            writer.close()

    with behind_nginx(site, client_header_timeout=2) as front:
        asyncio.run(scene(front))


@pytest.mark.parametrize(
    "behind",
    [b"\r\n", b"GET /heal", POST + b"Content-Length: 100\r\n\r\nx"],
    ids=["an empty line", "half a head", "half a body"],
)
def test_what_comes_behind_a_request_does_not_cut_off_its_answer(behind: bytes) -> None:
    async def application(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.sleep(1.5)
        await send({"type": "http.response.body", "body": b"last"})

    with fronted(application, **HURRIED) as front:
        said = asyncio.run(answer(front, HEAD + b"\r\n", behind, pause=0.1))
    assert b"last" in said
    assert said.count(b"200 OK") == 1


def test_without_nginx_too_many_connections_are_answered_503(
    transactional_db: None,
) -> None:
    async def scene(site: str) -> None:
        held = [await connect(site) for _ in range(3)]
        await asyncio.sleep(0.2)
        assert status(await answer(site, PAGE)) == b"503"
        held[0][1].close()
        held[1][1].close()
        await asyncio.sleep(0.2)
        assert status(await answer(site, PAGE)) == b"200"
        held[2][1].close()

    with live_site(limit_concurrency=3) as site:
        asyncio.run(scene(site))
