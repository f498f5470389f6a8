"""The fire exchanged between a unit in a hex and the enemies that lie around it."""

from typing import Final

from engines.talon.captains.weighing.evaluation import ARCS, TURNED, cost
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.spots import Spot
from engines.talon.hexes import Facing, Hex

CROWD: Final = 0.3
"""How much of the fire at all but the best target counts: a ship fires at one at a time."""
SHARE: Final = 0.4
"""How much of the enemies' fire counts at one ship: they have others to fire at."""


def exchange(
    terrain: dict[Hex, str], own: Own, spot: Spot, place: Hex, facing: Facing
) -> tuple[float, float]:
    """What the unit's fire from there would cost the enemy, and the enemies' fire the unit, in Ship Points."""
    known, turned = own.fire.known, TURNED[facing]
    cover, arcs, value_here = own.cover, ARCS[facing], own.value
    bare = bool(terrain) and terrain.get(place) == "nebula"
    best = total = risk = 0.0
    for mark in spot.marks:
        damage = known[turned[mark.slot]]
        if damage < 0.0:
            damage = own.fire.at(turned[mark.slot])
        if damage:
            value = cost(damage * mark.clear, mark.shields, mark.value)
            total += value
            best = value if value > best else best  # noqa: FURB136 - a call costs more
        damage = mark.damage
        if damage:
            shields = 0 if bare else cover[arcs[mark.slot]]
            risk += cost(damage, shields, value_here)
    return best + CROWD * (total - best), SHARE * risk
