"""So many requests are answered at once, each with a thread and a database connection; the others queue."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from config.serving.bodies import Application, Message, Receive, Send, refuse
from config.serving.networks import network_of

LONGEST_WAIT: Final = 45.0
"""Seconds in the queue, after which a request is refused with 503."""


class AdmissionQueue:
    """The requests being answered, at most `places`, and those that wait.

    Those who ask take turns, so that nobody with many requests keeps the others waiting; the requests of each are
    answered first come first served. A network asks, not a session: a cookie costs nothing to invent.
    """

    def __init__(self, places: int, longest_wait: float = LONGEST_WAIT) -> None:
        self.longest_wait = longest_wait
        self._free = places
        self._waiting: OrderedDict[str, OrderedDict[asyncio.Future[None], None]] = OrderedDict()

    async def enter(self, asker: str = "") -> None:
        """Returns once there is a place; call `leave` afterwards."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, OrderedDict())[turn] = None
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            self._forget(asker, turn)
            raise

    def leave(self) -> None:
        """Gives the place to the oldest request of the network whose turn it is."""
        while self._waiting:
            asker, turns = next(iter(self._waiting.items()))
            turn, _ = turns.popitem(last=False)
            self._waiting.move_to_end(asker, last=not turn.done())
            if not turns:
                del self._waiting[asker]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self, asker: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting.get(asker)
        if turns is not None and turn in turns:
            del turns[turn]
            if not turns:
                del self._waiting[asker]


class _Visit:
    """One request: it takes its place once its body is there, so that a slow sender keeps nobody waiting."""

    def __init__(self, queue: AdmissionQueue, asker: str, receive: Receive) -> None:
        self.refused = False
        self._queue, self._asker, self._receive = queue, asker, receive
        self._inside = False
        self._next: asyncio.Future[Message] | None = None

    async def receive(self) -> Message:
        """The next message; a disconnect instead of the last of the body if there was no place in time."""
        message = await (self._next or self._receive())
        if self._inside or message["type"] != "http.request" or message.get("more_body"):
            return message
        self._next = asyncio.ensure_future(self._receive())
        entering = asyncio.ensure_future(self._queue.enter(self._asker))
        await asyncio.wait(
            {entering, self._next}, timeout=self._queue.longest_wait, return_when="FIRST_COMPLETED"
        )
        if entering.done():
            self._inside = True
            return message
        entering.cancel()
        self.refused = not self._next.done()
        return {"type": "http.disconnect"}

    def end(self) -> None:
        """Leaves the queue."""
        if self._inside:
            self._queue.leave()
        if self._next:
            self._next.cancel()


def admitted(application: Application, queue: AdmissionQueue) -> Application:
    """The ASGI application, which answers no more requests at once than the queue has places.

    An answer is sent when its place is given back, so that a slow reader keeps nobody waiting. It is not for streams.
    """

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        said: list[Message] = []

        async def say(message: Message) -> None:
            said.append(message)

        visit = _Visit(queue, network_of(scope), receive)
        try:
            await application(scope, visit.receive, say)
        finally:
            visit.end()
        if visit.refused:
            await refuse("busy", scope, send)
        for message in said:
            await send(message)

    return answer
