"""A server that takes webhooks, well or badly."""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]


def take(handler: BaseHTTPRequestHandler) -> None:
    """204, as Discord answers."""
    handler.send_response(204)
    handler.end_headers()


def status(code: int, **headers: str) -> Answer:
    """An answer with that status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    return answer


def never(handler: BaseHTTPRequestHandler) -> None:
    """No answer for a minute, unless the caller goes away."""
    with contextlib.suppress(OSError):
        handler.connection.settimeout(60)
        handler.connection.recv(1)


def drip(handler: BaseHTTPRequestHandler) -> None:
    """A header a second, for ever: each read succeeds, the whole never ends."""
    with contextlib.suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(600):
            handler.wfile.write(f"X-{number}: a\r\n".encode())
            handler.wfile.flush()
            time.sleep(0.1)


def flood(handler: BaseHTTPRequestHandler) -> None:
    """A body without end; `sent` says how many bytes went out before the caller hung up."""
    sent = 0
    with contextlib.suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        for _ in range(20_000):
            sent += handler.wfile.write(b"x" * 10_000)
    handler.server.sent = sent  # type: ignore[attr-defined]


@dataclass
class Receiver:
    """Where it listens, what it got, and what it answers next (then `take`)."""

    host: str
    got: list[dict[str, Any]] = field(default_factory=list)
    taken: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    sent: int = 0

    @property
    def url(self) -> str:
        """The webhook's address."""
        return f"http://{self.host}/hook/secret"


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    receiver = Receiver(f"127.0.0.1:{server.server_address[1]}")
    server.receiver = receiver  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.sent = getattr(server, "sent", 0)
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        receiver: Receiver = self.server.receiver  # type: ignore[attr-defined]
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        pushed = self.headers["Content-Encoding"] == "aes128gcm"
        body = {"headers": dict(self.headers), "sealed": raw} if pushed else json.loads(raw)
        receiver.got.append(body)
        answer = receiver.answers.pop(0) if receiver.answers else take
        if answer is take:
            receiver.taken.append(body)
        self.close_connection = True
        answer(self)

    def log_message(self, *_args: Any) -> None:
        """Says nothing."""
