"""Scenarios and battle modes by who begins: python -m bench.battles.corners [NAME ...].

Each is fought as printed but for who has the initiative and who the top edge, both captains holding the field: Terran's
share of the victories in all four ways, with Wilson's intervals of 95 %. A battle without a winner is half a victory.
Where a scenario has zones for both sides the edge stays as it is.

With --set-ups random each ship is set up at random, by the number of the battle; then captains lead it.

With --admirals both sides, or one, are led by an admiral, who makes ten times as many play-outs for an order as usual,
or --play-outs. That takes half a minute or more for a battle; with --printed only the printed way is fought.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

from msgspec.structs import replace

from bench.battles.scenarios import battles, shown
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.admiral import BUDGET, Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import Player, fight
from engines.talon.orders import AnyOrder, Deploy
from engines.talon.results.degree import outcome
from engines.talon.results.layout_check import layout_of
from engines.talon.terms import terms_of, top_of
from engines.talon.view import View

AT_RANDOM = "random"
BOTH = "both"
TIMES = 10
TALON_FIRST: tuple[Side, Side] = ("talon", "terran")


class Strewn:
    """A captain whose ships are set up at random."""

    def __init__(self, chance: Random) -> None:
        self._captain, self._chance = Captain(Doctrine("hold")), chance

    def decide(self, view: View) -> AnyOrder:
        """Any way to put a ship down; otherwise the captain's order."""
        places = [order for order in view.orders if isinstance(order, Deploy)]
        return self._chance.choice(places) if places else self._captain.decide(view)


def ways(setup: BattleSetup) -> Iterator[tuple[Side, Side]]:
    """Who has the initiative, and who the top edge: first as 21 prints it, both Talon."""
    layout = layout_of(setup)
    fixed = layout is not None and {zone.side for zone in layout.zones} == set(SIDES)
    for initiative in TALON_FIRST:
        yield from ((initiative, top) for top in ((top_of(setup),) if fixed else TALON_FIRST))


def begun_by(setup: BattleSetup, initiative: Side, top: Side) -> BattleSetup:
    """The battle with another side to begin."""
    terms = terms_of(setup)
    return replace(setup, initiative=initiative, format=2, terms=replace(terms, top=top))


@dataclass(frozen=True)
class Leading:
    """Who leads: captains, except where `admirals` names a side or both; they make so many `play_outs` for an order.

    `set_up` says who sets the ships up.
    """

    set_up: str = "captains"
    admirals: str = ""
    play_outs: int = TIMES * BUDGET

    def player(self, side: Side, chance: Random, number: int) -> Player:
        """Who leads a side in the battle of that number."""
        if self.admirals in (side, BOTH):
            return Admiral(Doctrine("hold"), number, self.play_outs)
        return (
            Strewn(chance) if self.set_up == AT_RANDOM else Captain(Doctrine("hold"), chance.getrandbits(31))
        )


def score(name: str, initiative: Side, top: Side, leading: Leading, number: int) -> float:
    """What Terran has of the battle of that number: 1 for a victory, half where nobody has won."""
    setup, chance = begun_by(battles()[name], initiative, top), Random(f"{name} {number}")
    players = {side: leading.player(side, chance, number) for side in SIDES}
    battle = fight(setup, players, SeededDice(f"corners {name} {number}")).battle
    winner = outcome(setup, game.report(battle)).winner
    return 0.5 if winner is None else float(winner == "terran")


def main(arguments: list[str]) -> int:
    """Always 0: it only prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.corners", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="numbers of scenarios and rules of modes; without any all of them"
    )
    parser.add_argument("--battles", type=int, default=400, help="in each of the ways")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--set-ups", choices=("captains", AT_RANDOM), default="captains")
    parser.add_argument("--admirals", choices=(*SIDES, BOTH), default="", help="who is led by an admiral")
    parser.add_argument("--play-outs", type=int, default=TIMES * BUDGET, help="of an admiral, for an order")
    parser.add_argument("--printed", action="store_true", help="only as printed")
    asked = parser.parse_args(arguments)
    leading = Leading(asked.set_ups, asked.admirals, asked.play_outs)
    with ProcessPoolExecutor(asked.processes) as pool:
        for name, setup in battles().items():
            if asked.names and name.split()[0] not in asked.names:
                continue
            print(name)
            for initiative, top in [*ways(setup)][: 1 if asked.printed else None]:
                fought = partial(score, name, initiative, top, leading)
                scores = list(pool.map(fought, range(asked.battles), chunksize=1 if asked.admirals else 10))
                print(f"  initiative {initiative}, top {top}: Terran wins {shown(scores)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
