"""What each class adds to its side's chance, fitted to battles: `python -m bench.battles.worth [BATTLES]`.

The chance that a side wins is taken to follow from the worth of both sides as in `campaign.commanders.strength`. Prints
the worth of each class, about in Ship Points, the steepness, and how well the chances foretell battles not fitted to.
"""

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from random import Random

from bench.battles.captains import captains
from bench.battles.mixed import any_fleets
from campaign.commanders.strength import STEEPNESS
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.captains.fight import fight
from engines.talon.catalogue import ship_class
from engines.talon.terrain import TalonTerrain
from engines.talon.worth import WORTH

BATTLES = 4000
FIRST = 100_000
"""The number of the first battle: none that `bench.battles.against` or `bench.battles.faults` fights."""
STEPS, RATE = 400, 0.01
FITTED_TO = 0.8
"""The part of the battles that the worth is fitted to; the others test it."""

Class = tuple[Side, str]


@dataclass(frozen=True)
class Outcome:
    """How many ships of each class fought, and the share of the win that was Terran's."""

    ships: dict[Class, int]
    won: float


def setup_of(number: int) -> BattleSetup:
    """Fleets of any classes, in the open."""
    return any_fleets(Random(number), TalonTerrain())


def outcome(number: int) -> Outcome:
    """The battle of that number, fought by captains."""
    setup = setup_of(number)
    winner = fight(setup, captains(number), SeededDice(number)).battle.winner
    ships = Counter(("terran", unit.ship_class) for unit in setup.terran)
    ships.update(("talon", unit.ship_class) for unit in setup.talon)
    return Outcome(dict(ships), 0.5 if winner is None else float(winner == "terran"))  # type: ignore[arg-type]


class Fit:
    """The worth of classes that makes outcomes likeliest, found by gradient steps from what stands in the table."""

    def __init__(self, classes: set[Class]) -> None:
        self.logs = {one: log(WORTH[one[0]][one[1]]) for one in sorted(classes)}
        self.steepness = STEEPNESS["captain"]

    def worth(self, side: Side, key: str) -> float:
        """What a class is worth."""
        return exp(self.logs[side, key])

    def chance(self, one: Outcome) -> float:
        """Terran's chance."""
        own, enemy = (self._strength(one, side) for side in SIDES)
        return 1 / (1 + exp(-self.steepness * log(own / enemy)))

    def improve(self, outcomes: list[Outcome]) -> None:
        """Move worth and steepness to where the outcomes are likeliest (Adam, at falling rates)."""
        first, second = Counter[Class | None](), Counter[Class | None]()
        for step in range(1, STEPS + 1):
            slopes = self._slopes(outcomes)
            for key, slope in slopes.items():
                first[key] = 0.9 * first[key] + 0.1 * slope  # type: ignore[assignment]
                second[key] = 0.99 * second[key] + 0.01 * slope * slope  # type: ignore[assignment]
                size = (first[key] / (1 - 0.9**step)) / ((second[key] / (1 - 0.99**step)) ** 0.5 + 1e-9)
                self._move(key, RATE * (1 - step / (STEPS + 1)) * size)
        self._scale()

    def _strength(self, one: Outcome, side: Side) -> float:
        return sum(exp(self.logs[key]) * count for key, count in one.ships.items() if key[0] == side)

    def _slopes(self, outcomes: list[Outcome]) -> dict[Class | None, float]:
        """How the likelihood rises with the logarithm of each class's worth, and of the steepness (None)."""
        slopes: dict[Class | None, float] = {None: 0.0, **dict.fromkeys(self.logs, 0.0)}
        for one in outcomes:
            strength = {side: self._strength(one, side) for side in SIDES}
            ratio = log(strength["terran"] / strength["talon"])
            error = one.won - 1 / (1 + exp(-self.steepness * ratio))
            slopes[None] += error * self.steepness * ratio
            for key, count in one.ships.items():
                sign = 1 if key[0] == "terran" else -1
                part = exp(self.logs[key]) * count / strength[key[0]]
                slopes[key] += sign * error * self.steepness * part
        return slopes

    def _move(self, key: Class | None, by: float) -> None:
        if key is None:
            self.steepness *= exp(by)
        else:
            self.logs[key] += by

    def _scale(self) -> None:
        """Only ratios count: all classes together are worth their Ship Points."""
        points = sum(ship_class(*key).points for key in self.logs)
        by = log(points / sum(exp(one) for one in self.logs.values()))
        self.logs = {key: one + by for key, one in self.logs.items()}


def surprise(fit: Fit, outcomes: list[Outcome]) -> float:
    """The mean logarithmic loss of the chances: 0.69 is that of a coin, less is better."""
    loss = 0.0
    for one in outcomes:
        chance = min(max(fit.chance(one), 1e-6), 1 - 1e-6)
        loss -= one.won * log(chance) + (1 - one.won) * log(1 - chance)
    return loss / len(outcomes)


def main(arguments: list[str]) -> None:
    """Fight, fit and print."""
    battles = int(arguments[0]) if arguments else BATTLES
    with ProcessPoolExecutor(int(os.environ.get("PROCESSES", os.cpu_count() or 1))) as pool:
        outcomes = list(pool.map(outcome, range(FIRST, FIRST + battles), chunksize=50))
    fitted, kept = outcomes[: int(FITTED_TO * battles)], outcomes[int(FITTED_TO * battles) :]
    fit = Fit({key for one in outcomes for key in one.ships})
    print(
        f"{battles} battles; {len(kept)} not fitted to: {surprise(fit, kept):.3f} with the table as it stands",
        end="",
    )
    fit.improve(fitted)
    print(f", {surprise(fit, kept):.3f} fitted; steepness {fit.steepness:.1f}")
    for key, value in fit.logs.items():
        print(f"{' '.join(key):24} {exp(value):6.0f}   was {WORTH[key[0]][key[1]]:4.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
