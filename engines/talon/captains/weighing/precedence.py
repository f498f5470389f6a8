"""Which of several units a captain turns to first: by what they are, never by how their fleet is listed."""

from collections.abc import Sequence

from engines.talon.captains.weighing.own_units import Own
from engines.talon.orders import AnyOrder, Move
from engines.talon.units import Unit

Precedence = tuple[int, str, str]


def precedence(unit: Unit) -> Precedence:
    """The dearest first; of a class by name."""
    return (-unit.kind.points, unit.kind.key, unit.name)


def moves_of_foremost(owns: dict[int, Own], orders: Sequence[AnyOrder]) -> list[Move]:
    """The moves of the unit that comes first among those of its side; all moves stand before other orders."""
    found: list[Move] = []
    number = least = -1
    for order in orders:
        if type(order) is not Move:
            break
        if order.unit != number:
            number = order.unit
            rank = owns[number].rank
            if least < 0 or rank < least:
                found, least = [], rank
        if rank == least:
            found.append(order)
    return found
