"""What a captain makes of a planet that a side is to bombard: whether it goes for it, and what it is worth (26.8)."""

from typing import Final

from engines.talon.aims import bombardment
from engines.talon.hexes import Hex, at
from engines.talon.view import View

BROKEN: Final = 0.985
"""A side whose chance to hold the field is so high goes for the planet that it is to bombard."""
NEARLY: Final = 12
"""So does one to which so few points of damage are lacking."""
DESTROYED: Final = 1000.0
"""What it is worth then to destroy the planet, in Ship Points: each point has its part of what is lacking."""
NO_PLANET: Final = at(300, 0)
"""A hex that nothing reaches, for a planet that a side knows nothing of."""


class Siege:
    """Where the planet is, if there is one.

    `planet` is one that the side is to bombard, `prize` what a point of damage to it is worth, and `under_way` whether
    the side goes for it now; `guarded` is one that it is to keep the enemy from.
    """

    __slots__ = ("_view", "guarded", "planet", "prize", "under_way")

    def __init__(self, view: View) -> None:
        self._view = view
        self.planet: Hex | None = None
        self.guarded: Hex | None = None
        self.prize = 0.0
        self.under_way = False
        self.look()

    def look(self) -> None:
        """Look where the planet is that this side is to bombard, or to guard."""
        view = self._view
        aim = bombardment(view.aims)
        if aim is None:
            return
        if aim.side == view.side:
            self.planet = view.bombarded
        else:
            self.guarded = view.bombarded

    def weigh(self, chance: float) -> bool:
        """Reckon again whether the side goes for the planet, at that chance to hold the field; whether the prize is
        another than before.
        """
        aim = bombardment(self._view.aims)
        before, lacking = self.prize, 0 if aim is None else aim.needs - self._view.planet_damage
        self.under_way = lacking <= NEARLY or chance >= BROKEN
        self.prize = DESTROYED / max(1, lacking) if self.under_way else 0.0
        return self.prize != before


def planet_of(view: View) -> Hex:
    """Where the planet is at which orders are to fire; out of all reach for a side that knows nothing of it."""
    found = view.bombarded
    return NO_PLANET if found is None else found
