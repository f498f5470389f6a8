"""How an enemy moves before it fires next (3, 7.2)."""

from typing import Final

from engines.talon.rules.movement import scheduled_in
from engines.talon.units import Unit
from engines.talon.view import View

NextMove = int
STAYS: Final = 0
STRAIGHT: Final = 1
TURNS: Final = 2


def next_impulse(view: View) -> int:
    """The impulse of the enemies' next turn, 0 to 5."""
    still_in_this = view.initiative == view.side and view.step != "curves"
    return view.impulse if still_in_this else (view.impulse + 1) % 6


def next_move(unit: Unit, impulse: int) -> NextMove:
    """How a unit moves in its turn of an impulse: not at all, straight ahead, or with a turn if it likes."""
    if unit.kind.base or not scheduled_in(unit, impulse):
        return STAYS
    return STRAIGHT if unit.turn or unit.helm_down else TURNS
