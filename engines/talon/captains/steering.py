"""Steering missiles (13.4)."""

from collections.abc import Sequence

from engines.talon.captains.weighing.siege import planet_of
from engines.talon.captains.weighing.situation import Situation
from engines.talon.hexes import ARC, RANGE, STEP, Hex
from engines.talon.orders import PLANET, AnyOrder, Steer
from engines.talon.rules.missiles import TURNS
from engines.talon.units import Missile


def steer(situation: Situation, number: int, orders: Sequence[AnyOrder]) -> Steer:
    """The missile's move: nearest to the target, then to its weakest arc."""
    view = situation.view
    choices = [order for order in orders if isinstance(order, Steer) and order.missile == number]
    missile = view.missile(number)
    if missile is None or missile.target < 0:
        return choices[0]
    if missile.target == PLANET:
        planet = planet_of(view)
        return min(choices, key=lambda order: RANGE[_after(missile, order) - planet])
    target = view.unit(missile.target)

    def rate(order: Steer) -> tuple[int, int]:
        place = _after(missile, order)
        if view.terrain.get(place) in ("planet", "black-hole", "worm-hole"):
            return (99, 0)
        came = place - target.place
        weak = 0 if target.kind.fighters or not came else target.shields[ARC[target.facing][came]]
        return (RANGE[came], weak)

    return min(choices, key=rate)


def _after(missile: Missile, order: Steer) -> Hex:
    """Where the move takes the missile."""
    return missile.place + STEP[(missile.facing + dict(TURNS)[order.way]) % 6]
