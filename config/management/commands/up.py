"""Serve the site: web and worker, until Ctrl-C."""

import os
import socket
import sys
from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.host.checks import refuse_unfit
from config.host.upgrading import refuse_unmigrated
from config.serving.served import note

LAST_PORT = 65535
NOWHERE = ("192.0.2.1", 9)  # nothing is sent there; connecting reveals this machine's own address


class Command(BaseCommand):
    """Checks the settings, takes the port, and hands over to the supervisor."""

    help = "Serve the site (web and worker) until Ctrl-C. HOST and PORT are read from the environment."

    def add_arguments(self, parser: CommandParser) -> None:
        """--host and --port, which go before HOST and PORT; --compile."""
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=_port, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--compile", action="store_true", help="compile the engine in the background")

    def handle(self, *_args: Any, host: str, port: int, **options: Any) -> None:
        """Does not return: this process becomes the supervisor."""
        refuse_unfit()
        listener = _listen(host, port)
        refuse_unmigrated()
        port = listener.getsockname()[1]
        names = _near_names() if host in {"0.0.0.0", "::"} else [host]  # noqa: S104
        os.environ["NEAR_HOSTS"] = os.environ.get("NEAR_HOSTS") or ",".join(names)
        os.environ["SERVED_AT"] = " ".join(f"http://{name}:{port}/" for name in names)
        if not settings.SITE_URL_GIVEN:
            os.environ["SITE_URL"] = f"http://{names[0]}:{port}"
        note(settings.VAR_DIR, f"http://{names[0]}:{port}")
        os.set_inheritable(listener.fileno(), True)
        sys.stdout.flush()
        command = [sys.executable, "-m", "config.serving.supervise", str(listener.fileno())]
        command += ["--web", str(settings.WEB_PROCESSES)]
        command += ["--compile"] if options["compile"] else []
        os.execv(sys.executable, command)  # noqa: S606


def _port(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and int(word) <= LAST_PORT):
        raise ArgumentTypeError(
            f"{word} is no port. Choose one from 1 to {LAST_PORT}, or 0 for any that is free."
        )
    return int(word)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise CommandError(
            f"Port {port} on {host} is not available ({error.strerror}). Choose another: PORT=8001 make run"
        ) from error
    listener.listen(2048)
    return listener


def _near_names() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            own = [str(probe.getsockname()[0])]
        except OSError:
            own = []
    return [*own, "127.0.0.1", socket.gethostname().lower()]
