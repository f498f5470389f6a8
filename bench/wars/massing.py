"""Whether an enemy that always masses in the same place is punished: python -m bench.wars.massing [--wars 60].

It plays as a steady commander does, but sends all that reaches it to one sector, turn after turn, and no more than the
minimum anywhere else. Each of the levels has to win 70 % of the wars against it, half of them in each seat, sides
evened (S77).
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from bench.battles.ladder import shown_share
from bench.wars.commanders import settings
from campaign.commanders import building
from campaign.commanders.commander import Commander
from campaign.commanders.muster import assignment_of, bodies
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.orders import RESERVE, AnyOrder
from campaign.rules.settings import EVEN_HANDICAP, CommanderLevel
from campaign.rules.sight import WarView
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Player, new_game
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side, opponent

FIRST = 60_000
"""The seed of the first war."""
LEVELS: tuple[CommanderLevel, ...] = ("steady", "shrewd")
GOAL = 70.0


@dataclass(frozen=True)
class Masser:
    """A steady commander that masses in the sector of that number."""

    commander: Commander
    number: int

    def decide(self, view: WarView) -> AnyOrder | None:
        """Its commander's order, but for the plan."""
        side = self.commander.side
        if view.phase != "planning" or view.fleet(side).planned or view.draw_offered_by == opponent(side):
            return self.commander.decide(view)
        plan = building.bought(view, side, self.commander.whim, self.commander.temper.taste)
        sector = view.chart.order[self.number % len(view.chart.order)]
        sent = {
            body: sector if sector in body.reach and not body.tired else RESERVE
            for group in bodies(view, side, plan)
            for body in group
        }
        wish = replace(plan, assign=assignment_of(sent))
        return replace(wish, assign=nearest_legal(view, side, wish))

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """Its commander's doctrine."""
        return self.commander.doctrine(view, number)


def score(level: CommanderLevel, number: int) -> float:
    """1 if the level wins the war of that number, 0 if the masser does."""
    side: Side = SIDES[number % 2]
    enemy = opponent(side)
    players: dict[Side, Player] = {
        side: Commander(side, level, f"{level} {number}"),
        enemy: Masser(Commander(enemy, "steady", f"masser {number}"), number // 2),
    }
    game = new_game(
        FIRST + number, players, replace(settings(), handicap=EVEN_HANDICAP), shipped_maps()[DEFAULT]
    )
    game.play()
    return 0.5 if game.war.winner is None else float(game.war.winner == side)


def main(arguments: list[str]) -> int:
    """0 if every level wins often enough."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.massing", description=__doc__)
    parser.add_argument("--wars", type=int, default=60)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    missed = 0
    with ProcessPoolExecutor(asked.processes) as pool:
        for level in LEVELS:
            scores = list(pool.map(partial(score, level), range(asked.wars)))
            missed += not shown_share(f"{level} against a masser wins", scores, GOAL)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
