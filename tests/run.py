#!/usr/bin/env python
"""All tests: the core once, PDFs, the site on both databases and both queues, the browser; `make test` calls this.

`tests/run.py core pdf sqlite pg browser` picks parts. What cannot run here is said, and fails under CI=true.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.with_services import ServiceMissing, call, ensure, services, version  # noqa: E402
from engines.native.builds import built  # noqa: E402
from engines.native.compiling import lacking  # noqa: E402

INSTALLED = ("chromium", "pango")
"""What needs no start."""
CI = os.environ.get("CI") == "true"


@dataclass
class Part:
    """One pytest process: what it runs, and on what."""

    name: str
    title: str
    arguments: list[str]
    needs: list[str] = field(default_factory=list)
    engine: str = ""

    def run(self) -> int:
        """pytest's exit code, with the services this part needs started for it alone."""
        if self.engine == "compiled" and built() is None:
            raise ServiceMissing(f"The engine is not compiled. {lacking()} Then run: make engine")
        started = [name for name in self.needs if name not in INSTALLED]
        ensure(*self.needs)
        with services(*started) as found:
            return self._pytest({**_plain_environment(), **found, "ENGINE": self.engine})

    def _pytest(self, environ: dict[str, str]) -> int:
        command = [sys.executable, "-m", "pytest", *self.arguments]
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
    failed: list[str] = []
    for part in parts:
        note = f" (failed so far: {', '.join(failed)})" if failed else ""
        print(f"\n=== {part.name}: {part.title}{note}", flush=True)
        if _attempt(part.run):
            failed.append(part.name)
    return 1 if failed else 0


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
