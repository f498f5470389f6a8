"""Retreat by FTL (11, R32)."""

from typing import Final

from engines.talon.aims import by_hole, docks
from engines.talon.orders import AnyOrder, Done, Jump
from engines.talon.rules import departure
from engines.talon.state import Battle
from engines.talon.units import Unit

JUMP_SPEED: Final = 1


def orders(battle: Battle) -> list[AnyOrder]:
    """The jumps open to the side, and the order to let no more units jump."""
    found: list[AnyOrder] = [
        Jump(unit.side, unit.number) for unit in battle.in_turn if may_jump(battle, unit)
    ]
    if found:
        found.append(Done(battle.side))
    return found


def may_jump(battle: Battle, unit: Unit) -> bool:
    """Whether a ship may jump: spooled, at Speed 1, its FTL in order, outside terrain, not just arrived (11, R32).

    What is to dock stays (R70), so do aliens (32.2), and what is to escape by a worm hole cannot jump (29.5).
    """
    kind = unit.kind
    if kind.base or kind.fighters or unit.ftl_offline or unit.arrived:
        return False
    if battle.no_retreat == unit.side or (battle.aims and _stays(battle, unit)):
        return False
    return (
        battle.round >= kind.boxes
        and unit.speed == JUMP_SPEED
        and battle.terrain.get(unit.place) not in ("nebula", "asteroid")
    )


def _stays(battle: Battle, unit: Unit) -> bool:
    """Whether its aim keeps a ship from jumping (29.5, R70)."""
    if docks(battle.aims, unit.side, unit.name):
        return True
    return unit.kind.transport and by_hole(battle.aims, unit.side, "transport")


def jump(battle: Battle, order: Jump) -> None:
    """A ship leaves, with the squadrons docked in it (11)."""
    departure.leave(battle, battle.units[order.unit], "jumped")
