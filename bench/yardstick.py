"""The yardstick of figures of time: a loop of plain Python. A virtual machine may be twice as slow later.

python -m bench.yardstick measures it every two seconds, in a process of its own, until it is asked to end.
"""

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, sleep
from typing import Final

REFERENCE_MS: Final = 60.0
"""What the loop takes on the machine on which the limits, written in milliseconds, were set."""
LOOPS: Final = 5
EVERY_SECONDS: Final = 2.0


def loop(clock: Callable[[], float] = perf_counter) -> float:
    """How long the loop takes once, ms, by a clock: of the wall, or of the process alone."""
    began = clock()
    sum(number * number for number in range(1_000_000))
    return 1000 * (clock() - began)


def yardstick() -> float:
    """How long the loop takes now, ms: the median of a few times."""
    return statistics.median(loop() for _ in range(LOOPS))


@contextmanager
def beside() -> Iterator[list[float]]:
    """The loop's times while the block runs, ms, taken by another process; the list is filled at the end."""
    found: list[float] = []
    command = [sys.executable, "-m", "bench.yardstick"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield found
        finally:
            process.terminate()
            assert process.stdout is not None
            found += [float(line) for line in process.stdout if line.endswith("\n")]


if __name__ == "__main__":
    while True:
        print(loop(), flush=True)
        sleep(EVERY_SECONDS)
