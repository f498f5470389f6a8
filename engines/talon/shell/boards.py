"""The board as a person at the command line sees it."""

from engines.talon import text
from engines.talon.records.drawing import draw
from engines.talon.state import Battle
from engines.talon.text.words import write_hex
from engines.talon.view import View

STILL_TO_COME = ("undeployed", "waiting")


def board(battle: Battle) -> str:
    """The map with the key to its signs, then the units that are not on it yet."""
    waiting = [unit for unit in battle.units if unit.status in STILL_TO_COME]
    lines = [f"   {text.write_unit(battle, unit)}" for unit in waiting]
    return draw(battle) + ("\n".join(["", "Not on the map yet:", *lines]) + "\n" if lines else "")


def board_of(view: View, battle: Battle) -> str:
    """The board as one side sees it: where the enemy's counters are covered, only their hexes are shown (21, R37)."""
    if not view.veiled:
        return board(battle)
    seen = battle.copy()
    for unit in seen.force(view.enemy_side):
        if unit.status == "map":
            unit.status = "covered"
    seen.muster()
    places = " ".join(write_hex(place) for place in view.covered)
    return board(seen) + (f"\nCovered counters of {view.enemy_side.title()} at: {places}\n" if places else "")
