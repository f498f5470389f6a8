"""What a captain is told besides its stance: which ships to save, and whether to land first (31.6, 31.8)."""

from typing import Final

from campaign.commanders.fronts import LANDING_PARTY
from campaign.commanders.strength import condition
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from engines.seam.documents import NEVER_SAVED, Doctrine, Stance
from engines.seam.sides import Side, opponent
from engines.seam.systems import class_of, role_of

SPENT: Final = 0.6
"""Ships with less than this left of their worth get out of a battle as soon as they can."""


def doctrine_with(view: WarView, battle: Battle, side: Side, stance: Stance) -> Doctrine:
    """The doctrine with a stance, with the badly damaged ships to save; over its own home it is to hold."""
    lands_first = _lands_first(view, battle, side)
    if stance == "hold" or battle.place == HOMES[side]:
        return Doctrine("hold", land_first=lands_first)
    return Doctrine(stance, _to_save(battle, side), lands_first)


def _to_save(battle: Battle, side: Side) -> tuple[str, ...]:
    """The ships that came badly damaged, and can get away."""
    units = [unit for unit in battle.forces[side] if role_of(unit.ship_class) not in NEVER_SAVED]
    return tuple(unit.name for unit in units if condition(class_of(side, unit), unit.damage) < SPENT)


def _lands_first(view: WarView, battle: Battle, side: Side) -> bool:
    """Whether the transports are not to wait for the outcome: the planet lies open, and the battle may be lost."""
    enemy = opponent(side)
    open_to_us = view.planets.get(battle.place) == enemy and view.base_of(enemy, battle.place) is None
    return open_to_us and _transports(battle, side) >= LANDING_PARTY


def _transports(battle: Battle, side: Side) -> int:
    return sum(role_of(unit.ship_class) == "transport" for unit in battle.forces[side])
