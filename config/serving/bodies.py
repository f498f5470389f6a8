"""Limits for request bodies: Django would read all of a body before any view sees the request."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from config.serving.errors import LARGEST_BODY, Kind, as_messages
from config.serving.networks import network_of

SMALL_BODY: Final = 64 * 1024
"""Bytes of each body for which there is always room; most forms have fewer."""
MOST_AT_ONCE: Final = 64 * 1024 * 1024
"""Bytes of all bodies beyond that which a web server holds: they arrive before anybody is asked who sends them."""
MOST_OF_A_NETWORK: Final = 24 * 1024 * 1024
"""The part of them that one network may hold, so that nobody leaves the others no room."""
DROPPED_BYTES: Final = 8 * LARGEST_BODY
DROPPED_SECONDS: Final = 30.0
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


def limited(application: Application) -> Application:
    """The ASGI application, which answers 413 to a body that is too long, and 503 to one for lack of room.

    Room is given back when the answer begins: what was asked is done then, and an answer may go on for hours.
    """
    room = _Room()

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
        elif _announced(scope) > _most(scope):
            if _announced(scope) <= DROPPED_BYTES:
                await drop(receive)
            await refuse("large", scope, send)
        else:
            body = _Body(room, network_of(scope), _most(scope), receive)

            async def say(message: Message) -> None:
                body.forget()
                await send(message)

            try:
                await application(scope, body.receive, say)
            finally:
                body.forget()
            if body.refused:
                await body.drop_rest()
                await refuse(body.refused, scope, send)

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


def _most(scope: dict[str, Any]) -> int:
    """How many bytes of a body are read: only what is posted may have many."""
    return LARGEST_BODY if scope["method"] == "POST" else SMALL_BODY


def _announced(scope: dict[str, Any]) -> int:
    """The length in the request's header, 0 without one."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


class _Room:
    """How many bytes of large bodies are here at once, in all and of each network."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def take(self, network: str, size: int) -> bool:
        """Takes room for so many bytes; False if there is none."""
        if self._taken.total() + size > MOST_AT_ONCE or self._taken[network] + size > MOST_OF_A_NETWORK:
            return False
        self._taken[network] += size
        return True

    def give_back(self, network: str, size: int) -> None:
        """Gives back what was taken."""
        self._taken[network] -= size
        if not self._taken[network]:
            del self._taken[network]


class _Body:
    """A body, counted as it arrives: `refused` says why if it is too long or there is no room for it."""

    def __init__(self, room: _Room, network: str, most: int, receive: Receive) -> None:
        self.refused: Kind | None = None
        self._room, self._network, self._most, self._receive = room, network, most, receive
        self._came = self._taken = 0
        self._more = True

    async def receive(self) -> Message:
        """The next message; a disconnect instead if the body is refused, so that what has come of it is forgotten."""
        if self.refused is None:
            message = await self._receive()
            self._more = message.get("more_body", False)
            self.refused = self._why_not(len(message.get("body", b"")))
        return {"type": "http.disconnect"} if self.refused else message

    async def drop_rest(self) -> None:
        """Reads and forgets what is still to come."""
        if self._more:
            await drop(self._receive)

    def forget(self) -> None:
        """Gives its room back."""
        self._room.give_back(self._network, self._taken)
        self._taken = 0

    def _why_not(self, size: int) -> Kind | None:
        """Takes room for what came; the reason if it cannot be kept."""
        self._came += size
        if self._came > self._most:
            return "large"
        more = max(0, self._came - SMALL_BODY) - self._taken if size else 0
        if more and not self._room.take(self._network, more):
            return "busy"
        self._taken += more
        return None
