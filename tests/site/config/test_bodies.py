"""What is sent with a request is limited before anything is done with it."""

import asyncio
from typing import Any

import pytest

from config.serving.admission import AdmissionQueue, admitted
from config.serving.bodies import SMALL_BODY, limited
from config.serving.errors import LARGEST_BODY


def asked(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> tuple[int, int, bytes]:
    """How many bytes the application saw, the status and the body that went out."""
    saw, sent = 0, []
    left = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    left.append({"type": "http.request", "body": b"", "more_body": False})

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        nonlocal saw
        while (message := await receive())["type"] == "http.request":
            saw += len(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"fine"})
                return

    async def receive() -> Any:
        return left.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def request() -> None:
        await limited(application)({"type": "http", "method": "POST", "headers": headers}, receive, send)

    asyncio.run(request())
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    return saw, sent[0]["status"], sent[1]["body"]


def test_a_body_that_is_said_to_be_too_long_is_not_read() -> None:
    saw, status, words = asked([b"x"], [(b"content-length", str(LARGEST_BODY + 1).encode())])
    assert (saw, status) == (0, 413)
    assert b"limit is 6 MB" in words


def test_a_body_that_becomes_too_long_ends_the_request() -> None:
    saw, status, _words = asked([b"x" * (LARGEST_BODY // 4)] * 5, [])
    assert (saw, status) == (LARGEST_BODY, 413)


def test_what_is_too_long_is_read_to_its_end_before_the_answer() -> None:
    """A browser that still sends does not read the answer, and says that the connection was lost."""
    left = [
        {"type": "http.request", "body": b"x" * LARGEST_BODY, "more_body": more}
        for more in (True, True, False)
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        assert not sent
        return left.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def application(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError

    length = str(3 * LARGEST_BODY).encode()
    scope = {"type": "http", "method": "POST", "headers": [(b"content-length", length)]}

    async def request() -> None:
        await limited(application)(scope, receive, send)

    asyncio.run(request())
    assert (left, sent[0]["status"]) == ([], 413)


@pytest.mark.parametrize("length", [0, 1, LARGEST_BODY])
def test_others_pass(length: int) -> None:
    assert asked([b"x" * length], [(b"content-length", str(length).encode())])[:2] == (length, 200)


class Sender:
    """A request whose body comes part by part, and then its answer."""

    def __init__(self, application: Any, network: str = "192.0.2.1", method: str = "POST") -> None:
        self.parts: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue()
        self.said: list[Any] = []
        scope = {"type": "http", "method": method, "headers": [], "client": (network, 4000)}
        self.task = asyncio.create_task(application(scope, self._receive, self._say))

    async def send(self, part: bytes, *, more: bool = True) -> None:
        self.parts.put_nowait((part, more))
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self) -> int:
        """The status of the answer."""
        await self.send(b"", more=False)
        await asyncio.wait_for(self.task, 5)
        return int(self.said[0]["status"])

    async def _receive(self) -> Any:
        part, more = await self.parts.get()
        return {"type": "http.request", "body": part, "more_body": more}

    async def _say(self, message: Any) -> None:
        self.said.append(message)


async def reads_all(_scope: Any, receive: Any, send: Any) -> None:
    while (message := await receive())["type"] == "http.request":
        if not message["more_body"]:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"fine"})
            return


def test_there_is_room_for_so_much_at_once_and_for_small_bodies_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("config.serving.bodies.MOST_AT_ONCE", 2_000_000)

    ended: list[Any] = []

    async def kept(scope: Any, receive: Any, send: Any) -> None:
        await reads_all(scope, receive, send)
        ended.append(scope)

    async def scene() -> None:
        application = limited(kept)
        held = [Sender(application) for _ in range(3)]
        for one in held:
            await one.send(b"x" * 600_000)
        late, small = Sender(application), Sender(application)
        await late.send(b"x" * 600_000)
        assert (len(ended), late.said) == (1, []), "what came of it is forgotten before the rest is read"
        await late.send(b"x" * 5_000_000)
        assert not late.said, "a browser that still sends reads no answer"
        await small.send(b"x" * SMALL_BODY)
        assert [await late.end(), await small.end()] == [503, 200]
        assert (b"retry-after", b"5") in late.said[0]["headers"]
        assert b"The site is busy" in late.said[1]["body"]
        assert await held[0].end() == 200
        held[1].task.cancel()
        await asyncio.sleep(0)
        again = Sender(application)
        await again.send(b"x" * 1_400_000)
        assert [await again.end(), await held[2].end()] == [200, 200]

    asyncio.run(scene())


def test_one_part_that_is_too_long_is_answered_at_once() -> None:
    async def scene() -> None:
        one = Sender(limited(reads_all))
        await one.send(b"x" * (LARGEST_BODY + 1), more=False)
        await asyncio.wait_for(one.task, 5)
        assert one.said[0]["status"] == 413

    asyncio.run(scene())


def test_nobody_leaves_the_others_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serving.bodies.MOST_OF_A_NETWORK", 1_000_000)

    async def scene() -> None:
        application = limited(reads_all)
        one, more, other = (
            Sender(application, network) for network in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
        )
        for sender in (one, more, other):
            await sender.send(b"x" * 800_000)
        assert [await sender.end() for sender in (one, more, other)] == [200, 503, 200]
        again = Sender(application)
        await again.send(b"x" * 800_000)
        assert await again.end() == 200

    asyncio.run(scene())


def test_only_what_is_posted_may_be_large() -> None:
    async def scene() -> None:
        application = limited(reads_all)
        small, large = (Sender(application, method="GET") for _ in range(2))
        await small.send(b"x" * SMALL_BODY)
        await large.send(b"x" * (SMALL_BODY + 1))
        assert [await small.end(), await large.end()] == [200, 413]

    asyncio.run(scene())


def test_an_answer_that_is_being_read_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serving.bodies.MOST_AT_ONCE", 1_000_000)
    read = asyncio.Event()

    class Slow(Sender):
        async def _say(self, message: Any) -> None:
            await super()._say(message)
            await read.wait()

    async def scene() -> None:
        application = limited(admitted(reads_all, AdmissionQueue(1)))
        slow = Slow(application)
        await slow.send(b"x" * 800_000, more=False)
        other = Sender(application)
        await other.send(b"x" * 800_000)
        assert await other.end() == 200
        assert not slow.task.done()
        read.set()
        await asyncio.wait_for(slow.task, 5)

    asyncio.run(scene())
