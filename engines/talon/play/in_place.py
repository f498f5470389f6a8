"""What a side would see with a unit put down where it chooses to: only looked at, never played on (21)."""

from engines.talon.hexes import Facing, Hex
from engines.talon.orders import Arrive, Deploy, Launch, Undock
from engines.talon.view import View


def put_in_thought(view: View, number: int, place: Hex, facing: Facing) -> View:
    """The view with its own unit in a hex and facing in which it may be put down now; covered counters stay covered.

    LookupError if it may not be put down there.
    """
    if not any(
        isinstance(order, Deploy | Launch | Arrive | Undock)
        and (order.unit, order.place, order.facing) == (number, place, facing)
        for order in view.orders
    ):
        raise LookupError(f"unit {number} cannot be put down there")
    thought = view.known()
    unit = thought.units[number]
    unit.status = "map"
    unit.stand(place, facing)
    thought.muster()
    return View(thought, view.side)
