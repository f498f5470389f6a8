"""What the enemy may send to a front line, from a side's view alone, as people are told it (S15).

A home draws more than any other front: whoever defends it sends what can fight, and whoever attacks it masses there.
The shares follow what was counted in wars of the site's proposals against all levels of the computer. Commanders go by
`assumptions.drawn`, which knows no homes.
"""

from typing import Final

from msgspec import Struct

from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.odds.assumptions import (
    DRAWS,
    Force,
    gathered,
    is_out_of_sight,
    last_seen,
    seed_of_draws,
    shares_from,
)
from campaign.rules.sight import WarView
from campaign.rules.state import Sighting
from engines.seam.sides import Side, opponent

TRIES: Final = 8
"""An empty force is drawn again so often: hardly any enemy that has ships sends none, for the minimum forbids it."""
SECTORS: Final = 4
"""The shares were counted in wars of so many sectors; where there are more, fewer ships come to each."""
MASSED: Final = (0.22, 0.5, 0.8, 1.1, 1.6, 2.7)
"""Ships come together or not at all: by these, in turn, the odds are multiplied that each of them comes."""


class Draw(Struct, frozen=True):
    """How often ships come to a front, from 0 to 1: seen there last, seen elsewhere, or never seen.

    `fit` and `damaged` are those seen last turn, `mended` and `idle` those seen earlier, each as (there, elsewhere).
    """

    fit: tuple[float, float]
    damaged: tuple[float, float]
    mended: tuple[float, float]
    idle: tuple[float, float]
    unseen: float


BETWEEN: Final = Draw(
    fit=(0.45, 0.16), damaged=(0.07, 0.02), mended=(0.22, 0.22), idle=(0.08, 0.08), unseen=0.18
)
DEFENDED: Final = Draw(
    fit=(0.42, 0.47), damaged=(0.8, 0.45), mended=(0.45, 0.45), idle=(0.02, 0.02), unseen=0.35
)
ATTACKED: Final = Draw(
    fit=(0.67, 0.41), damaged=(0.06, 0.03), mended=(0.58, 0.58), idle=(0.4, 0.4), unseen=0.55
)
"""At a front between the homes, at the home that the enemy defends, and at the one it attacks."""


def coming(view: WarView, enemy: Side, place: Place, many: int = DRAWS) -> tuple[Force, ...]:
    """Forces the enemy may come with, so many, each as likely; () where nothing comes. The same view gives the same."""
    seed = seed_of_draws(view, enemy, place)
    return tuple(
        _one_of(view, enemy, place, f"{seed}/{number}", MASSED[number % len(MASSED)])
        for number in range(many)
    )


def _one_of(view: WarView, enemy: Side, place: Place, seed: str, massed: float) -> Force:
    """A force, drawn again if it is empty."""
    draw, shares = _draw_at(enemy, place), shares_from(seed)
    here = last_seen(view, enemy, place)
    thinner = 1.0 if place in HOMES.values() else SECTORS / len(view.chart.order)

    def comes(name: str, one: Sighting) -> float:
        there, elsewhere = _shares_of(view, draw, one)
        return _at_odds(there if name in here else elsewhere * thinner, massed)

    unseen = _at_odds(draw.unseen * thinner, massed)
    drawn = (gathered(view, enemy, shares, comes, unseen) for _ in range(TRIES))
    return next((force for force in drawn if force), ())


def _at_odds(chance: float, times: float) -> float:
    """A chance whose odds are so many times as high."""
    return times * chance / (1 - chance + times * chance)


def _draw_at(enemy: Side, place: Place) -> Draw:
    if place == HOMES[enemy]:
        return DEFENDED
    return ATTACKED if place == HOMES[opponent(enemy)] else BETWEEN


def _shares_of(view: WarView, draw: Draw, one: Sighting) -> tuple[float, float]:
    if is_out_of_sight(view, one):
        return draw.mended if one.damage else draw.idle
    return draw.damaged if one.damage else draw.fit
