"""Whether the edge makes a difference: python -m bench.battles.turned_round [NAME ...].

Captains set up in each of the ways in which corners.py has a battle begin. Then the whole set-up is turned round and
given the other edge, and both are fought on the same dice: the battles that the same side wins are counted.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from msgspec.structs import replace

from bench.battles.corners import begun_by, ways
from bench.battles.scenarios import battles
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.hexes import Hex
from engines.talon.orders import AnyOrder, Deploy, Launch, Planet, WormHole
from engines.talon.results.degree import outcome
from engines.talon.rules.floating_map import hex_at, width
from engines.talon.state import Battle
from engines.talon.view import View, decider

ROWS, HALF, SIDES_OF_A_HEX = 12, 3, 6


def opening(setup: BattleSetup) -> list[AnyOrder]:
    """The orders by which captains set up."""
    battle = game.new_battle(setup)
    captains, views = _players(battle)
    found: list[AnyOrder] = []
    dice = SeededDice("opening")
    while not battle.round and (side := decider(battle)) is not None:
        found.append(captains[side].decide(views[side]))
        game.apply(battle, found[-1], dice)
    return found


def turned(battle: Battle, order: AnyOrder) -> AnyOrder:
    """The same order on the map turned round."""
    if not isinstance(order, Deploy | Launch | Planet | WormHole):
        return order
    place = _across(battle, order.place)
    if isinstance(order, Deploy | Launch):
        return replace(order, place=place, facing=(order.facing + HALF) % SIDES_OF_A_HEX)
    return replace(order, place=place)


def _across(battle: Battle, place: Hex) -> Hex:
    """The hex that lies where this one does on the map turned round."""
    window = battle.window
    for row in range(1, ROWS):
        for column in range(1, width(window, row) + 1):
            if hex_at(window, row, column) == place:
                return hex_at(window, ROWS - row, width(window, row) + 1 - column)
    raise LookupError(place)


def winner(setup: BattleSetup, orders: list[AnyOrder], dice: str) -> Side | None:
    """Who wins a battle that begins with those orders, in whichever turn each may be given, led by captains."""
    battle = game.new_battle(setup)
    captains, views = _players(battle)
    left, rolled = list(orders), SeededDice(dice)
    while (side := decider(battle)) is not None:
        given = next((one for one in left if not battle.round and one in battle.options), None)
        if given is not None:
            left.remove(given)
        game.apply(battle, given or captains[side].decide(views[side]), rolled)
    return outcome(setup, game.report(battle)).winner


def _players(battle: Battle) -> tuple[dict[Side, Captain], dict[Side, View]]:
    captains = {side: Captain(Doctrine("hold")) for side in SIDES}
    return captains, {side: View(battle, side) for side in SIDES}


def both(name: str, initiative: Side, top: Side, number: int) -> tuple[Side | None, Side | None]:
    """Who wins the battle of that number as captains set up, and turned round with the other edge."""
    setup, other = (begun_by(battles()[name], initiative, edge) for edge in (top, opponent(top)))
    orders, dice = opening(setup), f"corners {name} {number}"
    begun = game.new_battle(setup)
    return winner(setup, orders, dice), winner(other, [turned(begun, one) for one in orders], dice)


def lines(name: str, number: int, pool: ProcessPoolExecutor) -> Iterator[str]:
    """What is printed of one."""
    yield name
    for initiative, top in ways(battles()[name]):
        ends = list(pool.map(partial(both, name, initiative, top), range(number), chunksize=10))
        same = sum(one == other for one, other in ends)
        shares = [100 * sum(end[at] == "terran" for end in ends) / number for at in (0, 1)]
        yield (
            f"  initiative {initiative}, top {top}: Terran wins {shares[0]:.0f} %, "
            f"turned round {shares[1]:.0f} %; the same side wins {same} of {number}"
        )


def main(arguments: list[str]) -> int:
    """Always 0: it only prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.turned_round", description=__doc__)
    parser.add_argument("names", nargs="*", default=["1", "10", "29.3", "29.5", "29.8"])
    parser.add_argument("--battles", type=int, default=100, help="in each of the ways")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.processes) as pool:
        for name in battles():
            if name.split(maxsplit=1)[0] in asked.names:
                print(*lines(name, asked.battles, pool), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
