"""Starts web and worker as children, keeps the worker alive, and leaves nothing behind; without Django.

python -m config.supervise FD [--compile], where FD is a listening socket the web server takes over. With --compile it
also compiles the engine in the background, and then restarts the worker with it.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engines.native import builds

ROOT = Path(__file__).resolve().parent.parent
GRACE_SECONDS = 3.0
RESTART_SECONDS = 2.0
PR_SET_PDEATHSIG = 1
LOWEST_PRIORITY = 19
COMPILING = [sys.executable, "-m", "engines.native.compiling", "--daily"]


def worker_command(processes: int) -> list[str]:
    """The command line of a worker with its own clock for the sweep."""
    options = ["-B", "--scheduler", "celery.beat:Scheduler", "--pool", "prefork", "-c", str(processes)]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]
    return [sys.executable, "-m", "celery", "-q", "-A", "config.celery", "worker", *options, *quiet]


def web_command(socket_fd: int) -> list[str]:
    """The command line of the web server on a socket that is open already."""
    return [sys.executable, str(ROOT / "manage.py"), "serve", "--fd", str(socket_fd)]


def start(
    command: list[str], *, pass_fds: tuple[int, ...] = (), prepare: Callable[[], None] | None = None
) -> subprocess.Popen[bytes]:
    """The process, in a session of its own, which ends when this process does, unless `prepare` is given instead."""
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=ROOT,
        pass_fds=pass_fds,
        start_new_session=True,
        preexec_fn=prepare or _end_with_parent,  # noqa: PLW1509 - this process has no threads
    )


def stop(*children: subprocess.Popen[bytes]) -> None:
    """Asks the children to end, waits a little, and ends what is left of each child's group."""
    for child in children:
        _signal_group(child, signal.SIGTERM, whole=False)
    deadline = time.monotonic() + GRACE_SECONDS
    for child in children:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(max(0.0, deadline - time.monotonic()))
        _signal_group(child, signal.SIGKILL, whole=True)
        child.wait()


class Supervisor:
    """The web server, the worker, and until the engine is compiled its compiler."""

    def __init__(self, socket_fd: int, processes: int, *, compile_engine: bool = False) -> None:
        self.stopping = False
        self._worker_command = worker_command(processes)
        self._web = start(web_command(socket_fd), pass_fds=(socket_fd,))
        self._worker = start(self._worker_command)
        self._worker_since = time.monotonic()
        self._worker_asked_to_end = False
        self._compiler = _compiler() if compile_engine else None

    def run(self) -> int:
        """The web server's exit code, 0 when it was asked to stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        while not self.stopping and self._web.poll() is None:
            self._take_build()
            self._keep_worker()
            time.sleep(0.2)
        stop(*filter(None, (self._web, self._worker, self._compiler)))
        return 0 if self.stopping else 1

    def _take_build(self) -> None:
        """Once the engine is compiled, asks the worker to end after the work it has begun."""
        if self._compiler is None or self._compiler.poll() is None:
            return
        _signal_group(self._compiler, signal.SIGKILL, whole=True)
        ended, self._compiler = self._compiler.returncode, None
        if ended < 0:
            sys.stderr.write(
                "Compiling the engine was stopped. Battles use plain Python. To compile: make engine\n"
            )
        elif builds.built() is not None:
            sys.stderr.write("The engine is compiled. The worker restarts with it.\n")
            self._worker_asked_to_end = True
            _signal_group(self._worker, signal.SIGTERM, whole=False)

    def _keep_worker(self) -> None:
        if self._worker.poll() is None or time.monotonic() < self._worker_since + RESTART_SECONDS:
            return
        if not self._worker_asked_to_end:
            sys.stderr.write("The worker stopped. Restarting it.\n")
        _signal_group(self._worker, signal.SIGKILL, whole=True)
        self._worker, self._worker_since = start(self._worker_command), time.monotonic()
        self._worker_asked_to_end = False

    def _ask_to_stop(self, *_signal: object) -> None:
        self.stopping = True


def _compiler() -> subprocess.Popen[bytes] | None:
    """The compiler at the lowest priority; None if there is a build, or ENGINE asks for one kind."""
    if builds.wanted() or builds.built() is not None:
        return None
    return start(COMPILING, prepare=_give_way)


def _give_way() -> None:
    _end_with_parent()
    os.nice(LOWEST_PRIORITY)


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _signal_group(child: subprocess.Popen[bytes], number: signal.Signals, *, whole: bool) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if whole:
            os.killpg(child.pid, number)
        elif child.poll() is None:
            child.send_signal(number)


if __name__ == "__main__":
    workers = max(1, (os.cpu_count() or 2) - 1)
    sys.exit(Supervisor(int(sys.argv[1]), workers, compile_engine="--compile" in sys.argv).run())
