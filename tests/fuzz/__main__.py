"""Random battles, looked at after each order: `python -m tests.fuzz --minutes 10 --oracle --processes 2`.

The costly looks are taken at one order in so many; beside the oracle more often, and with `--every` after each order:
every constructible order, position and record in both forms, the play again and the taking back. That is slow.

Ends with 0 if nothing was wrong, and if a run that is meant to reach everything has: one with `--all`, and one without
`--battles`, `--oracle` and `--every` that lasts ten minutes or more, those of its processes added up.
"""

import argparse
import sys
import time

from tests.fuzz.battle import BESIDE_ORACLE, EVERY, Shares
from tests.fuzz.running import Outcome, Plan, run_in

LONG = 10.0
"""Minutes, those of all processes added up, from which on a run is meant to reach everything."""


def parser() -> argparse.ArgumentParser:
    """What can be told on the command line."""
    found = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    found.add_argument("--minutes", type=float, default=1.0, help="how long, by the clock")
    found.add_argument("--battles", type=int, help="so many in each process, however long it takes")
    found.add_argument("--seed", type=int, help="of the first battle; the next has the next number")
    found.add_argument("--processes", type=int, default=1)
    found.add_argument("--oracle", action="store_true", help="compare each list with the oracle's")
    found.add_argument("--every", action="store_true", help="take every look after each order")
    found.add_argument(
        "--all", action="store_true", help="fail for what was not reached, however short the run"
    )
    return found


def main(arguments: list[str]) -> int:
    """0 when all is well."""
    told = parser().parse_args(arguments)
    seed = time.time_ns() // 1_000_000 % 10**9 if told.seed is None else told.seed
    seconds = None if told.battles is not None else told.minutes * 60
    print(f"Seeds from {seed} on.", flush=True)
    plan = Plan(seed, seconds, told.battles, oracle=told.oracle, shares=shares_of(told))
    outcome = run_in(told.processes, plan)
    return _report(outcome, complete=told.all or is_long(told))


def shares_of(told: argparse.Namespace) -> Shares:
    """How often such a run takes the costly looks."""
    return EVERY if told.every else BESIDE_ORACLE if told.oracle else Shares()


def is_long(told: argparse.Namespace) -> bool:
    """Whether such a run is meant to reach everything."""
    return told.battles is None and not (told.oracle or told.every) and told.minutes * told.processes >= LONG


def _report(outcome: Outcome, *, complete: bool) -> int:
    print(outcome.told())
    missing = outcome.missing
    if missing:
        print("", "Never reached:", *(f"    {name}" for name in missing), sep="\n")
    if outcome.failures:
        print("", *outcome.failures, sep="\n")
    return 1 if outcome.failures or (missing and complete) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
