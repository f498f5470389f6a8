"""What is sent with a request is limited before anything is done with it."""

import asyncio
from typing import Any

import pytest

from config.bodies import limited
from config.errors import LARGEST_BODY


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
        await limited(application)({"type": "http", "headers": headers}, receive, send)

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

    scope = {"type": "http", "headers": [(b"content-length", str(3 * LARGEST_BODY).encode())]}

    async def request() -> None:
        await limited(application)(scope, receive, send)

    asyncio.run(request())
    assert (left, sent[0]["status"]) == ([], 413)


@pytest.mark.parametrize("length", [0, 1, LARGEST_BODY])
def test_others_pass(length: int) -> None:
    assert asked([b"x" * length], [(b"content-length", str(length).encode())])[:2] == (length, 200)
