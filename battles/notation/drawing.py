"""A position drawn with characters, and what the characters stand for."""

from battles.engine import text
from battles.engine.floating_map import hex_at, width
from battles.engine.hexes import Hex
from battles.engine.state import Battle

GROUND = {"nebula": "~", "asteroid": "*", "planet": "O", "black-hole": "@"}
ARROWS = "→↗↖←↙↘"
"""The way a counter faces, by its facing."""
LETTERS = {"terran": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "talon": "abcdefghijklmnopqrstuvwxyz"}
KEY = "Terran in capitals, Talon in small letters; ! missile, + several; ~ nebula, * asteroid, O planet, @ black hole"


def draw(battle: Battle) -> str:
    """The map row by row, a hex as two characters, and below it the key to the letters."""
    window = battle.window
    signs, key = _counters(battle)
    rows = []
    for row in range(1, window.rows + 1):
        cells = (hex_at(window, row, column) for column in range(1, width(window, row) + 1))
        indent = "" if row % 2 == 0 else "  "
        rows.append((indent + "  ".join(_cell(battle, place, signs) for place in cells)).rstrip())
    clock = f"{text.write_clock(battle)} {text.write_ending(battle)}".strip()
    return "\n".join([clock, "", *rows, "", KEY, *key]) + "\n"


def _counters(battle: Battle) -> tuple[dict[Hex, list[str]], list[str]]:
    """The signs in each hex, and a line for each letter."""
    signs: dict[Hex, list[str]] = {}
    key = []
    for side, units in battle.present.items():
        for number, unit in enumerate(units):
            letter = LETTERS[side][number % len(LETTERS[side])]
            signs.setdefault(unit.place, []).append(letter + ARROWS[unit.facing])
            key.append(f"{letter}  {text.write_unit(battle, unit)}")
    for missile in battle.missiles:
        signs.setdefault(missile.place, []).append("!" + ARROWS[missile.facing])
    return signs, key


def _cell(battle: Battle, place: Hex, signs: dict[Hex, list[str]]) -> str:
    here = signs.get(place, [])
    if len(here) > 1:
        return f"+{min(len(here), 9)}"
    return here[0] if here else GROUND.get(battle.terrain.get(place, ""), "·") + " "
