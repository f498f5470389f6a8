"""A limit for request bodies: Django would read all of a body before any view sees the request."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from config.errors import LARGEST_BODY, Kind, as_messages

DROPPED_BYTES: Final = 8 * LARGEST_BODY
DROPPED_SECONDS: Final = 30.0
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


def limited(application: Application) -> Application:
    """The ASGI application, which answers 413 to a request whose body is longer than `LARGEST_BODY`."""

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
        elif _announced(scope) > LARGEST_BODY:
            if _announced(scope) <= DROPPED_BYTES:
                await drop(receive)
            await refuse("large", scope, send)
        else:
            await application(scope, _counted(scope, receive, send), send)

    return answer


async def refuse(kind: Kind, scope: dict[str, Any], send: Send) -> None:
    """Answers a request with an error page, and closes its connection."""
    bare = any(name == b"hx-request" for name, _value in scope["headers"])
    for message in as_messages(kind, bare=bare):
        await send(message)


async def drop(receive: Receive) -> None:
    """Reads and forgets what is left of a body, within bounds: a browser reads no answer while it sends."""
    came = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DROPPED_SECONDS):
            while came < DROPPED_BYTES:
                message = await receive()
                came += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _announced(scope: dict[str, Any]) -> int:
    """The length in the request's header, 0 without one."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _counted(scope: dict[str, Any], receive: Receive, send: Send) -> Receive:
    """A receiver that counts the body as it arrives, and ends the request if it is too long."""
    came = 0

    async def counting() -> Message:
        nonlocal came
        if came > LARGEST_BODY:
            return {"type": "http.disconnect"}
        message = await receive()
        came += len(message.get("body", b""))
        if came <= LARGEST_BODY:
            return message
        await drop(receive)
        await refuse("large", scope, send)
        return {"type": "http.disconnect"}

    return counting
