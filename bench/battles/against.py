"""The captain of this checkout against that of another: `python -m bench.battles.against PATH`.

PATH is a checkout of another version, for example made by `git worktree add PATH COMMIT`. Its captain runs in a process
of its own, from its own source or build, and gets orders and dice through a pipe. Battles are fought in pairs, with the
same dice and the sides swapped. A draw is half a win; intervals are Wilson's of 95 %. The exit code is 1 if the lower
end is not above a half.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import msgspec

from bench.battles import listings
from bench.battles.ladder import Share, standing
from bench.battles.mixed import KINDS, setup_of
from engines.chance.prng import mixed
from engines.native.builds import running
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import AnyOrder
from engines.talon.view import View, decider

BATTLES = 800
SCRIPT = Path(__file__).with_name("elsewhere.py")


class KeptDice:
    """Dice that keep what they have rolled until it is taken."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self._rolled: list[int] = []

    def roll(self, label: object) -> int:
        """The next roll."""
        self._rolled.append(self._dice.roll(label))
        return self._rolled[-1]

    def take(self) -> list[int]:
        """What was rolled since last taken."""
        rolled, self._rolled = self._rolled, []
        return rolled


class Elsewhere:
    """The captain of the checkout at `root`; ValueError if its process ends instead of answering."""

    def __init__(self, root: str) -> None:
        environ = {**os.environ, "PYTHONPATH": root}
        command = [sys.executable, "-P", str(SCRIPT)]
        self._process = subprocess.Popen(
            command, cwd=root, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._since: list[tuple[AnyOrder, list[int]]] = []

    def begin(self, setup: BattleSetup, side: Side, seed: int) -> None:
        """A new battle, in which the captain of that seed plays that side."""
        self._since = []
        self._send((setup, side, Doctrine(), seed))

    def hear(self, order: AnyOrder, dice: list[int]) -> None:
        """An order was carried out, with those dice."""
        self._since.append((order, dice))

    def decide(self) -> AnyOrder:
        """What it orders now."""
        self._send(self._since)
        self._since = []
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise ValueError("the other captain's process has ended: see its error above")
        order: AnyOrder = msgspec.json.decode(answer, type=AnyOrder)
        return order

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(message) + b"\n")
        self._process.stdin.flush()


@cache
def elsewhere(root: str) -> Elsewhere:
    """The captain of the other checkout for this process."""
    return Elsewhere(root)


def score(root: str, number: int, even: bool = False) -> float:
    """1 if the captain of this checkout wins the battle of that number, 0.5 for a draw."""
    pair, side = number // 2, SIDES[number % 2]
    other, setup = elsewhere(root), even_pair(pair) if even else setup_of(pair)
    other.begin(setup, opponent(side), mixed(pair, SIDES.index(opponent(side))))
    battle, dice, captain = (
        game.new_battle(setup),
        KeptDice(pair),
        Captain(Doctrine(), mixed(pair, SIDES.index(side))),
    )
    view = View(battle, side)
    while (decides := decider(battle)) is not None:
        order = captain.decide(view) if decides == side else other.decide()
        game.apply(battle, order, dice)
        other.hear(order, dice.take())
    return 0.5 if battle.winner is None else float(battle.winner == side)


def even_pair(number: int) -> BattleSetup:
    """Even fleets, each time differently listed; none of those of `bench.battles.listings`."""
    return listings.listed(listings.pair(listings.PAIRS + number), number + 1)


def shares(scores: list[float]) -> list[Share]:
    """The share won in battles of each kind, and in all."""
    by_kind = {
        kind: [won for at, won in enumerate(scores) if at // 2 % 4 == n] for n, kind in enumerate(KINDS)
    }
    return [standing(kind, won, 0.0) for kind, won in [*by_kind.items(), ("all", scores)] if won]


def main(arguments: list[str]) -> int:
    """0 if the captain of this checkout is the better one for certain."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.against", description=__doc__)
    parser.add_argument("path", help="the other checkout")
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--even", action="store_true", help="even fleets instead of the mixture")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args(arguments)
    root = str(Path(asked.path).resolve())
    with ProcessPoolExecutor(asked.processes) as pool:
        scores = list(pool.map(partial(score, root, even=asked.even), range(asked.battles), chunksize=8))
    print(f"this captain ({running()}) against that of {root}")
    found = [standing("even fleets", scores, 0.0)] if asked.even else shares(scores)
    for one in found:
        share = f"{one.share:5.1f} %  ({one.low:.1f} to {one.high:.1f})"
        print(f"{one.who:14} {share:26} of {one.battles}, {one.drawn} drawn")
    return int(found[-1].low <= 50.0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
