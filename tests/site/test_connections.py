"""A connection that does not send a whole request, or does not read the answer, is closed; a head has a limit."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn.server import ServerState

from config.connections import BoundedConnection, _Seldom
from config.management.commands.serve import server_config
from tests.live_server import live_site

HEAD = b"GET /healthz HTTP/1.1\r\nHost: testserver\r\n"


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.connections.HEAD_SECONDS", 0.5)
    monkeypatch.setattr("config.connections.BODY_SECONDS", 0.5)


async def answer(site: str, *parts: bytes, pause: float = 0.0) -> bytes:
    """What the server says until it closes the connection, after the parts were sent; b"" if it was not to be read."""
    where = urlsplit(site)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)

    async def send() -> None:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)

    sending = asyncio.create_task(send())
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:  # closed while we still sent
        return b""
    finally:
        sending.cancel()
        writer.close()


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET /heal"],
        [HEAD],
        [b"\r\n"] * 40,
        [b"GET / HTTP/1.1\r\n", *[b"X-A: 1\r\n"] * 40],
        [b"POST /play/ HTTP/1.1\r\nHost: testserver\r\nContent-Length: 100\r\n\r\n", *[b"x"] * 40],
        [HEAD + b"\r\n", *[b"\r\n"] * 40],
    ],
    ids=["nothing", "half a line", "no end", "empty lines", "slow headers", "slow body", "after a request"],
)
def test_who_does_not_finish_a_request_is_left(site: str, parts: list[bytes]) -> None:
    said = asyncio.run(answer(site, *parts, pause=0.1))
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
def test_a_head_that_is_too_large_is_refused(site: str, parts: list[bytes]) -> None:
    assert asyncio.run(answer(site, *parts))[:12] in (b"HTTP/1.1 400", b"")


def test_a_large_body_behind_a_head_is_no_part_of_it(site: str) -> None:
    body = b"x" * 100_000
    head = (
        b"POST /nowhere HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n"
    )
    assert asyncio.run(answer(site, head + body)).startswith(b"HTTP/1.1 4")
    assert b"400" not in asyncio.run(answer(site, head + body)).split(b"\r\n")[0]


def test_beyond_so_many_connections_a_request_is_refused_and_those_that_are_open_stay(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.connections.MOST_CONNECTIONS", 3)
    monkeypatch.setattr("config.connections.HEAD_SECONDS", 20.0)
    whole = b"GET /accounts/login/ HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\n\r\n"

    async def scene(site: str) -> None:
        where = urlsplit(site)
        held = [await asyncio.open_connection(where.hostname, where.port) for _ in range(3)]
        await asyncio.sleep(0.2)
        refused = await answer(site, whole)
        assert b" 503 " in refused.split(b"\r\n")[0]
        assert b"retry-after: 5" in refused
        assert b"The site is busy" in refused
        held[0][1].close()
        await asyncio.sleep(0.2)
        assert b" 200 " in (await answer(site, whole)).split(b"\r\n")[0]
        for reader, writer in held[1:]:
            writer.write(whole)
            assert (await reader.readline()).startswith(b"HTTP/1.1 ")
            writer.close()

    with live_site() as site:
        asyncio.run(scene(site))


def test_a_refused_body_is_read_first_and_health_is_answered(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("config.connections.MOST_CONNECTIONS", 0)
    monkeypatch.setattr("config.connections.BODY_SECONDS", 20.0)
    monkeypatch.setattr("config.connections._warning", _Seldom(60))
    body = b"x" * 3_000_000
    head = b"POST /accounts/login/ HTTP/1.1\r\nHost: testserver\r\nContent-Length: 3000000\r\n\r\n"

    async def scene(site: str) -> None:
        for refused in await asyncio.gather(*(answer(site, head, body) for _ in range(4))):
            assert b" 503 " in refused.split(b"\r\n")[0]
            assert b"The site is busy" in refused
        assert b" 200 " in (await answer(site, HEAD + b"Connection: close\r\n\r\n")).split(b"\r\n")[0]

    with live_site() as site:
        asyncio.run(scene(site))
    assert [record.message for record in caplog.records].count("too many connections") == 1


SAID = b"x" * 4_000_000


@pytest.fixture
def speaking() -> Iterator[str]:
    """The address of an application that answers with some megabytes, on a connection as the site's."""

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": SAID})

    with live_site(app=application) as site:
        yield site


def begin_reading(site: str, requests: int) -> socket.socket:
    """A connection with few bytes of room, on which something was asked."""
    where, one = urlsplit(site), socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.settimeout(20)
    one.connect((where.hostname, where.port))
    one.sendall((HEAD + b"\r\n") * (requests - 1) + HEAD + b"Connection: close\r\n\r\n")
    return one


def read_all(one: socket.socket) -> int:
    """How many bytes came until the connection ended."""
    came = 0
    with suppress(ConnectionError):
        while part := one.recv(64 * 1024):
            came += len(part)
    return came


@pytest.mark.parametrize("requests", [1, 2, 10])
def test_who_does_not_read_the_answer_is_left(
    speaking: str, monkeypatch: pytest.MonkeyPatch, requests: int
) -> None:
    monkeypatch.setattr("config.connections.READ_SECONDS", 0.3)
    with closing(begin_reading(speaking, requests)) as one:
        time.sleep(1.5)
        assert read_all(one) < len(SAID)


class Outlet(asyncio.Transport):
    """What is left to send, and whether it was given up."""

    left, given_up = 2_000_000, False

    def get_write_buffer_size(self) -> int:
        return self.left

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert (high, low) == (0, None)

    def abort(self) -> None:
        self.given_up = True


def test_who_reads_slowly_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.connections.READ_SECONDS", 0.2)

    async def scene() -> None:
        config = server_config()
        config.load()
        outlet, one = Outlet(), BoundedConnection(config, ServerState(), {})
        one.connection_made(outlet)
        one.pause_writing()
        for _ in range(15):
            outlet.left -= 100_000
            await asyncio.sleep(0.05)
        assert not outlet.given_up
        one.resume_writing()
        await asyncio.sleep(0.5)
        assert not outlet.given_up
        one.pause_writing()
        outlet.left -= 1_000
        await asyncio.sleep(0.5)
        assert outlet.given_up

    asyncio.run(scene())


def test_an_answer_ends_with_its_connection_whatever_was_sent_ahead() -> None:
    told: list[str] = []
    began, ended = threading.Event(), threading.Event()

    async def application(_scope: Any, receive: Any, _send: Any) -> None:
        await receive()
        began.set()
        with suppress(TimeoutError):
            told.append((await asyncio.wait_for(receive(), 5))["type"])
        ended.set()

    with live_site(app=application) as site:
        with closing(begin_reading(site, 3)):
            assert began.wait(5)
        assert ended.wait(10)
    assert told == ["http.disconnect"]


def test_few_requests_are_sent_ahead(speaking: str) -> None:
    with closing(begin_reading(speaking, 1000)) as one:
        assert read_all(one) < 20 * len(SAID)


def test_connections_that_ask_for_nothing_leave_files_for_the_rest(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.connections.HEAD_SECONDS", 20.0)
    monkeypatch.setattr("config.connections.MOST_OPEN", 3)

    async def scene() -> None:
        where = urlsplit(site)
        held = [await asyncio.open_connection(where.hostname, where.port) for _ in range(8)]
        await asyncio.sleep(0.5)
        gone = [reader.at_eof() or reader.exception() is not None for reader, _ in held]
        assert gone == [False] * 3 + [True] * 5
        held[0][1].close()
        await asyncio.sleep(0.2)
        assert b" 200 " in (await answer(site, HEAD + b"Connection: close\r\n\r\n")).split(b"\r\n")[0]
        for _, writer in held:
            writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "behind",
    [b"\r\n", b"GET /heal", b"POST /play/ HTTP/1.1\r\nHost: testserver\r\nContent-Length: 100\r\n\r\nx"],
    ids=["an empty line", "half a head", "half a body"],
)
def test_what_comes_behind_a_request_does_not_cut_off_its_answer(behind: bytes) -> None:
    async def application(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.sleep(1.5)
        await send({"type": "http.response.body", "body": b"last"})

    with live_site(app=application) as site:
        began = time.monotonic()
        said = asyncio.run(answer(site, HEAD + b"\r\n", behind, pause=0.1))
        took = time.monotonic() - began
    assert b"last" in said
    assert said.count(b"HTTP/1.1") == 1
    assert took < 5, "it is closed once the answer has ended"
