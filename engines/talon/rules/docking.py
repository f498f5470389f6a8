"""Docking and landing (16, 23, 31.8, R17, S22)."""

from typing import Final

from engines.seam.sides import opponent
from engines.talon.aim_documents import Land
from engines.talon.aims import docks, landing
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.hexes import Hex
from engines.talon.rules import boarding
from engines.talon.state import Battle
from engines.talon.units import Unit

LANDING_SPEED: Final = 1


def docked_in(battle: Battle, carrier: Unit) -> int:
    """How many squadrons are docked in a carrier or base."""
    return sum(
        unit.carrier == carrier.number
        for unit in battle.units
        if unit.status == "docked" and unit.kind.fighters
    )


def berths(battle: Battle, unit: Unit, goal: Hex) -> list[int]:
    """The carriers and bases in a hex in which the unit may dock by moving there (16, 23, 26.9, R70)."""
    if unit.kind.transport and unit.speed != LANDING_SPEED:
        return []
    own = [
        other.number
        for other in battle.present[unit.side]
        if other.place == goal
        and (other.kind.base or (other.kind.carries and unit.kind.fighters))
        and (not unit.kind.fighters or docked_in(battle, other) < SQUADRONS_CARRIED)
    ]
    if battle.aims and boarding.may_board(battle, unit):
        own += [
            base.number
            for base in battle.against(unit.side)
            if base.place == goal and boarding.is_open(battle, base)
        ]
    return own


def may_dock(battle: Battle, unit: Unit) -> bool:
    """Whether it is a unit that docks at all: a squadron, a transport, or one that an aim lets dock (16, R70)."""
    return bool(unit.kind.fighters or unit.kind.transport) or (
        bool(battle.aims) and docks(battle.aims, unit.side, unit.name)
    )


def may_land(battle: Battle, unit: Unit, goal: Hex) -> bool:
    """Whether a transport may land by moving into a hex: its planet, at Speed 1, not under an enemy base (23, 31.8).

    Nor may one that has set its troops down before (32.3).
    """
    if not unit.kind.transport or goal != battle.landing_place(unit.side) or unit.speed != LANDING_SPEED:
        return False
    aim = landing(battle.aims, unit.side)
    return aim is not None and not guarded(battle, aim) and unit.number not in battle.unloaded


def guarded(battle: Battle, aim: Land) -> bool:
    """Whether a base of the enemy keeps transports from landing (31.8)."""
    enemy = opponent(aim.side)
    return aim.guarded and any(
        unit.kind.base and unit.side == enemy and unit.status == "map" for unit in battle.units
    )


def landed(battle: Battle, side: str) -> int:
    """How many of a side's transports have landed in this battle (31.8)."""
    return sum(unit.side == side and unit.status == "landed" for unit in battle.units)
