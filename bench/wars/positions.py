"""What a place of the front line is worth in Ship Points, from whole wars: python -m bench.wars.positions [--wars 200].

The side that wins a war is predicted from how things stand at the beginning of each turn: what both fleets are worth,
and how near each front line is to either home. The weight of nearness, divided by that of a Ship Point, is in Ship
Points. The income of a turn follows from nearness so closely that it has no weight of its own. The interval is that of
a bootstrap over wars. Needs scikit-learn (`make estimate` installs it).
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from sklearn.linear_model import LogisticRegression

from bench.wars.commanders import settings
from bench.wars.zones import drawn_player
from campaign.commanders.strength import pieces_of, strength
from campaign.rules.battles.settling import nearness
from campaign.rules.state import War
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Player, new_game
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side

Standing = tuple[float, float, float]
"""Terran's lead in Ship Points and in nearness of the front lines; 1 if Terran won the war."""
FIRST, WARS, RESAMPLED = 600_000, 200, 200
LONGEST = 60
"""A war that is not over by this turn is left out."""


def standings(number: int) -> list[Standing]:
    """How a war of two players drawn at random stood at the beginning of each turn from the second."""
    random = Random(f"zones {number}")
    players: dict[Side, Player] = {side: drawn_player(random, side, number) for side in SIDES}
    game = new_game(number, players, settings(), shipped_maps()[DEFAULT])
    found: list[tuple[float, float]] = []
    turn = 1
    while game.war.phase != "over" and game.war.turn < LONGEST:
        game.step()
        if game.war.phase == "planning" and game.war.turn > turn:
            turn = game.war.turn
            found.append((_points(game.war), _nearness(game.war)))
    if game.war.winner is None:
        return []
    return [(*one, float(game.war.winner == "terran")) for one in found]


def _points(war: War) -> float:
    def of(side: Side) -> float:
        fleet = war.fleet(side)
        units = [Unit(name, ship.ship_class, ship.damage) for name, ship in fleet.ships.items()]
        return strength(side, pieces_of(side, units), 9) + fleet.treasury

    return of("terran") - of("talon")


def _nearness(war: War) -> float:
    sectors = war.chart.order
    return sum(nearness(war, sector, war.markers[sector], war.planets) for sector in sectors)


@dataclass(frozen=True)
class Worth:
    """What a step of nearness is worth in Ship Points, with its interval of 90 % over so many wars."""

    value: float
    low: float
    high: float
    wars: int


def worth_of_nearness(wars: Sequence[Sequence[Standing]]) -> Worth:
    """The weight of nearness by that of a Ship Point; a war counts as one, however long it was."""
    random = Random(0)
    found = sorted(_ratio(random.choices(wars, k=len(wars))) for _ in range(RESAMPLED))
    return Worth(_ratio(wars), found[RESAMPLED // 20], found[-RESAMPLED // 20], len(wars))


def _ratio(wars: Sequence[Sequence[Standing]]) -> float:
    rows = [one for war in wars for one in war]
    weights = [1 / len(war) for war in wars for _ in war]
    scale = [max(abs(one[at]) for one in rows) or 1.0 for at in (0, 1)]
    numbers = [[one[0] / scale[0], one[1] / scale[1]] for one in rows]
    fitted = LogisticRegression(C=1e6, max_iter=1000).fit(numbers, [one[2] for one in rows], weights)
    points, nearness = fitted.coef_[0]
    return float((nearness / scale[1]) / (points / scale[0]))


def main(arguments: list[str]) -> None:
    """Play the wars and print what a step is worth."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.positions", description=__doc__)
    parser.add_argument("--wars", type=int, default=WARS)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.processes) as pool:
        wars = [war for war in pool.map(standings, range(FIRST, FIRST + asked.wars)) if war]
    found = worth_of_nearness(wars)
    print(
        f"a step of nearness: {found.value:.0f} Ship Points ({found.low:.0f} to {found.high:.0f}), {found.wars} wars"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
