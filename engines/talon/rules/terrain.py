"""What terrain does to fire and to sight, and what a black hole does to it (17, R19)."""

from typing import Final

from engines.talon.hexes import CROSSED, RANGE, Hex
from engines.talon.state import Battle

THICK: Final = ("asteroid", "nebula")
HOLES: Final = ("black-hole", "worm-hole")
"""What lies in no line's way (17, R19, R20)."""


def blocked(terrain: dict[Hex, str], origin: Hex, goal: Hex) -> bool:
    """Whether a planet lies on the line of fire, launch or transmission (17)."""
    return bool(terrain) and any(terrain.get(origin + step) == "planet" for step in CROSSED[goal - origin])


def screened(terrain: dict[Hex, str], origin: Hex, planet: Hex) -> bool:
    """Whether another planet lies on the line to a planet that is fired at; its own hex is no screen (26.8, R73)."""
    way = planet - origin
    return any(step != way and terrain.get(origin + step) == "planet" for step in CROSSED[way])


def hindrance(terrain: dict[Hex, str], origin: Hex, goal: Hex) -> int:
    """What the die loses: 1 for each asteroid or nebula hex on the line, and 1 at a target nearer a black hole."""
    if not terrain:
        return 0
    thick = sum(terrain.get(origin + step) in THICK for step in CROSSED[goal - origin])
    holes = [place for place, kind in terrain.items() if kind == "black-hole"]
    if holes and _nearest(holes, goal) < _nearest(holes, origin):
        thick += 1
    return thick


def _nearest(holes: list[Hex], place: Hex) -> int:
    return min(RANGE[hole - place] for hole in holes)


def silent(battle: Battle, origin: Hex, goal: Hex) -> bool:
    """Whether terrain blocks transmission: any planet, asteroid or nebula hex on the line or at its ends (12.2)."""
    terrain = battle.terrain
    return bool(terrain) and any(
        terrain.get(origin + step, HOLES[0]) not in HOLES for step in CROSSED[goal - origin]
    )
