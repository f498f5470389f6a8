"""A position drawn with characters, and what the characters stand for."""

from engines.seam.sides import Side
from engines.talon import text
from engines.talon.hexes import Hex
from engines.talon.orders import MISSILES
from engines.talon.rules.floating_map import hex_at, width
from engines.talon.state import Battle
from engines.talon.text.positions import missile_line
from engines.talon.text.words import write_hex

GROUND = {"nebula": "~", "asteroid": "*", "planet": "O", "black-hole": "@", "worm-hole": "%"}
ARROWS = "→↗↖←↙↘"
"""The way a counter faces, by its facing."""
LETTERS: dict[Side, str] = {"terran": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "talon": "abcdefghijklmnopqrstuvwxyz"}
KEY = "Terran in capitals, Talon in small letters; ! missile, + several; ~ nebula, * asteroid, O planet, @ black hole"
GAP = 2
"""Blanks between two hexes, at least."""


def draw(battle: Battle) -> str:
    """The map row by row, a hex as two characters or a few more, and below it the key to the signs."""
    window = battle.window
    signs, key = _counters(battle)
    wide = max([2, *(len(_cell(battle, place, signs)) for place in signs)]) + GAP
    wide += wide % 2
    rows = []
    for row in range(1, window.rows + 1):
        cells = (hex_at(window, row, column) for column in range(1, width(window, row) + 1))
        indent = "" if row % 2 == 0 else " " * (wide // 2)
        rows.append((indent + "".join(_cell(battle, place, signs).ljust(wide) for place in cells)).rstrip())
    for place, here in signs.items():
        if len(here) > 1:
            key.append(f"{_several(here)}  at {write_hex(place)}: {' '.join(here)}")
    if "worm-hole" in battle.terrain.values():
        key.insert(0, "% worm hole")
    clock = f"{text.write_clock(battle)} {text.write_ending(battle)}".strip()
    return "\n".join([clock, "", *rows, "", KEY, *key]) + "\n"


def _counters(battle: Battle) -> tuple[dict[Hex, list[str]], list[str]]:
    """The signs in each hex, and a line for each letter."""
    signs: dict[Hex, list[str]] = {}
    key = []
    for side, units in battle.present.items():
        for number, unit in enumerate(units):
            letter = _letter(side, number)
            signs.setdefault(unit.place, []).append(letter + ARROWS[unit.facing])
            key.append(f"{letter}  {text.write_unit(battle, unit)}")
    for missile in battle.missiles:
        sign = f"!{missile.number - MISSILES}"
        signs.setdefault(missile.place, []).append(sign + ARROWS[missile.facing])
        key.append(f"{sign}  {missile_line(battle, missile)}")
    return signs, key


def _letter(side: Side, number: int) -> str:
    """The letter of a side's unit on the map; from the 27th on with a number, as A2."""
    letters = LETTERS[side]
    again = number // len(letters)
    return letters[number % len(letters)] + (str(again + 1) if again else "")


def _several(here: list[str]) -> str:
    return f"+{len(here)}"


def _cell(battle: Battle, place: Hex, signs: dict[Hex, list[str]]) -> str:
    here = signs.get(place, [])
    if len(here) > 1:
        return _several(here)
    return here[0] if here else GROUND.get(battle.terrain.get(place, ""), "·") + " "
