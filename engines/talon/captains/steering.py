"""Steering missiles (13.4)."""

from collections.abc import Sequence

from engines.talon.captains.situation import Situation
from engines.talon.hexes import ARC, RANGE, STEP
from engines.talon.orders import AnyOrder, Steer
from engines.talon.rules.missiles import TURNS


def steer(situation: Situation, number: int, orders: Sequence[AnyOrder]) -> Steer:
    """The missile's move: nearest to the target, then to its weakest arc."""
    view = situation.view
    choices = [order for order in orders if isinstance(order, Steer) and order.missile == number]
    missile = view.missile(number)
    if missile is None or missile.target < 0:
        return choices[0]
    target = view.unit(missile.target)

    def rate(order: Steer) -> tuple[int, int]:
        place = missile.place + STEP[(missile.facing + dict(TURNS)[order.way]) % 6]
        if view.terrain.get(place) in ("planet", "black-hole"):
            return (99, 0)
        came = place - target.place
        weak = 0 if target.kind.fighters or not came else target.shields[ARC[target.facing][came]]
        return (RANGE[came], weak)

    return min(choices, key=rate)
