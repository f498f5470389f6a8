"""More is asked for than there are connections: everybody waits a little, and nobody gets an error."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError, connection
from django.test import Client

from config.serving.admission import AdmissionQueue, admitted
from config.serving.errors import LARGEST_BODY, is_passing
from config.serving.networks import network_of
from tests.thorough import WHOLE

MANY = 500 if settings.REDIS_URL or WHOLE else 100
"""Far more than there are connections; on PostgreSQL all of a flood."""


@pytest.fixture
def cookie(person, transactional_db) -> str:
    """The cookie of somebody signed in."""
    client = Client()
    client.force_login(person(), backend=settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].output(attrs=[], header="").strip()


async def status(site: str, cookie: str, path: str, method: str = "GET", *more: str) -> int:
    """The status of the answer to one request on a connection of its own."""
    parts = urlsplit(site)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    head = [
        f"{method} {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Cookie: {cookie}",
        "Connection: close",
        *more,
    ]
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
    try:
        async with asyncio.timeout(60):
            return int((await reader.readline()).split()[1])
    finally:
        writer.close()


async def statuses(number: int, ask: Callable[[], Awaitable[int]]) -> Counter[int]:
    """How many of so many requests at once were answered with each status."""
    return Counter(await asyncio.gather(*(ask() for _ in range(number))))


def test_error_pages_take_no_connection(site: str, cookie: str) -> None:

    async def scene() -> None:
        assert await statuses(MANY, lambda: status(site, cookie, "/nowhere")) == {404: MANY}
        assert await statuses(100, lambda: status(site, cookie, "/wars/1/")) == {404: 100}
        assert await statuses(
            MANY, lambda: status(site, cookie, "/wars/new/", "POST", "Content-Length: 0")
        ) == {403: MANY}
        assert await statuses(
            MANY, lambda: status(site, cookie, "/wars/new/", "POST", f"Content-Length: {9 * LARGEST_BODY}")
        ) == {413: MANY}
        assert await statuses(100, lambda: status(site, cookie, "/events/war/1")) == {404: 100}
        assert await statuses(50, lambda: status(site, cookie, "/wars/")) == {200: 50}
        assert await statuses(50, lambda: status(site, cookie, "/events/me")) == {200: 50}

    asyncio.run(scene())


def test_nothing_that_is_posted_to_a_stream_is_read_where_all_streams_wait(site: str, cookie: str) -> None:
    async def scene() -> None:
        for path in ("/events/me", "/events/war/1/"):
            assert await status(site, cookie, path, "POST", "Content-Length: 0") == 405
        assert await status(site, cookie, "/events/me") == 200

    asyncio.run(scene())


def test_a_hundred_people_at_once_are_all_answered(site: str, cookie: str) -> None:
    async def scene() -> None:
        assert await statuses(100, lambda: status(site, cookie, "/wars/")) == {200: 100}

    asyncio.run(scene())
    pool = getattr(connection, "pool", None)
    assert pool is None or pool.max_size >= settings.REQUESTS_AT_ONCE + 2


class Site:
    """An application that answers when it is let, and counts how many requests it works on."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.working = self.most = 0

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "http.request":
            if not message.get("more_body"):
                break
        else:
            return
        self.working += 1
        self.most = max(self.most, self.working)
        await self.let.wait()
        self.working -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"fine"})


class Visitor:
    """A request to an application; `gone` when its browser has closed the connection."""

    def __init__(self, *body: bytes, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        self.scope: dict[str, Any] = {"type": "http", "headers": list(headers)}
        self.gone = asyncio.Event()
        self.said: list[dict[str, Any]] = []
        self._left = [{"type": "http.request", "body": part, "more_body": True} for part in body]
        self._left.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive(self) -> dict[str, Any]:
        if self._left:
            return self._left.pop(0)
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.said.append(message)

    async def visit(self, application: Any) -> int:
        """The status of the answer; 0 without one."""
        await application(self.scope, self.receive, self.send)
        return self.said[0]["status"] if self.said else 0


def test_no_more_requests_than_places_are_worked_on() -> None:
    async def scene() -> None:
        site = Site()
        application = admitted(site, AdmissionQueue(3))
        visits = [asyncio.create_task(Visitor(b"a").visit(application)) for _ in range(20)]
        async with asyncio.timeout(10):
            while site.working < 3:  # noqa: ASYNC110 - the site's own count is asked
                await asyncio.sleep(0)
        site.let.set()
        assert await asyncio.gather(*visits) == [200] * 20
        assert site.most == 3

    asyncio.run(scene())


def test_too_long_in_line_ends_with_a_sentence_and_when_to_come_back() -> None:
    async def scene() -> None:
        site = Site()
        application = admitted(site, AdmissionQueue(1, longest_wait=0.05))
        first = asyncio.create_task(Visitor().visit(application))
        await asyncio.sleep(0)
        late, of_htmx = Visitor(), Visitor(headers=((b"hx-request", b"true"),))
        assert [await late.visit(application), await of_htmx.visit(application)] == [503, 503]
        assert (b"retry-after", b"5") in late.said[0]["headers"]
        assert b"<h1>The site is busy</h1>" in late.said[1]["body"]
        assert of_htmx.said[1]["body"].startswith(b"The site is busy. Nothing was changed.")
        site.let.set()
        assert await first == 200
        assert await Visitor().visit(application) == 200

    asyncio.run(scene())


def test_who_has_left_is_not_worked_for() -> None:
    async def scene() -> None:
        site = Site()
        application = admitted(site, AdmissionQueue(1))
        first = asyncio.create_task(Visitor().visit(application))
        gone, next_one = Visitor(), Visitor()
        visits = [asyncio.create_task(one.visit(application)) for one in (gone, next_one)]
        await asyncio.sleep(0.01)
        gone.gone.set()
        assert await visits[0] == 0
        site.let.set()
        assert [await first, await visits[1]] == [200, 200]
        assert site.most == 1

    asyncio.run(scene())


async def served(queue: AdmissionQueue, askers: str, *, given_up: tuple[int, ...] = ()) -> str:
    """In which order those who ask get the one place; the requests of these numbers are given up while they wait."""
    order = ""

    async def ask(asker: str) -> None:
        nonlocal order
        await queue.enter(asker)
        order += asker
        queue.leave()

    await queue.enter()
    asked = [asyncio.create_task(ask(asker)) for asker in askers]
    await asyncio.sleep(0)
    for number in given_up:
        asked[number].cancel()
    queue.leave()
    await asyncio.gather(*asked, return_exceptions=True)
    return order


@pytest.mark.parametrize(
    ("askers", "given_up", "order"),
    [
        ("aaaa", (), "aaaa"),
        ("aaaab", (), "abaaa"),
        ("aaaabbc", (), "abcabaa"),
        ("aaab", (0,), "aba"),
        ("aaab", (3,), "aaa"),
        ("abab", (0, 2), "bb"),
        ("ab", (0, 1), ""),
    ],
)
def test_those_who_ask_take_turns(askers: str, given_up: tuple[int, ...], order: str) -> None:
    async def scene() -> None:
        queue = AdmissionQueue(1)
        for _ in range(2):  # the queue is as it was
            assert await served(queue, askers, given_up=given_up) == order

    asyncio.run(scene())


def test_who_gives_up_at_any_moment_loses_no_place() -> None:
    async def scene() -> None:
        queue, drawn, most = AdmissionQueue(3), Random(7), 0
        inside: set[int] = set()

        async def visit(number: int) -> None:
            nonlocal most
            await queue.enter(drawn.choice("abcd"))
            inside.add(number)
            most = max(most, len(inside))
            try:
                await asyncio.sleep(0)
            finally:
                inside.remove(number)
                queue.leave()

        for _ in range(50):
            visits = [asyncio.create_task(visit(number)) for number in range(30)]
            while not all(one.done() for one in visits):
                drawn.choice(visits).cancel()
                await asyncio.sleep(0)
        assert most == 3
        async with asyncio.timeout(1):
            for _ in range(3):
                await queue.enter()
        assert (queue._free, len(queue._waiting)) == (0, 0)

    asyncio.run(scene())


def test_a_page_does_not_wait_for_all_that_somebody_else_has_asked() -> None:
    async def scene() -> None:
        answered = 0

        async def slow(_scope: Any, receive: Any, send: Any) -> None:
            nonlocal answered
            await receive()
            await asyncio.sleep(0.005)
            answered += 1
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"fine"})

        application = admitted(slow, AdmissionQueue(1))
        crowd = [Visitor() for _ in range(100)]
        for one in crowd:
            one.scope["client"] = ("192.0.2.1", 4000)
        visits = [asyncio.create_task(one.visit(application)) for one in crowd]
        await asyncio.sleep(0.02)
        other = Visitor()
        other.scope["client"] = ("192.0.2.2", 4000)
        assert await other.visit(application) == 200
        assert answered < 20
        assert await asyncio.gather(*visits) == [200] * 100

    asyncio.run(scene())


@pytest.mark.parametrize("proxies", [0, 1, 2])
@pytest.mark.parametrize(
    ("client", "forwarded"),
    [
        ("192.0.2.1", ["198.51.100.7, 203.0.113.9"]),
        ("192.0.2.1", ["198.51.100.7", "203.0.113.9"]),
        ("192.0.2.1", []),
        ("2001:db8:1:2:3::4", []),
        ("127.0.0.1", ["2001:db8:1:2ff::1,2001:db8:1:3ff::1"]),
        ("::ffff:192.0.2.1", ["::ffff:198.51.100.7, 203.0.113.9:5678"]),
        ("127.0.0.1", ["[2001:db8:1:2ff::1]:443, [::ffff:198.51.100.7]:443"]),
    ],
)
def test_a_network_asks_as_attempts_are_counted(monkeypatch, proxies, client, forwarded) -> None:
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", proxies)
    monkeypatch.setattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", proxies)
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "client": (client, 4000),
        "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded],
    }
    assert network_of(scope) == get_ip(ASGIRequest(scope, BytesIO()))


@pytest.mark.parametrize(
    "told", ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1:5678", "[::ffff:192.0.2.1]:5678"]
)
def test_an_address_is_the_same_however_it_is_written(monkeypatch, told) -> None:
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", 1)
    monkeypatch.setattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 1)
    headers = [(b"x-forwarded-for", told.encode())]
    scope = {"type": "http", "method": "GET", "path": "/", "client": ("127.0.0.1", 1), "headers": headers}
    assert [network_of(scope), get_ip(ASGIRequest(scope, BytesIO()))] == ["192.0.2.1"] * 2


def test_with_fewer_names_than_proxies_the_connection_asks(monkeypatch) -> None:
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", 2)
    scope = {"client": ("192.0.2.1", 1), "headers": [(b"x-forwarded-for", b"198.51.100.7")]}
    assert network_of(scope) == "192.0.2.1"


@pytest.mark.parametrize("client", [None, ("", 0), ("fe80::1%eth0", 1), ("a socket", 0)])
def test_whatever_a_connection_comes_from_it_may_wait(client) -> None:
    assert isinstance(network_of({"client": client, "headers": []}), str)


def test_a_slow_sender_and_a_slow_reader_keep_nobody_waiting() -> None:
    async def scene() -> None:
        site = Site()
        site.let.set()
        application = admitted(site, AdmissionQueue(1))
        sender, reader, block = Visitor(), Visitor(), asyncio.Event()

        async def never() -> dict[str, Any]:
            await block.wait()
            return {"type": "http.disconnect"}

        async def slow(message: dict[str, Any]) -> None:
            await block.wait()

        sender.receive, reader.send = never, slow  # type: ignore[method-assign]
        visits = [asyncio.create_task(one.visit(application)) for one in (sender, reader)]
        async with asyncio.timeout(2):
            assert await Visitor().visit(application) == 200
        block.set()
        assert await asyncio.gather(*visits) == [0, 0]

    asyncio.run(scene())


def test_a_failing_application_gives_its_place_back() -> None:
    async def broken(_scope: Any, receive: Any, _send: Any) -> None:
        await receive()
        raise RuntimeError

    async def scene() -> None:
        application = admitted(broken, AdmissionQueue(1))
        for _ in range(3):
            with pytest.raises(RuntimeError):
                await Visitor().visit(application)

    asyncio.run(scene())


@pytest.mark.django_db
def test_a_database_that_cannot_take_a_request_now_is_no_fault_of_the_page(person, monkeypatch) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(person())
    for why, wanted in (
        (OperationalError("couldn't get a connection after 5.00 sec"), 503),
        (ValueError(), 500),
    ):

        def fail(*_words: Any, why: Exception = why, **_named: Any) -> None:
            raise why

        monkeypatch.setattr("campaign.lobby.views.lobby.show", fail)
        answer = client.get("/wars/")
        assert answer.status_code == wanted
        assert answer.headers.get("Retry-After") == ("5" if wanted == 503 else None)


def test_only_what_passes_is_busy() -> None:
    missing, locked = OperationalError(), OperationalError()
    missing.__cause__, locked.__cause__ = ValueError(), ValueError()
    missing.__cause__.sqlite_errorcode, locked.__cause__.sqlite_errorcode = 1, 517  # type: ignore[attr-defined]
    assert [is_passing(why) for why in (missing, locked, ValueError(), None)] == [False, True, False, False]
