"""How the captains' levels of Warfleets stand to each other, and how long a battle takes.

Each battle is of two equal fleets of 300 points, drawn at random, and is fought twice with the same dice, the players'
sides swapped. A draw is half a win. Intervals are Wilson's of 95 %; a level has to win its share of the battles.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from bench.battles.ladder import wilson
from engines.native.builds import is_compiled
from engines.seam.sides import SIDES, opponent
from engines.seeded import SeededDice
from engines.warfleets.captains.levels import Level, player_of
from engines.warfleets.captains.match import fight
from engines.warfleets.catalogue import Facing, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.set_ups import SetUp

POINTS: Final = 300
GOAL: Final = 75.0
"""What part of the battles a level wins against the one below, in percent."""
RUNGS: Final[tuple[tuple[Level, Level], ...]] = (("captain", "ensign"), ("admiral", "captain"))
FACINGS: Final[tuple[Facing, ...]] = ("front", "sides", "rear")


class Fought(NamedTuple):
    """A battle: 1 if the better level won it, 0.5 for a draw, and the milliseconds of a processor that it took."""

    score: float
    took: float


def at_random(chance: Random, points: int = POINTS) -> Fleet:
    """A lawful fleet drawn at random, without heroes: ships until one ends it, and squadrons for what is left."""
    known = catalogue()
    ships: list[Ship] = []
    left = points
    while left >= min(one.points for one in known.ships.values()) and (not ships or chance.random() < 0.75):
        size = chance.choice([key for key, one in known.ships.items() if one.points <= left])
        left -= known.ships[size].points
        upgrades, weapons = _fitted(chance, known.ships[size].upgrades)
        ships.append(Ship(f"Ship {len(ships) + 1}", size, upgrades, weapons))
    slots = sum(known.ships[one.size].upgrades for one in ships)
    kinds = list(known.squadrons)
    wings = min(slots, left // 10)
    return Fleet(
        "Fleet", tuple(ships), tuple(Squadron(f"Wing {at + 1}", chance.choice(kinds)) for at in range(wings))
    )


def _fitted(chance: Random, slots: int) -> tuple[tuple[str, ...], tuple[Mount, ...]]:
    """Upgrades and weapons that fill so many slots, about half of them weapons."""
    known = catalogue()
    facings = list(FACINGS)
    chance.shuffle(facings)
    weapons: list[Mount] = []
    upgrades: list[str] = []
    for _ in range(slots):
        taken = [one.weapon for one in weapons]
        able = [key for key, one in known.weapons.items() if facings and facings[0] in one.facings]
        able = [key for key in able if key not in taken]
        if able and chance.random() < 0.5:
            weapons.append(Mount(facings.pop(0), chance.choice(able)))
        else:
            upgrades.append(chance.choice([key for key in known.upgrades if key not in upgrades]))
    return tuple(upgrades), tuple(weapons)


def fought(task: tuple[Level, Level, int]) -> Fought:
    """The battle of a number between two levels; each pair has the same fleets and dice."""
    better, worse, number = task
    pair, side = number // 2, SIDES[number % 2]
    fleet = at_random(Random(pair))
    players = {side: player_of(better, pair), opponent(side): player_of(worse, pair)}
    began = process_time()
    winner = fight(SetUp(fleet, fleet), players, SeededDice(pair)).winner
    return Fought(0.5 if winner is None else float(winner == side), (process_time() - began) * 1000)


def main() -> int:
    """0 if every level beats the one below as often as it should."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.warfleets", description=__doc__)
    parser.add_argument("--battles", type=int, default=400, help="pairs of battles between two levels")
    parser.add_argument(
        "--rung", choices=[better for better, _ in RUNGS], help="only that level and the one below"
    )
    given = parser.parse_args()
    build = "compiled" if is_compiled() else "as plain Python"
    print(f"The captains of Warfleets, the engine {build}, on {os.cpu_count()} cores", flush=True)
    kept = True
    with ProcessPoolExecutor() as pool:
        for better, worse in RUNGS:
            if given.rung not in (None, better):
                continue
            tasks = [(better, worse, at) for at in range(2 * given.battles)]
            found = list(pool.map(fought, tasks, chunksize=4))
            share = sum(one.score for one in found) / len(found)
            low, high = wilson(share, len(found))
            good = 100 * share >= GOAL
            kept = kept and good
            drawn = sum(one.score == 0.5 for one in found)
            print(
                f"{better} over {worse}: {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {len(found)}, "
                f"{drawn} drawn, {median([one.took for one in found]):.0f} ms a battle  {'kept' if good else 'MISSED'}",
                flush=True,
            )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
