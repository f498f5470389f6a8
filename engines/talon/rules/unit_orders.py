"""The orders a unit is offered again and again: each is made once, since an order never changes."""

from typing import Final

from engines.seam.sides import Side
from engines.talon.hexes import Facing, Hex
from engines.talon.orders import (
    AnyOrder,
    Battery,
    Burn,
    Charge,
    Curve,
    Deploy,
    Move,
    PowerShift,
    PowerThrough,
    Reinforce,
    Slip,
    Vote,
    Way,
)

MOST_GROUPS: Final = 10
FASTEST: Final = 6
MARKERS: Final = 24
"""How many kinds of shield reinforcements there are, as arc * 6 + impulse."""
WAYS: Final[tuple[tuple[Way, ...], ...]] = (
    ("ahead",),
    ("ahead", "left", "right"),
    ("ahead", "slip-left", "slip-right"),
    ("ahead", "left", "right", "slip-left", "slip-right"),
)
"""The ways a ship can move: by whether it may turn, plus 2 if it may slip (7.2, 7.3)."""


class UnitOrders:
    """Orders of the unit of a number: by group, marker, arc, freedom to move (as `WAYS`) or Speed where there are.

    `replacements` are the reinforcements by arc and the marker that comes off.
    """

    __slots__ = (
        "_deploys",
        "_facings",
        "_number",
        "_places",
        "_side",
        "battery",
        "burns",
        "charges",
        "curves",
        "moves",
        "power_shift",
        "power_through",
        "reinforcements",
        "replacements",
        "slip",
        "votes",
    )

    def __init__(self, side: Side, number: int) -> None:
        self._side, self._number = side, number
        self._places: list[Hex] = []
        self._facings: tuple[Facing, ...] = ()
        self._deploys: list[list[AnyOrder]] = []
        self.charges = [Charge(side, number, at) for at in range(MOST_GROUPS)]
        self.battery = Battery(side, number)
        self.votes = [Vote(side, number, "change"), Vote(side, number, "defend")]
        self.reinforcements = [Reinforce(side, number, arc) for arc in range(4)]
        self.replacements = [
            [Reinforce(side, number, arc, marker) for marker in range(MARKERS)] for arc in range(4)
        ]
        self.slip = Slip(side, number)
        self.power_through = PowerThrough(side, number)
        self.power_shift = PowerShift(side, number)
        moves: dict[Way, Move] = {way: Move(side, number, way) for way in WAYS[3]}
        burns: dict[Way, Burn] = {way: Burn(side, number, way) for way in WAYS[3]}
        self.moves = [[moves[way] for way in free] for free in WAYS]
        self.burns = [[burns[way] for way in free] for free in WAYS]
        self.curves = [Curve(side, number, speed) for speed in range(FASTEST + 1)]

    def deploys(self, places: list[Hex], facings: tuple[Facing, ...]) -> list[list[AnyOrder]]:
        """The orders to put it down in each of the places, facing either way; those asked for last are kept."""
        if places != self._places or facings != self._facings:
            self._places, self._facings = places, facings
            self._deploys = [
                [Deploy(self._side, self._number, place, facing) for facing in facings] for place in places
            ]
        return self._deploys


_TERRAN: Final[list[UnitOrders]] = []
_TALON: Final[list[UnitOrders]] = []
"""By number; no more than there are numbers for units."""


def orders_of(side: Side, number: int) -> UnitOrders:
    """The orders of the unit of a side with that number."""
    known = _TERRAN if side == "terran" else _TALON
    while len(known) <= number:
        known.append(UnitOrders(side, len(known)))
    return known[number]
