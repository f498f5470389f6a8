"""What a fleet of Talon is best made of: shares of its classes, as commanders buy them, and fleets that are ready."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from engines.seam.classes import ReadyFleet
from engines.seam.sides import Side

TABLE: Final = Path(__file__).parents[1] / "tables" / "fleets.toml"

MIX: Final[dict[Side, dict[str, int]]] = {
    "terran": {
        "battle_cruiser": 5,
        "battleship": 4,
        "heavy_cruiser": 4,
        "destroyer": 2,
        "carrier": 1,
        "light_cruiser": 1,
    },
    "talon": {
        "battle_cruiser": 5,
        "dreadnought": 4,
        "battleship": 3,
        "heavy_cruiser": 3,
        "destroyer": 3,
        "light_cruiser": 1,
    },
}
"""The shares of each class in a fleet: what the captains fight best with for its points, and some small ships."""
BEST: Final[dict[Side, dict[str, int]]] = {
    "terran": {"battle_cruiser": 5, "battleship": 5, "destroyer": 4, "heavy_cruiser": 4},
    "talon": {"battle_cruiser": 5, "destroyer": 5, "dreadnought": 5, "battleship": 4},
}
"""The shares of the classes that are worth most for their points; of the others only what the rules ask for."""


@cache
def ready_fleets(side: Side) -> tuple[ReadyFleet, ...]:
    """The ready fleets of a side, in the table's order."""
    table = tomllib.loads(TABLE.read_text())
    fleets = msgspec.convert(table["fleet"], tuple[ReadyFleet, ...])
    return tuple(fleet for fleet in fleets if fleet.side == side)
