"""The web server alone, as `up` starts it."""

import faulthandler
import os
import signal
import socket
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandParser

from accounts.live.hub import hub
from config.serving.memory import settle

GRACE_SECONDS = 3
LONGEST_STOP_SECONDS = GRACE_SECONDS + 3
MOST_CONNECTIONS = 900
"""Open streams included; a process may have some 1,000 files open. Beyond them a request gets 503."""


class Server(uvicorn.Server):
    """Ends open streams first when it stops, and prints the site's address once it listens.

    A signal only sets uvicorn's flag: what the signal interrupts may hold a lock that closing the hub needs.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wakes every stream so that none holds the server up, and then stops; what hangs is printed and ended."""
        faulthandler.dump_traceback_later(LONGEST_STOP_SECONDS, exit=True)
        hub.close()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, then prints the address; see `settle` for the objects loaded so far."""
        settle()
        await super().startup(sockets)
        if self.started:
            _say_where()


def _say_where() -> None:
    if where := os.environ.get("SERVED_AT"):
        print(f"\nFront Line is at {where}  (Ctrl-C stops it)\n", flush=True)


def server_config(**options: Any) -> uvicorn.Config:
    """How the site is served; the tests' own server uses the same."""
    settings: dict[str, Any] = {
        "app": "config.asgi:application",
        "http": "httptools",
        "limit_concurrency": MOST_CONNECTIONS,
        "lifespan": "off",
        "access_log": False,
        "log_config": None,
        "proxy_headers": False,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    return uvicorn.Config(**(settings | options))


class Command(BaseCommand):
    """Serves on a socket that is open already."""

    help = "The web server alone, on an open socket. Use `up` instead."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """--fd, the socket."""
        parser.add_argument("--fd", type=int, required=True)

    def handle(self, *_args: Any, fd: int, **_options: Any) -> None:
        """Serves until a signal comes."""
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with socket.socket(fileno=fd) as listener:
            Server(server_config()).run(sockets=[listener])
