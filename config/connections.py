"""Bounds for a connection: how large a head may be, and how long head, body and the reading of answers may take."""

import asyncio
import logging
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.bodies import Receive, Send, drop, refuse

HEAD_BYTES: Final = 32 * 1024
HEAD_SECONDS: Final = 15.0
BODY_SECONDS: Final = 120.0
"""For 6 MB, the largest body, from a slow line."""
READ_SECONDS: Final = 60.0
READ_BYTES: Final = 64 * 1024
"""Who is sent something takes so much of it in `READ_SECONDS`, or all that there is."""
MOST_AHEAD: Final = 10
"""Requests of one connection that wait for the answer to an earlier one; browsers and proxies send none ahead."""
MOST_CONNECTIONS: Final = 900
"""Of a web server, open streams included; a process may have some 1,000 files open. Beyond them a request gets 503."""
MOST_OPEN: Final = 950
"""Of a web server, those that ask for nothing included; beyond them none stays open for a moment."""
HEALTH: Final = "/healthz"
"""Answered all the same: monitoring has to tell a busy site from one that is down."""
LOG_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


class TooLarge(ValueError):
    """The head of a request is too large, or too many are sent ahead; the server answers 400."""


class BoundedConnection(HttpToolsProtocol):
    """uvicorn's connection, closed if a request does not arrive, or its answer is not read, in time."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._in_head, self._ended = True, False
        self._came = self._read = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._unread = 0
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expects a first request, or hangs up if too many connections are open: files must be left for the rest."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # writing is paused as long as anything is unread
        if len(self.connections) > MOST_OPEN:
            transport.abort()
        else:
            self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expects nothing more, and tells the request being answered; uvicorn tells only the last one that came."""
        self._expect(None)
        self._end_reading()
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Waits for the reader, and not for ever."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """All is read."""
        self._end_reading()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Takes what came, and answers 400 if a head does not end."""
        if self._in_head and self._deadline is None:
            self._expect(HEAD_SECONDS)
        self._ended = False
        super().data_received(data)
        self._came = self._came + len(data) if self._in_head and not self._ended else 0
        if self._came > HEAD_BYTES:
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """Begins to count a head."""
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooLarge
        self._read = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Counts the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Counts a header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is here, and the body is expected."""
        self._in_head = False
        self._expect(BODY_SECONDS)
        self.app = self._busy if len(self.connections) > MOST_CONNECTIONS else self.config.loaded_app
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here; its answer may take as long as it takes."""
        self._in_head = self._ended = True
        self._expect(None)
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _count(self, size: int) -> None:
        self._read += size
        if self._read > HEAD_BYTES:
            raise TooLarge

    def _expect(self, seconds: float | None) -> None:
        """Closes the connection after so long, unless something else is expected before then."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._close)

    def _close(self) -> None:
        """Closes the connection: at once, or once the answer has ended to the request before what did not arrive."""
        answering = self._answering
        if answering is None or answering.response_complete or answering.more_body:
            self.transport.close()
        else:
            answering.keep_alive = False

    def _await_reader(self) -> None:
        self._end_reading()
        self._unread = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(READ_SECONDS, self._look_at_reader)

    def _look_at_reader(self) -> None:
        if self._unread - self.transport.get_write_buffer_size() < READ_BYTES:
            self.transport.abort()
        else:
            self._await_reader()

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    async def _busy(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["path"] == HEALTH:
            await self.config.loaded_app(scope, receive, send)
            return
        if _warning.is_due():
            log.warning("too many connections", extra={"most": MOST_CONNECTIONS})
        await drop(receive)
        await refuse("busy", scope, send)


class _Seldom:
    """Whether it is time to log something again."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next = seconds, 0.0

    def is_due(self) -> bool:
        """True once in so many seconds."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + self._seconds
        return True


_warning = _Seldom(LOG_SECONDS)
