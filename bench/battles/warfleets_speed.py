"""How long a battle of Warfleets takes a processor: python -m bench.battles.warfleets_speed.

The battles are of 300 points, between equal fleets drawn at random, in one process. A yardstick is taken after every
fourth, and the median is given as it would be on the machine that the goals are for (`bench/yardstick.py`). ENGINE says
which build is measured. Exits with 1 if a battle of two captains takes longer than its goal.
"""

import argparse
import sys
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from bench.battles.warfleets import fought
from bench.yardstick import REFERENCE_MS, loop
from engines.native.builds import is_compiled
from engines.warfleets.captains.levels import Level

PLAIN, COMPILED = 60.0, 15.0
"""The most that a battle of two captains may take in each build, ms."""
PAIRS: Final[tuple[tuple[Level, Level], ...]] = (
    ("captain", "captain"),
    ("admiral", "captain"),
    ("admiral", "admiral"),
)
EVERY: Final = 4


class Taken(NamedTuple):
    """The median of some battles and that of the yardsticks between them, ms."""

    battle: float
    yardstick: float

    @property
    def scaled(self) -> float:
        """What a battle would take on the machine that the goals are for, ms."""
        return self.battle * REFERENCE_MS / self.yardstick


def taken(one: Level, other: Level, battles: int) -> Taken:
    """How long so many battles take between two levels; the first are not counted, because they fill tables."""
    for at in range(EVERY):
        fought((one, other, at))
    times, paces = [], []
    for at in range(battles):
        times.append(fought((one, other, at)).took)
        if not at % EVERY:
            paces.append(loop(process_time))
    return Taken(median(times), median(paces))


def main() -> int:
    """0 if battles of two captains are as fast as they should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.warfleets_speed", description=__doc__)
    parser.add_argument("--battles", type=int, default=100, help="battles between two levels")
    given = parser.parse_args()
    goal = COMPILED if is_compiled() else PLAIN
    print(
        f"Battles of Warfleets, the engine {'compiled' if is_compiled() else 'as plain Python'}", flush=True
    )
    kept = True
    for one, other in PAIRS:
        found = taken(one, other, given.battles)
        verdict = ""
        if one == other == "captain":
            kept = found.scaled <= goal
            verdict = f", goal {goal:.0f}  {'kept' if kept else 'MISSED'}"
        print(
            f"{one} and {other}: {found.battle:.1f} ms, the yardstick {found.yardstick:.1f} ms; "
            f"{found.scaled:.1f} ms at {REFERENCE_MS:.0f}{verdict}",
            flush=True,
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
