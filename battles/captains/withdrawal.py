"""Giving up: which ships leave, when the side leaves, and when it concedes (11, 20.4, R30)."""

from battles.captains.doctrine import Temper
from battles.captains.reckoning import prospect, worth
from battles.engine.orders import AnyOrder, Concede, Done, Jump
from battles.engine.state import Unit
from battles.engine.victory import in_reach_of
from battles.engine.view import View


def hurt(unit: Unit) -> float:
    """The part of the unit's hull, or of its fighters, that is left."""
    if unit.kind.fighters:
        return sum(not lost for lost in unit.lost) / unit.kind.fighters
    return (unit.kind.boxes - unit.hull) / unit.kind.boxes


def should_leave(temper: Temper, unit: Unit, saved: bool) -> bool:
    """Whether the unit should get out of the battle, for its own sake; `saved` if the doctrine names it."""
    if unit.kind.base or unit.kind.transport:
        return False
    if saved:
        return hurt(unit) < 1.0
    return hurt(unit) <= temper.hurt


def field_is_lost(view: View, temper: Temper) -> bool:
    """Whether the side should give up the field."""
    return view.round >= temper.patience and prospect(view) < temper.chance


def concession(view: View, giving_up: bool, toothless: bool) -> AnyOrder | None:
    """To concede, once the field is given up and little would be lost by it; None to go on."""
    if not (giving_up or toothless):
        return None
    enemies = view.enemies
    lost = sum(worth(unit) for unit in view.own if in_reach_of(unit, enemies))
    here = sum(worth(unit) for unit in view.own)
    return Concede(view.side) if lost <= 0.15 * here else None


def jump(leaving: set[int], orders: list[AnyOrder]) -> AnyOrder:
    """The next ship that leaves by FTL; or no more."""
    for order in orders:
        if isinstance(order, Jump) and order.unit in leaving:
            return order
    return next(order for order in orders if isinstance(order, Done))
