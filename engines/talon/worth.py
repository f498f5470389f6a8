"""What a ship of each class is worth in a fight: fitted to eight thousand battles between two captains."""

from typing import Final

from engines.seam.sides import Side

WORTH: Final[dict[Side, dict[str, float]]] = {
    "terran": {
        "scout": 31.0,
        "destroyer": 58.0,
        "light_cruiser": 85.0,
        "heavy_cruiser": 118.0,
        "battle_cruiser": 145.0,
        "battleship": 206.0,
        "carrier": 61.0,
        "fighter": 31.0,
        "transport": 0.0,
        "base": 190.0,
    },
    "talon": {
        "frigate": 36.0,
        "destroyer": 61.0,
        "light_cruiser": 76.0,
        "heavy_cruiser": 112.0,
        "battle_cruiser": 163.0,
        "battleship": 195.0,
        "dreadnought": 242.0,
        "transport": 0.0,
        "base": 110.0,
    },
}
"""What each class adds to its side's chance, about in Ship Points."""
