"""What the order in which fleets are listed does to a battle: `python -m bench.battles.listings [PAIRS]`.

The same two fleets, about even, fight again and again with their lists shuffled. Prints the share of battles that
Terran wins by pair and listing, the spread over the listings of a pair (the root of the mean variance), and what the
dice alone would make of it. The exit code is 1 if the spread is above its limit.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from math import sqrt
from random import Random
from statistics import fmean, variance

from msgspec.structs import replace

from bench.battles.captains import captains
from bench.battles.fleets import of_classes
from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import Side
from engines.seeded import SeededDice
from engines.talon.captains.fight import fight
from engines.talon.worth import WORTH

PAIRS, LISTINGS, BATTLES = 14, 6, 100
EVEN = 0.03
"""The part by which the worth of two fleets that are called even may differ."""
SPREAD = 6.0


def pair(number: int) -> BattleSetup:
    """Two fleets of three to six ships, even by the table of `engines.talon.worth`."""
    random = Random(f"even {number}")
    for _ in count():
        fleets = [
            ",".join(sorted(random.choices(classes.split(","), k=random.randint(3, 6))))
            for classes in ("SC,DD,DD,CL,CL,CA,BC,BB", "FF,FF,DD,CL,CA,BC,BB,DN")
        ]
        setup = of_classes(*fleets)
        if abs(_worth("terran", setup.terran) / _worth("talon", setup.talon) - 1) < EVEN:
            break
    return setup


def _worth(side: Side, units: tuple[Unit, ...]) -> float:
    return sum(WORTH[side][unit.ship_class] for unit in units)


def listed(setup: BattleSetup, listing: int) -> BattleSetup:
    """The set-up with both lists shuffled; listing 0 leaves them as they are."""
    if not listing:
        return setup
    random, fleets = Random(f"listing {listing}"), [list(setup.terran), list(setup.talon)]
    for fleet in fleets:
        random.shuffle(fleet)
    return replace(setup, terran=tuple(fleets[0]), talon=tuple(fleets[1]))


def share(number: int, battles: int, listing: int) -> float:
    """The share of so many battles that Terran wins with that pair so listed; dice of their own for each listing."""
    setup, won = listed(pair(number), listing), 0.0
    for at in range(battles):
        winner = fight(setup, captains(at), SeededDice(f"{number} {listing} {at}")).battle.winner
        won += 0.5 if winner is None else float(winner == "terran")
    return won / battles


def spread(shares: list[list[float]]) -> float:
    """The standard deviation over listings, in points: the root of its mean square over the pairs."""
    return 100 * sqrt(fmean(variance(one) for one in shares))


def chance(shares: list[list[float]], battles: int) -> float:
    """What the spread would be by the dice alone."""
    means = [fmean(one) for one in shares]
    return 100 * sqrt(fmean(one * (1 - one) / battles for one in means))


def main(arguments: list[str]) -> int:
    """0 if the listing makes no more of a difference than it may."""
    pairs = int(arguments[0]) if arguments else PAIRS
    found = []
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for number in range(pairs):
            shares = list(pool.map(partial(share, number, BATTLES), range(LISTINGS)))
            print(f"pair {number:3}: " + " ".join(f"{100 * one:3.0f}" for one in shares), flush=True)
            found.append(shares)
    now = spread(found)
    print(f"spread {now:.1f} points (at most {SPREAD:.0f}); by the dice alone {chance(found, BATTLES):.1f}")
    return int(now > SPREAD)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
