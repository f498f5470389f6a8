"""Nothing of one side's secrets is in the other's view: what is covered is laid otherwise, and the views compared."""

from random import Random
from typing import Any

from engines.seam.sides import SIDES
from engines.talon.orders import AnyOrder
from engines.talon.refusals.explain import explain
from engines.talon.rules.arriving.setup import forward
from engines.talon.state import Battle
from engines.talon.view import View

SHOWN = tuple(name for name, value in vars(View).items() if isinstance(value, property))


def seen(battle: Battle, side: str, orders: list[AnyOrder]) -> list[Any]:
    """Everything a view exposes, and why that side's orders would be refused."""
    view = View(battle, side)  # type: ignore[arg-type]
    told = [repr(getattr(view, name)) for name in SHOWN]
    told += [repr(view.unit(number)) for number in range(len(battle.units))]
    told += [repr(view.units(one)) for one in SIDES]
    told += [str(explain(battle, order)) for order in orders if order.side == side]
    return told


def betrayed(battle: Battle, random: Random, orders: list[AnyOrder]) -> tuple[int, list[str]]:
    """For how many sides something is covered, and what they see otherwise when only that lies otherwise.

    `orders` are some that are not listed. The battle is afterwards as it was.
    """
    tried, found = 0, []
    for side in SIDES:
        view = View(battle, side)
        covered = list(battle.present[view.enemy_side]) if view.veiled else []
        if not covered:
            continue
        tried += 1
        before = seen(battle, side, orders)
        lie = [(unit.place, unit.facing) for unit in covered]
        places = random.sample([place for place, _ in lie], len(lie))
        for unit, place in zip(covered, places, strict=True):
            unit.place, unit.facing = place, random.choice(forward(battle, unit.side))
        after = seen(battle, side, orders)
        for unit, (place, facing) in zip(covered, lie, strict=True):
            unit.place, unit.facing = place, facing
        found += [
            f"{side} sees {one} or {other}" for one, other in zip(before, after, strict=True) if one != other
        ]
    return tried, found
