"""The site on a real port, in a thread of the test's own process, streams included."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn

from accounts.live.hub import hub
from config.management.commands.serve import server_config


@contextlib.contextmanager
def live_site(port: int = 0, **options: Any) -> Iterator[str]:
    """The address ("http://127.0.0.1:4711") of the site while the block runs, at a port of its own if none is given."""
    hub.open()
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(512)
    server = uvicorn.Server(server_config(timeout_graceful_shutdown=2, **options))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    _wait_until(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        hub.close()
        server.should_exit = True
        thread.join(10)
        listener.close()


def _wait_until(true, seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError("the site did not start")
        time.sleep(0.01)
