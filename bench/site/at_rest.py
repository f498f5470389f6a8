"""The memory of web and worker at rest, and the time from a fresh clone to the first page."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Measurement, middle
from bench.with_services import free_port, services
from config.serving.supervise import end_with_parent

ROOT = Path(__file__).parents[2]
MEMORY_LIMIT_MB = {"sqlite": 580.0, "postgresql": 620.0}
"""A twentieth above what eight processes took on two cores; most of it is imported modules, see docs/operations.md."""
FIRST_PAGE_LIMIT_S = 120.0
WARM_PAGES = ("/", "/accounts/login/", "/ships/", "/rulings/")
SETTLE_S, READINGS = 12.0, 5
OWN = {
    "DATABASE_URL",
    "REDIS_URL",
    "VAR_DIR",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
    "EMAIL_URL",
    "PRODUCTION",
    "PORT",
}


def plain_environment() -> dict[str, str]:
    """This process's environment without what the site would read from it."""
    return {key: value for key, value in os.environ.items() if key not in OWN}


def memory() -> list[Measurement]:
    """PSS of `manage.py up` and all its children after some pages and a pause, MB, on both databases.

    PostgreSQL and Redis themselves are not in it.
    """
    embedded = _memory("sqlite", {})
    with services("pg", "redis") as found:
        return [embedded, _memory("postgresql", found)]


def _memory(name: str, where: dict[str, str]) -> Measurement:
    with tempfile.TemporaryDirectory(prefix="front-line-bench-") as folder:
        port = free_port()
        environ = {**plain_environment(), **where, "VAR_DIR": folder, "PORT": str(port)}
        manage = [sys.executable, str(ROOT / "manage.py")]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*manage, "prepare"], env=environ, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        with running([*manage, "up"], environ, ROOT, **quiet) as process:
            for page in WARM_PAGES:
                wait_for_page(f"http://127.0.0.1:{port}{page}", process, 60)
            time.sleep(SETTLE_S)
            runs = [_read(process.pid) for _ in range(READINGS)]
            processes = len([*tree(process.pid)])
    note = f"{processes} processes: supervisor, web, worker, worker for battles, worker for messages, clock"
    return middle(f"pss_at_rest_mb_{name}", runs, "MB", MEMORY_LIMIT_MB[name], note)


def megabytes(pid: int) -> float:
    """PSS of a process and all below it, MB: memory that some share counts once."""
    return sum(_pss(member) for member in tree(pid)) / 1024


def _read(pid: int) -> float:
    time.sleep(0.6)
    return megabytes(pid)


def tree(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from tree(int(child))


def _pss(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def first_page() -> list[Measurement]:
    """Seconds from `git clone` of what is committed to the first page that `make run` serves."""
    with tempfile.TemporaryDirectory(prefix="front-line-bench-") as folder:
        clone, port = Path(folder) / "clone", free_port()
        began = time.perf_counter()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        environ = {**plain_environment(), "PORT": str(port)}
        with running(["make", "run"], environ, clone, stdout=subprocess.DEVNULL) as process:
            wait_for_page(f"http://127.0.0.1:{port}/", process, 600)
            took = time.perf_counter() - began
    return [Measurement("first_page_seconds", took, "s", FIRST_PAGE_LIMIT_S, note="fresh clone, make run")]


@contextlib.contextmanager
def running(
    command: list[str], environ: dict[str, str], cwd: Path, **streams: int
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command,
        env=environ,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=end_with_parent,  # noqa: PLW1509 - so the site ends too if this process is told to stop
        stdout=streams.get("stdout"),
        stderr=streams.get("stderr"),
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(15)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for_page(address: str, process: subprocess.Popen[bytes], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the site ended with code {process.returncode}")
        with (
            contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError),
            urllib.request.urlopen(address, timeout=10) as answer,
        ):
            if answer.status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError(f"{address} did not come")
