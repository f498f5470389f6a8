"""What a point of shield is worth to a unit, by the fire that comes to each of its arcs."""

from typing import Final

from engines.talon.captains.weighing.evaluation import ARCS
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.sightings import Foe
from engines.talon.captains.weighing.spots import Spot
from engines.talon.hexes import ARC, RANGE

FAR: Final = 12
"""From where on an enemy is no threat within a round, in hexes."""
CLOSING: Final = 6.0
"""So many hexes nearer than that, an enemy beyond reach counts for one point of damage."""


def covers_of(own: Own, spot: Spot, foes: list[Foe]) -> list[float]:
    """By arc what a point of shield is worth to the unit where it is: the `spot` is that of its hex."""
    found = [0.0] * 4
    for arc, threat in enumerate(_threats(own, spot, foes)):
        if threat and arc < 4:
            shields = own.shields[arc]
            chance = min(1.0, threat / (shields + 1.0))
            found[arc] = chance * own.value * (0.45 if shields else 0.8)
    return found


def _threats(own: Own, spot: Spot, foes: list[Foe]) -> list[float]:
    """By arc the damage the enemies may do to the unit from where they are, or the nearest may do soon."""
    found, arcs = [0.0] * 5, ARCS[own.facing]
    for mark in spot.marks:
        found[arcs[mark.slot]] += mark.damage
    if not spot.marks and spot.distance < FAR:
        nearest = min(foes, key=lambda foe: RANGE[foe.place - own.place])
        found[ARC[own.facing][nearest.place - own.place]] = (FAR - spot.distance) / CLOSING
    return found
