"""Whether the sides are even under each stance: python -m bench.battles.stances [--battles 2000].

Fleets of equal Ship Points, three to six ships of any classes a side, fight with both sides on the same stance, led by
captains. A battle that nobody wins is half a win. The exit code is 1 where Terran wins less than 45 or more than 55 %.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from bench.battles.fleets import of_classes
from bench.battles.ladder import shown_share
from campaign.rules.battles.predicting import STANCES
from engines.odds.playing import Question, play_out, seed_of
from engines.seam.documents import BattleSetup, Doctrine, Stance, Unit
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.catalogue import ship_class

EVEN = 0.03
"""The part by which the Ship Points of two fleets that are called equal may differ."""
LEAST, MOST = 45.0, 55.0
CLASSES: dict[Side, str] = {"terran": "SC DD CL CA BC BB", "talon": "FF DD CL CA BC BB DN"}


def equal(number: int) -> BattleSetup:
    """Two fleets of about equal Ship Points."""
    random = Random(f"equal {number}")
    while True:
        terran, talon = (
            ",".join(sorted(random.choices(CLASSES[side].split(), k=random.randint(3, 6)))) for side in SIDES
        )
        setup = of_classes(terran, talon)
        if abs(_points("terran", setup.terran) / _points("talon", setup.talon) - 1) < EVEN:
            return setup


def _points(side: Side, units: tuple[Unit, ...]) -> int:
    return sum(ship_class(side, unit.ship_class).points for unit in units)


def score(stance: Stance, number: int) -> float:
    """1 if Terran wins the battle of that number, 0 if Talon does."""
    setup = equal(number)
    question = Question(setup, dict.fromkeys(SIDES, Doctrine(stance=stance)), seed_of(setup))
    tally = play_out(question, number, SeededDice)
    return (1 + tally.won("terran").times - tally.won("talon").times) / 2


def main(arguments: list[str]) -> int:
    """0 if the sides are even under every stance."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.stances", description=__doc__)
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    missed = 0
    with ProcessPoolExecutor(asked.processes) as pool:
        for stance in STANCES:
            scores = list(pool.map(partial(score, stance), range(asked.battles), chunksize=20))
            missed += not shown_share(f"both {stance:9} Terran wins", scores, LEAST, MOST)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
