"""Which units are to get away, because an aim says so (26, 29)."""

from engines.talon.aims import escapes, target, times_as_target
from engines.talon.units import Unit
from engines.talon.view import View


def bound(view: View, couriers: set[int]) -> set[int]:
    """The own units that are to get away, by number: those that escape, couriers, a target once the enemy's is lost."""
    return {unit.number for unit in view.own if unit.number in couriers or _is_bound(view, unit)}


def _is_bound(view: View, unit: Unit) -> bool:
    if unit.kind.transport and escapes(view.aims, view.side, "transport"):
        return True
    if not view.aims or not times_as_target(view.aims, view.side, unit.name):
        return False
    theirs = target(view.aims, view.enemy_side)
    return theirs is not None and any(
        enemy.name == theirs.unit and enemy.status == "destroyed" for enemy in view.units(view.enemy_side)
    )
