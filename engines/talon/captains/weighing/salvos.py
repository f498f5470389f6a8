"""What a captain works out of fire at a target: it stays so as long as neither of them moves."""

from typing import Final

from engines.talon.captains.weighing.evaluation import BEST, EXPECTED, LOWERED, MOST_LOST, mean_with
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.sightings import Foe
from engines.talon.hexes import ARC, Arc, Hex, distance
from engines.talon.orders import MISSILES, PLANET, Fire
from engines.talon.rules.terrain import hindrance
from engines.talon.units import Unit
from engines.talon.weapon_table import FARTHEST

ALONE: Final = ("fusion_cannon", "missile")
"""Weapons whose fire does not join in with that of others."""
Advantage = tuple[int, int]
"""What technology and crews add to a roll, and the point that the target's crew is spared of a hit (32.4, 32.5)."""
FLEETING: Final = 0.7
"""The part of the usual demands on a shot for which fighters fire: few live to fire a better one."""


def mean_damage(
    terrain: dict[Hex, str], unit: Unit, weapon: str, place: Hex, over: Advantage | None = None
) -> float:
    """The mean damage of one of the unit's weapons at a hex, with what terrain takes off the die (8, 17).

    `over` is what technology and crews change of it, where they count (32.4, 32.5).
    """
    far = distance(place - unit.place)
    if not 1 <= far <= FARTHEST:
        return 0.0
    if over is not None:
        lost = hindrance(terrain, unit.place, place) if terrain and weapon != "missile" else 0
        return mean_with(weapon, far, over[0] - lost, over[1])
    if not terrain or weapon == "missile":
        return EXPECTED[weapon][far]
    return LOWERED[weapon][min(MOST_LOST, hindrance(terrain, unit.place, place))][far]


class Salvo:
    """A group's fire at a target; `foe` is what is seen of it, if it is an enemy ship, and `arc` the one it shows.

    `place` is where the target is, `at_missile` whether it is a missile, and `at_planet` whether it is a planet. `mean`
    is the mean damage of one weapon, `quality` the part of its best; `joins` is whether it adds to that of other fire
    at the arc. `zeal` is the part of the usual demands for which it is fired. `turn` orders salvos, whatever the
    fleets' lists are like.
    """

    __slots__ = (
        "arc",
        "at_missile",
        "at_planet",
        "count",
        "foe",
        "joins",
        "mean",
        "order",
        "place",
        "quality",
        "turn",
        "unit",
        "weapon",
        "zeal",
    )

    def __init__(
        self,
        terrain: dict[Hex, str],
        own: Own,
        order: Fire,
        foe: Foe | None,
        place: Hex,
        over: Advantage | None = None,
    ) -> None:
        unit = own.unit
        group = unit.kind.groups[order.group]
        target = order.target if foe is None else foe.rank
        self.turn: tuple[int, int, int] = (own.rank, order.group, 3 * target + (order.fighter or 0))
        self.zeal: float = FLEETING if unit.kind.fighters else 1.0
        self.order = order
        self.unit = unit
        self.foe = foe
        self.place = place
        self.at_missile: bool = order.target >= MISSILES
        self.at_planet: bool = order.target == PLANET
        self.weapon: str = group.weapon
        self.count: int = group.count
        self.mean: float = mean_damage(terrain, unit, group.weapon, place, over)
        self.quality: float = self.mean / BEST[group.weapon]
        self.arc: Arc = 0 if foe is None else ARC[foe.facing][unit.place - place]
        self.joins = foe is not None and order.fighter is None and group.weapon not in ALONE
