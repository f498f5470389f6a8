"""What tests look at of real worker processes, which bench/site/workers.py starts."""

import contextlib
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def wait_until(true: Callable[[], Any], seconds: float = 120.0) -> Any:
    """What the call returns once it is true; fails the test when it does not become so."""
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.05)
    return found


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The process ids of the group's members still alive."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == process.pid and fields[0] != "Z":
                found.append(int(stat.parent.name))
    return found
