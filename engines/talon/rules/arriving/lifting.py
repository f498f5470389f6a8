"""Transports that have set troops down on a planet, and come back beside it (32.3, R118)."""

from engines.seam.sides import Side
from engines.talon.aims import landing
from engines.talon.hexes import STEP, Hex
from engines.talon.rules import floating_map
from engines.talon.state import Battle
from engines.talon.units import Unit

SPEED = 1
"""The Speed at which a transport comes back."""


def set_down(battle: Battle, unit: Unit) -> None:
    """Keep in mind that the troops of a transport that has landed are down, where that is what it lands for."""
    aim = landing(battle.aims, unit.side)
    if aim is not None and aim.returns:
        battle.unloaded = tuple(sorted([*battle.unloaded, unit.number]))


def is_down(battle: Battle, unit: Unit) -> bool:
    """Whether a transport is on the planet and is to come back."""
    return unit.status == "landed" and unit.number in battle.unloaded


def to_lift(battle: Battle, side: Side) -> list[Unit]:
    """The transports of a side that are to come back; of a team those of the player in turn (25)."""
    if not battle.unloaded:
        return []
    units = [battle.units[number] for number in battle.unloaded]
    return [unit for unit in units if unit.side == side and is_down(battle, unit) and battle.has_turn(unit)]


def places(battle: Battle, side: Side) -> list[Hex]:
    """Where they come back: an empty hex beside the planet, without terrain (32.3, R118)."""
    planet = battle.landing_place(side)
    if planet is None:
        return []
    taken = {unit.place for units in battle.present.values() for unit in units}
    return [
        planet + step
        for step in STEP
        if planet + step not in taken
        and planet + step not in battle.terrain
        and floating_map.inside(battle.window, planet + step)
    ]


def is_to_come(battle: Battle, side: Side) -> bool:
    """Whether a side has a transport on the planet that comes back: it is still in the battle (R118)."""
    return any(
        battle.units[number].side == side and is_down(battle, battle.units[number])
        for number in battle.unloaded
    )
