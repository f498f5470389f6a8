"""The orders a unit is offered again and again: each is made once, since an order never changes."""

from typing import Final

from engines.seam.sides import Side
from engines.talon.hexes import Facing, Hex, Table, at
from engines.talon.orders import (
    AnyOrder,
    Battery,
    Burn,
    Charge,
    Curve,
    Deploy,
    Move,
    PowerThrough,
    Reinforce,
    Slip,
    Vote,
    Way,
)

MOST_GROUPS: Final = 10
FASTEST: Final = 6
WAYS: Final[tuple[tuple[Way, ...], ...]] = (
    ("ahead",),
    ("ahead", "left", "right"),
    ("ahead", "slip-left", "slip-right"),
    ("ahead", "left", "right", "slip-left", "slip-right"),
)
"""The ways a ship can move: by whether it may turn, plus 2 if it may slip (7.2, 7.3)."""


class UnitOrders:
    """Orders of the unit of a number: by group, marker, arc, freedom to move (as `WAYS`) or Speed where there are."""

    __slots__ = (
        "_deploys",
        "_number",
        "_side",
        "battery",
        "burns",
        "charges",
        "curves",
        "moves",
        "power_through",
        "reinforcements",
        "slip",
        "votes",
    )

    def __init__(self, side: Side, number: int) -> None:
        self._side, self._number = side, number
        self._deploys: dict[tuple[Facing, Facing], Table[list[AnyOrder]]] = {}
        self.charges = [Charge(side, number, at) for at in range(MOST_GROUPS)]
        self.battery = Battery(side, number)
        self.votes = [Vote(side, number, "change"), Vote(side, number, "defend")]
        self.reinforcements = [Reinforce(side, number, arc) for arc in range(4)]
        self.slip = Slip(side, number)
        self.power_through = PowerThrough(side, number)
        moves: dict[Way, Move] = {way: Move(side, number, way) for way in WAYS[3]}
        burns: dict[Way, Burn] = {way: Burn(side, number, way) for way in WAYS[3]}
        self.moves = [[moves[way] for way in free] for free in WAYS]
        self.burns = [[burns[way] for way in free] for free in WAYS]
        self.curves = [Curve(side, number, speed) for speed in range(FASTEST + 1)]

    def deploys(self, facings: tuple[Facing, Facing]) -> Table[list[AnyOrder]]:
        """By hex: the orders to put it down there, facing either way."""
        found = self._deploys.get(facings)
        if found is None:
            found = self._deploys[facings] = Table(lambda q, r: self._down(at(q, r), facings))
        return found

    def _down(self, place: Hex, facings: tuple[Facing, Facing]) -> list[AnyOrder]:
        return [Deploy(self._side, self._number, place, facing) for facing in facings]


_orders_of: Final[dict[Side, dict[int, UnitOrders]]] = {"terran": {}, "talon": {}}
"""By side and number; no more than there are numbers for units."""


def orders_of(side: Side, number: int) -> UnitOrders:
    """The orders of the unit of a side with that number."""
    known = _orders_of[side]
    found = known.get(number)
    if found is None:
        found = known[number] = UnitOrders(side, number)
    return found
