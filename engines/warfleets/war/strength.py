"""How strong a force of a war is, before a battle and in it."""

from engines.seam.documents import BattleSetup, Damage
from engines.seam.sides import Side
from engines.warfleets.state import Battle, Model
from engines.warfleets.war.damage import disabled_in
from engines.warfleets.war.units import WarClass, class_of

LEFT: int = 35
"""What of 100 of its worth a ship has left whose upgrades are all but disabled: hull, speed and turret stay."""


def condition(kind: WarClass, damage: Damage) -> float:
    """The share of a unit's worth that is left, from 0 to 1."""
    if not kind.size:
        return 1.0
    return 1.0 - (100 - LEFT) / 100 * disabled_in(damage) / len(kind.slots)


def strength(setup: BattleSetup, side: Side) -> float:
    """What a side brings, about in Ship Points; squadrons beyond the room for them bring nothing (S20)."""
    kinds = [(class_of(side, unit), unit.damage) for unit in setup.force(side)]
    room = sum(kind.carries for kind, _ in kinds)
    ships = sum(kind.worth * condition(kind, damage) for kind, damage in kinds if kind.size)
    wings = [kind.worth for kind, _ in kinds if kind.squadron][:room]
    return ships + sum(wings)


def strength_left(battle: Battle, side: Side) -> int:
    """What is left of a side on the table and off it, in points of the models' own game."""
    return sum(_left(model) for model in battle.models if model.side == side)


def _left(model: Model) -> int:
    if model.status in ("destroyed", "surrendered"):
        return 0
    whole = sum(model.boxes)
    points = model.sheet.points * 100
    return points * (LEFT * whole + (100 - LEFT) * (whole - sum(model.damage))) // (100 * whole)
