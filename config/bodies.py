"""A limit for request bodies: Django would read all of a body before any view sees the request."""

from collections.abc import Awaitable, Callable
from typing import Any

MOST = 6 * 1024 * 1024
"""Bytes: the largest file that any page takes, and a form around it."""
WORDS = f"The request is too large. The limit is {MOST // 1024 // 1024} MB. Nothing was changed.".encode()
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


def limited(application: Application) -> Application:
    """The ASGI application, which answers 413 to a request whose body is longer than `MOST`."""

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
        elif _announced(scope) > MOST:
            await _refuse(send)
        else:
            await application(scope, _counted(receive, send), send)

    return answer


def _announced(scope: dict[str, Any]) -> int:
    """The length in the request's header, 0 without one."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _counted(receive: Receive, send: Send) -> Receive:
    """A receiver that counts the body as it arrives, and ends the request if it is too long."""
    came = 0

    async def counting() -> Message:
        nonlocal came
        if came > MOST:
            return {"type": "http.disconnect"}
        message = await receive()
        came += len(message.get("body", b""))
        if came <= MOST:
            return message
        await _refuse(send)
        return {"type": "http.disconnect"}

    return counting


async def _refuse(send: Send) -> None:
    head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": head})
    await send({"type": "http.response.body", "body": WORDS})
