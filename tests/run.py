#!/usr/bin/env python
"""All tests: the core once, PDFs, the site on both databases and both queues, the browser; `make test` calls this.

`tests/run.py core pdf sqlite pg browser` picks parts. What cannot run here is said, and fails under CI=true.
The header of each part names the tests that failed before it, since often only the end of the output is kept.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.with_services import ServiceMissing, call, ensure, services, version  # noqa: E402
from engines.native.builds import built  # noqa: E402
from engines.native.compiling import lacking  # noqa: E402

INSTALLED = ("chromium", "pango")
"""What needs no start."""
REPORTS = ROOT / "var" / "test-reports"
"""Where each part writes its report, as JUnit's XML."""
MOST_NAMED = 12
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

    def run(self) -> int:
        """pytest's exit code, with the services this part needs started for it alone."""
        if self.engine == "compiled" and built() is None:
            raise ServiceMissing(f"The engine is not compiled. {lacking()} Then run: make engine")
        started = [name for name in self.needs if name not in INSTALLED]
        ensure(*self.needs)
        with services(*started) as found:
            return self._pytest({**_plain_environment(), **found, "ENGINE": self.engine})

    def _pytest(self, environ: dict[str, str]) -> int:
        self.report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", *self.arguments, f"--junit-xml={self.report}"]
        return call(command, cwd=ROOT, env=environ)


TWO = ["-n", "2", "--dist", "worksteal"]
SITE = ["tests/site", "-n", "3", "--dist", "worksteal"]  # some wait for processes that they have killed
THREE = ["-n", "3", "--dist", "load", "--maxschedchunk", "1"]  # a browser waits as much as it works
AGAIN = ["--reruns", "1", "-r", "R"]  # a browser test that fails runs once more; the summary names it
ENGINE = ["tests/core/battle", "tests/conformance", "tests/oracle", "tests/fuzz"]
CORE = ["tests/core", "tests/engines", "tests/conformance", "tests/oracle", "tests/fuzz"]
PARTS = [
    Part("core", "core, once; the engine as plain Python", [*CORE, *TWO], engine="plain"),
    Part("compiled", "what concerns the engine, compiled", [*ENGINE, *TWO], engine="compiled"),
    Part("pdf", "sheets typeset as PDF", ["tests/typesetting"], ["pango"]),
    Part("pg", "site on PostgreSQL and Redis", [*SITE, "-m", "not embedded"], ["redis", "pg"]),
    Part(
        "browser-pg",
        "browser on PostgreSQL and Redis (the tests marked `both`)",
        ["tests/browser", "-m", "both", *THREE, *AGAIN],
        ["redis", "pg", "chromium"],
    ),
    Part(
        "browser",
        "browser on SQLite and the queue without a server",
        ["tests/browser", *THREE, *AGAIN],
        ["chromium"],
    ),
    Part(
        "sqlite",
        "site on SQLite and the queue without a server: what may differ there, and every view",
        [*SITE, "--on-both"],
    ),
]


def main(wanted: list[str]) -> int:
    """0 when every part wanted passed."""
    parts = [part for part in PARTS if not wanted or part.name in wanted]
    _header(parts)
    failed: dict[str, list[str]] = {}
    for part in parts:
        print(f"\n=== {part.name}: {part.title}{note(failed)}", flush=True)
        if _attempt(part.run):
            failed[part.name] = failures(part.report)
    return 1 if failed else 0


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

    versions = [f"Python {sys.version.split()[0]}", f"Django {package('django')}"]
    versions += [f"{name}: {version(name)}" for name in ("pg", "redis", "chromium")]
    print("Front Line, all tests. " + "; ".join(versions))
    for part in parts:
        print(f"  {part.name:10} {part.title}")
    sys.stdout.flush()


def _attempt(run: Callable[[], int]) -> int:
    try:
        return run()
    except ServiceMissing as missing:
        print(f"NOT RUN: {missing}", flush=True)
        return 1 if CI else 0


def _plain_environment() -> dict[str, str]:
    own = {
        "DATABASE_URL",
        "REDIS_URL",
        "VAR_DIR",
        "ALLOWED_HOSTS",
        "SECRET_KEY",
        "EMAIL_URL",
        "PRODUCTION",
        "DEBUG",
    }
    return {key: value for key, value in os.environ.items() if key not in own}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
