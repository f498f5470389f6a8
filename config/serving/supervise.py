"""Starts web servers, worker and clock as children, keeps them alive, and leaves nothing behind; without Django.

python -m config.serving.supervise FD [--web N] [--compile], where FD is a listening socket that N web servers share.
With --compile it also compiles the engine in the background, and then restarts the worker with it.
"""

import argparse
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from engines.native import builds

ROOT = Path(__file__).resolve().parents[2]
GRACE_SECONDS = 3.0
RESTART_SECONDS = 2.0
PR_SET_PDEATHSIG = 1
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOWEST_PRIORITY = 19
PRIORITY_OF_LONG = 5
MOST_FOR_LONG = 4
EVERYTHING_ELSE, LONG, OUTSIDE = "celery", "battles,odds", "outside"
"""The queues, as the settings name them; battles and odds take long."""
OUTSIDE_AT_ONCE = 4
"""Messages on their way to webhooks and browsers: each only waits, in a thread."""
COMPILING = [sys.executable, "-m", "engines.native.compiling", "--daily"]


def worker_command(processes: int, queue: str = "") -> list[str]:
    """The command line of a worker, of some queues or of all.

    A single process where it is for battles and odds alone, or for messages to the outside alone; these have threads.
    """
    alone = queue == LONG and processes == 1
    pool = "threads" if queue == OUTSIDE else "prefork"
    options = ["--pool", "solo"] if alone else ["--pool", pool, "-c", str(processes)]
    options += ["-Q", queue] if queue else []
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]
    return [sys.executable, "-m", "celery", "-q", "-A", "config.celery", "worker", *options, *quiet]


def clock_command() -> list[str]:
    """The command line of the clock, which calls the worker to sweep."""
    return [sys.executable, "-m", "config.clock"]


def web_command(socket_fd: int) -> list[str]:
    """The command line of the web server on a socket that is open already."""
    return [sys.executable, str(ROOT / "manage.py"), "serve", "--fd", str(socket_fd)]


def start(command: list[str], *, pass_fds: tuple[int, ...] = (), nice: int = 0) -> subprocess.Popen[bytes]:
    """The process, in a session of its own, which ends when this process does; `nice` lowers its priority."""
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=ROOT,
        pass_fds=pass_fds,
        start_new_session=True,
        preexec_fn=partial(_begin, os.getpid(), nice),  # noqa: PLW1509 - this process has no threads
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


class StopSignal:
    """Whether this process was told to stop, and by which signal, while a block runs.

    The handler notes that and does nothing else: what a signal interrupts may hold any lock.
    """

    def __init__(self) -> None:
        self.by: signal.Signals | None = None

    def __enter__(self) -> "StopSignal":
        self._before = {number: signal.signal(number, self._note) for number in STOPS}
        return self

    def __exit__(self, *_why: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def to_stop(self) -> bool:
        """Whether a signal has come."""
        return self.by is not None

    def _note(self, number: int, _frame: object) -> None:
        self.by = signal.Signals(number)


class Child:
    """A process that is to run as long as the site does."""

    def __init__(
        self, name: str, command: list[str], *, pass_fds: tuple[int, ...] = (), nice: int = 0
    ) -> None:
        self.name = name
        self._command, self._pass_fds, self._nice = command, pass_fds, nice
        self.begin()

    def begin(self) -> None:
        """Starts it, at first or again."""
        self.process = start(self._command, pass_fds=self._pass_fds, nice=self._nice)
        self._since = time.monotonic()
        self._asked_to_end = False

    def ask_to_end(self) -> None:
        """Asks it to end after what it has begun; `keep` starts it again."""
        self._asked_to_end = True
        _signal_group(self.process, signal.SIGTERM, whole=False)

    def keep(self) -> None:
        """Starts it again if it has ended, but not more often than every few seconds."""
        if self.process.poll() is None or time.monotonic() < self._since + RESTART_SECONDS:
            return
        if not self._asked_to_end:
            sys.stderr.write(f"The {self.name} stopped. Restarting it.\n")
        _signal_group(self.process, signal.SIGKILL, whole=True)
        self.begin()

    @property
    def gave_up(self) -> bool:
        """Whether it ended by itself, and was not killed."""
        return (self.process.poll() or 0) > 0


class Supervisor:
    """The web servers, the workers, the clock, and until the engine is compiled its compiler.

    Without processes for battles and odds one worker does these too. Messages to the outside always have a worker of
    their own.
    """

    def __init__(
        self,
        socket_fd: int,
        processes: int,
        *,
        for_long: int = 0,
        web_servers: int = 1,
        compile_engine: bool = False,
    ) -> None:
        self._webs = self._web_servers(socket_fd, web_servers)
        queues = EVERYTHING_ELSE if for_long else f"{EVERYTHING_ELSE},{LONG}"
        self._workers = [Child("worker", worker_command(processes, queues))]
        if for_long:
            words = worker_command(for_long, LONG)
            self._workers.append(Child("worker for battles and odds", words, nice=PRIORITY_OF_LONG))
        self._outside = Child("worker for messages", worker_command(OUTSIDE_AT_ONCE, OUTSIDE))
        self._clock = Child("clock", clock_command())
        self._compiler = _compiler() if compile_engine else None

    def run(self, stop_signal: "StopSignal") -> int:
        """0 when it was told to stop; 1 when a web server ended by itself, as it cannot serve."""
        while not stop_signal.to_stop and not any(web.gave_up for web in self._webs):
            self._take_build()
            for child in self._children:
                child.keep()
            time.sleep(0.2)
        stop(*(child.process for child in self._children), *filter(None, [self._compiler]))
        return 0 if stop_signal.to_stop else 1

    @property
    def _children(self) -> list[Child]:
        return [*self._webs, *self._workers, self._outside, self._clock]

    def _web_servers(self, socket_fd: int, number: int) -> list[Child]:
        """The web servers on one socket; only the first says where the site is."""
        first = Child("web server", web_command(socket_fd), pass_fds=(socket_fd,))
        os.environ.pop("SERVED_AT", None)
        others = (
            Child("web server", web_command(socket_fd), pass_fds=(socket_fd,)) for _ in range(1, number)
        )
        return [first, *others]

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
            for worker in self._workers:
                worker.ask_to_end()


def _compiler() -> subprocess.Popen[bytes] | None:
    """The compiler at the lowest priority; None if there is a build, or ENGINE asks for one kind."""
    if builds.wanted() or builds.built() is not None:
        return None
    return start(COMPILING, nice=LOWEST_PRIORITY)


def _begin(parent: int, nice: int) -> None:
    """What a child does first: it may lose its parent before it can say that it ends with it."""
    end_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    if nice:
        os.nice(nice)


def end_with_parent(number: signal.Signals = signal.SIGTERM) -> None:
    """Sends this process a signal once its parent is gone, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def _signal_group(child: subprocess.Popen[bytes], number: signal.Signals, *, whole: bool) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if whole:
            os.killpg(child.pid, number)
        elif child.poll() is None:
            child.send_signal(number)


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("socket_fd", type=int)
    parser.add_argument("--web", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    return parser.parse_args(words)


def main(given: argparse.Namespace) -> int:
    """The exit code of the supervisor; a signal is heeded from before the first child on."""
    beyond = (os.cpu_count() or 2) - 1
    with StopSignal() as stop_signal:
        supervisor = Supervisor(
            given.socket_fd,
            max(1, beyond),
            for_long=min(MOST_FOR_LONG, beyond),
            web_servers=given.web,
            compile_engine=given.compile,
        )
        return supervisor.run(stop_signal)


if __name__ == "__main__":
    sys.exit(main(_options(sys.argv[1:])))
