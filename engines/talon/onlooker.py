"""What an onlooker sees of a battle: what neither side hides."""

from collections.abc import Sequence

from engines.seam.sides import SIDES, Side, opponent
from engines.talon.hexes import Hex
from engines.talon.orders import AnyOrder
from engines.talon.state import Battle
from engines.talon.units import Unit
from engines.talon.view import View


class OpenView(View):
    """A battle through nobody's eyes: each side's units as the other side sees them, and no orders.

    While it is of a side (`side`), as every view, that only says which side is named first.
    """

    __slots__ = ("_eyes",)

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle, "terran")
        self._eyes: dict[Side, View] = {side: View(battle, side) for side in SIDES}

    @property
    def veiled(self) -> bool:
        """Whether a side's counters are covered from the other (21, R37)."""
        return any(view.veiled for view in self._eyes.values())

    def conceals(self, side: Side) -> bool:
        """Whether a side's counters are covered from the other."""
        return self._eyes[opponent(side)].veiled

    @property
    def covered(self) -> list[Hex]:
        """The hexes of covered counters of both sides."""
        return sorted(place for view in self._eyes.values() for place in view.covered)

    @property
    def own(self) -> list[Unit]:
        """Terran's units on the map, as far as Talon knows which is where."""
        return self._eyes["talon"].enemies

    @property
    def enemies(self) -> list[Unit]:
        """Talon's units on the map, as far as Terran knows which is where."""
        return self._eyes["terran"].enemies

    def unit(self, number: int) -> Unit:
        """A unit by its number, as the other side sees it."""
        return self._eyes[opponent(self._battle.units[number].side)].unit(number)

    def units(self, side: Side) -> list[Unit]:
        """Every unit of a side, wherever it is, as the other side sees it."""
        return self._eyes[opponent(side)].units(side)

    def imagined(self) -> Battle:
        """Raises LookupError: an onlooker does not play on."""
        raise LookupError("an onlooker does not play on")

    def known(self) -> Battle:
        """Raises LookupError: an onlooker orders nothing, so there is nothing to explain."""
        raise LookupError("an onlooker orders nothing")

    @property
    def orders(self) -> Sequence[AnyOrder]:
        """None: an onlooker orders nothing."""
        return []
