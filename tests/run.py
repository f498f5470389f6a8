#!/usr/bin/env python
"""All tests: the core once, PDFs, the site on both databases and both queues, the browser; `make test` calls this.

`tests/run.py core pdf sqlite pg browser` picks parts. Two run at a time, each in one process, so that no core waits for
the last test of a part, nor while a part begins or sleeps; a part alone, and each where there are four cores, has two
processes. What a part says is shown in one piece when it has ended; until then it is in var/test-reports/. What cannot
run here is said, and fails under CI=true. The header of each part says how many seconds of processors it took, whatever
else the machine did, and names the tests that failed before it, since often only the end is kept. Of a part alone, both
come last.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing.process import BaseProcess
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.with_services import (  # noqa: E402
    ENDING,
    ServiceMissing,
    call,
    ensure,
    ensure_quickest,
    services,
    version,
)
from config.serving.supervise import StopSignal  # noqa: E402
from engines.native.builds import built  # noqa: E402
from engines.native.compiling import lacking  # noqa: E402
from tests.thorough import WHOLE  # noqa: E402

INSTALLED = ("chromium", "nginx", "pango")
"""What needs no start."""
REPORTS = ROOT / "var" / "test-reports"
"""Where each part writes what it says, and its report, as JUnit's XML."""
MOST_NAMED = 12
AT_A_TIME = 2
PROCESSES = 2 if (os.cpu_count() or 1) >= 4 else 1
"""Of each of two parts. With more than one process a core, tests run into their time-outs."""
ALONE = 2
"""Processes of a part that runs alone."""
PR_SET_CHILD_SUBREAPER = 36
ORPHANS_SECONDS = 3.0
CI = os.environ.get("CI") == "true"


@dataclass
class Part:
    """One pytest process: what it runs, and on what."""

    name: str
    title: str
    arguments: list[str]
    needs: list[str] = field(default_factory=list)
    engine: str = ""

    @property
    def report(self) -> Path:
        """The file in which pytest says what became of each test."""
        return REPORTS / f"{self.name}.xml"

    @property
    def output(self) -> Path:
        """The file in which a part that is not alone says what it has to say."""
        return REPORTS / f"{self.name}.txt"

    def run(self, processes: int) -> int:
        """pytest's exit code, with the services this part needs started for it alone."""
        if self.engine == "compiled" and built() is None:
            raise ServiceMissing(f"The engine is not compiled. {lacking()} Then run: make engine")
        started = [name for name in self.needs if name not in INSTALLED]
        ensure(*self.needs)
        with services(*started) as found:
            return self._pytest(processes, {**_plain_environment(), **found, "ENGINE": self.engine})

    def _pytest(self, processes: int, environ: dict[str, str]) -> int:
        self.report.unlink(missing_ok=True)
        spread = ["-n", str(processes)] if "--dist" in self.arguments else []
        command = [sys.executable, "-m", "pytest", *self.arguments, *spread, f"--junit-xml={self.report}"]
        return call(command, cwd=ROOT, env=environ)


SPREAD = ["--dist", "worksteal"]
SITE = ["tests/site", *SPREAD]
IN_ORDER = ["--dist", "load", "--maxschedchunk", "1"]  # so that the long ones begin first
AGAIN = ["--reruns", "1", "-r", "R"]  # a browser test that fails runs once more; the summary names it
BOTH = "both or both_at_night" if WHOLE else "both"
IN_BOTH = [] if WHOLE else ["-m", "not compiled"]
ENGINE = ["tests/core/battle", "tests/conformance", "tests/oracle", "tests/fuzz"]
CORE = ["tests/core", "tests/engines", "tests/conformance", "tests/oracle", "tests/fuzz"]
# The longest first, so that none of these is left over when all others have ended.
PARTS = [
    Part(
        "browser",
        "browser on SQLite and the queue without a server",
        ["tests/browser", *IN_ORDER, *AGAIN],
        ["chromium"],
    ),
    Part("pg", "site on PostgreSQL and Redis", [*SITE, "-m", "not embedded"], ["redis", "pg"]),
    Part("core", "core, once; the engine as plain Python", [*CORE, *IN_BOTH, *SPREAD], engine="plain"),
    Part(
        "sqlite",
        "site on SQLite and the queue without a server: what may differ there, and every view",
        [*SITE, "--on-both"],
    ),
    Part(
        "browser-pg",
        f"browser on PostgreSQL and Redis (the tests marked `{BOTH}`)",
        ["tests/browser", "-m", BOTH, *IN_ORDER, *AGAIN],
        ["redis", "pg", "chromium"],
    ),
    Part("compiled", "what concerns the engine, compiled", [*ENGINE, *SPREAD], engine="compiled"),
    Part("deploy", "the site behind nginx", ["tests/deploy", *SPREAD], ["nginx"]),
    Part("pdf", "sheets typeset as PDF", ["tests/typesetting"], ["pango"]),
]


def main(wanted: list[str]) -> int:
    """0 when every part wanted passed."""
    parts = [part for part in PARTS if not wanted or part.name in wanted]
    _header(parts)
    if len(parts) == 1:
        print(_heading(parts[0], {}), flush=True)
        code = _attempt(parts[0], ALONE)
        print(f"=== {parts[0].name}: {_spent(processor_seconds())}", flush=True)
        return 1 if code else 0
    failed: dict[str, list[str]] = {}
    for part, code, seconds in _side_by_side(parts):
        said = part.output.read_text(errors="replace")
        print(f"{_heading(part, failed, seconds)}\n{said}", end="", flush=True)
        if code:
            failed[part.name] = failures(part.report)
    return 1 if failed else 0


def _heading(part: Part, failed: dict[str, list[str]], seconds: float | None = None) -> str:
    spent = "" if seconds is None else f" ({_spent(seconds)})"
    return f"\n=== {part.name}: {part.title}{spent}{note(failed)}"


def _spent(seconds: float) -> str:
    return f"{seconds:.0f} s of processors"


def processor_seconds() -> float:
    """What all processes have taken that this one began and that have ended, with all that those began."""
    times = os.times()
    return times.children_user + times.children_system


def failures(report: Path) -> list[str]:
    """The tests that failed or broke by a JUnit report; none if there is no whole one, because pytest did not end."""
    try:
        cases = ElementTree.parse(report).iter("testcase")
    except (OSError, ElementTree.ParseError):
        return []
    bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    return list(
        dict.fromkeys(f"{case.get('classname')}::{case.get('name')}".removeprefix("::") for case in bad)
    )


def note(failed: dict[str, list[str]]) -> str:
    """What the header of a part says of the parts before it: which failed, and at which tests."""
    if not failed:
        return ""
    tests = list(chain.from_iterable(failed.values()))
    more = len(tests) - MOST_NAMED
    lines = [*tests[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])]
    return "".join([f" (failed so far: {', '.join(failed)})", *(f"\n    {line}" for line in lines)])


def _header(parts: list[Part]) -> None:
    from importlib.metadata import version as package

    slower = ensure_quickest("chromium") if any("chromium" in part.needs for part in parts) else ""
    versions = [f"Python {sys.version.split()[0]}", f"Django {package('django')}"]
    versions += [f"{name}: {version(name)}" for name in ("pg", "redis", "chromium")]
    print("Front Line, all tests. " + "; ".join(versions))
    if slower:
        print(f"  {slower}")
    for part in parts:
        print(f"  {part.name:10} {part.title}")
    sys.stdout.flush()


def _side_by_side(parts: list[Part]) -> Iterator[tuple[Part, int, float]]:
    """Each part once it has ended, its exit code and its seconds of processors; the next begins at once.

    Told to stop, all end.
    """
    for name in chain.from_iterable(part.needs for part in parts):
        with suppress(ServiceMissing):  # the part says so; but only here somebody can be asked
            ensure(name)
    waiting, running = list(parts), dict[str, tuple[Part, BaseProcess]]()
    with StopSignal() as stop_signal:
        while waiting or running:
            while waiting and len(running) < AT_A_TIME:
                part = waiting.pop(0)
                running[part.name] = part, _begun(part)
            time.sleep(0.1)
            if stop_signal.by is not None:
                _stop([process for _, process in running.values()])
                sys.exit(128 + stop_signal.by)
            for part, process in list(running.values()):
                before = processor_seconds()
                if not process.is_alive():  # which adds what it took
                    del running[part.name]
                    yield part, process.exitcode or 0, processor_seconds() - before


def _begun(part: Part) -> BaseProcess:
    """The part in a process of its own, which shares what this one has read."""
    print(f"--- {part.name} begins", flush=True)
    process = multiprocessing.get_context("fork").Process(target=_alone, args=(part,))
    process.start()
    return process


def _alone(part: Part) -> None:
    """Run a part in this process, which is its own; what it says goes into its file."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    REPORTS.mkdir(parents=True, exist_ok=True)
    with part.output.open("wb", buffering=0) as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.exit(_attempt(part, PROCESSES))


def _stop(processes: list[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _attempt(part: Part, processes: int) -> int:
    _adopt_orphans()
    try:
        return part.run(processes)
    except ServiceMissing as missing:
        print(f"NOT RUN: {missing}", flush=True)
        return 1 if CI else 0
    finally:
        _wait_for_orphans()


def _adopt_orphans() -> None:
    """Makes this process the parent of those that theirs leave behind, on Linux: Chromium does not wait for its own."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def _wait_for_orphans() -> None:
    """So that what they took is counted."""
    deadline = time.monotonic() + ORPHANS_SECONDS
    with suppress(ChildProcessError):
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.05)


def _plain_environment() -> dict[str, str]:
    """The caller's, without what sets up a site, and with modules kept once they are compiled: many processes start."""
    own = {
        "DATABASE_URL",
        "REDIS_URL",
        "VAR_DIR",
        "ALLOWED_HOSTS",
        "SECRET_KEY",
        "EMAIL_URL",
        "PRODUCTION",
        "DEBUG",
        "PYTHONDONTWRITEBYTECODE",
    }
    return {key: value for key, value in os.environ.items() if key not in own}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
