"""Real worker processes on this process's database and queue."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config.serving.supervise import clock_command, start, worker_command


def database_url() -> str:
    """The URL of the database this process uses."""
    own: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    return f"postgres://{quote(own['USER'])}@{own['HOST']}:{own['PORT']}/{own['NAME']}"


@contextlib.contextmanager
def worker(app: str = "config.celery", **environ: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of the site, or of another `app`, with a clock that calls each second, and two-second leases."""
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url(),
        "VAR_DIR": str(settings.VAR_DIR),
        "SWEEP_SECONDS": "1",
        "DELIVERY_LEASE_SECONDS": "2",
        "RESOLUTION_LEASE_SECONDS": "2",
        "FORECAST_LEASE_SECONDS": "2",
    }
    with _environment(own | environ):
        process = start([app if word == "config.celery" else word for word in worker_command(1)])
        clock = start(clock_command())
    try:
        yield process
    finally:
        kill(process)
        kill(clock)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the worker as a power cut would: kill -9 of the whole group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
