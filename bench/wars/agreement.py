"""Whether the odds are those of the battles that are then fought: python -m bench.wars.agreement [--battles 2000].

Fleets of equal Ship Points meet twice, by the same doctrines and levels: in a play-out, as the odds are counted, and
in a battle with sealed dice, as the site fights it. Both have dice of their own. The exit code is 1 where the share of
the battles that Terran wins differs by more than chance explains.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import get_args

from bench.battles.stances import equal
from campaign.rules.battles.predicting import STANCES
from engines.odds.playing import Question, play_out, seed_of
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import Doctrine, Level
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.seeded import SeededDice

FARTHEST = 3.5
"""Standard errors beyond which a true difference of 0 is found less than once in two thousand runs."""
LEVELS: tuple[Level, ...] = tuple(level for level in get_args(Level) if level != "admiral")
"""Admirals are left out: they think for minutes."""


def score(winner: str | None) -> float:
    """1 if Terran has won, 0 if Talon has, half of it for nobody."""
    return {"terran": 1.0, "talon": 0.0}.get(winner or "", 0.5)


def both(level: Level, number: int) -> tuple[float, float]:
    """What Terran's battle of that number comes to in a play-out, and with sealed dice."""
    setup, random = equal(number), Random(f"doctrines {number}")
    doctrines: dict[Side, Doctrine] = {side: Doctrine(stance=random.choice(STANCES)) for side in SIDES}
    levels: dict[Side, Level] = dict.fromkeys(SIDES, level)
    tally = play_out(Question(setup, doctrines, seed_of(setup), levels), number, SeededDice)
    played = (1 + tally.won("terran").times - tally.won("talon").times) / 2
    sealed = DiceCommitment(f"agreement:{number}", f"{number:064x}", {})
    fought = system(setup.system).fight(setup, doctrines, sealed, levels=levels)
    return played, score(fought.result.winner)


def main(arguments: list[str]) -> int:
    """0 if both come to the same at every level."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.agreement", description=__doc__)
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    differ = False
    with ProcessPoolExecutor(asked.processes) as pool:
        for level in LEVELS:
            found = list(pool.map(partial(both, level), range(asked.battles), chunksize=20))
            differ |= not agree(level, found)
    return int(differ)


def agree(level: Level, found: list[tuple[float, float]]) -> bool:
    """Print both shares, and whether their difference may be chance."""
    played, fought = (100 * fmean(scores) for scores in zip(*found, strict=True))
    error = 100 * stdev(one - other for one, other in found) / sqrt(len(found))
    same = abs(played - fought) <= FARTHEST * error
    print(
        f"{level:8} Terran wins {played:.1f} % of play-outs and {fought:.1f} % of {len(found)} battles; "
        f"difference {played - fought:+.1f}, standard error {error:.1f}{'' if same else ': TOO FAR'}"
    )
    return same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
