"""The critical table, repairs, and groups that are jury rigged (8.5, 8.7, 24, R7, R8, R10, R39)."""

import tomllib
from collections.abc import Callable
from typing import Final

from engines.talon.catalogue import TABLES
from engines.talon.dice import highest
from engines.talon.events import Broke, Critical, RepairTried
from engines.talon.state import Battle
from engines.talon.units import FRESH, STANDING, Unit

MOST: Final = 2
"""Thruster and power relay criticals add up to two (8.5)."""

HULL_BOXES: Final = {"secondary": 3, "ftl": 1}
"""The results that mark hull boxes too, and how many (8.5)."""

_table = tomllib.loads((TABLES / "criticals.toml").read_text(encoding="utf-8"))
RESULTS: Final[dict[int, str]] = {int(total): result for total, result in _table.items()}


def roll(battle: Battle, unit: Unit) -> str:
    """Roll two dice on the table for a ship and mark the result; the caller deals its damage to the hull (8.5)."""
    dice = (battle.roll(unit, "critical"), battle.roll(unit, "critical"))
    result = RESULTS[sum(dice)]
    if result == "weapon":
        _lose_weapon(battle, unit, dice)
        return result
    battle.events.append(Critical(unit.number, dice, result))
    effect = _EFFECTS.get(result)
    if effect:
        effect(unit)
    return result


def _lose_weapon(battle: Battle, unit: Unit, dice: tuple[int, int]) -> None:
    left = [group for group, lost in enumerate(unit.lost) if not lost]
    if not left:
        battle.events.append(Critical(unit.number, dice, "weapon"))
        return
    group, rolls = highest(lambda: battle.roll(unit, "weapon group"), left)
    unit.lose_group(group)
    battle.events.append(Critical(unit.number, dice, "weapon", group, tuple(rolls)))


def _shields(unit: Unit) -> None:
    unit.set_shields_down(unit.shields_down or FRESH)
    unit.set_markers(())


def _helm(unit: Unit) -> None:
    if not unit.kind.base:
        unit.set_helm_down(unit.helm_down or FRESH)


def _thrusters(unit: Unit) -> None:
    if not unit.kind.base:
        unit.set_thrusters(min(MOST, unit.thrusters + 1))


def _relay(unit: Unit) -> None:
    unit.relays = min(MOST, unit.relays + 1)


def _ftl(unit: Unit) -> None:
    unit.ftl_offline = True


def _power(unit: Unit) -> None:
    unit.power_loss = unit.power_loss or FRESH


_EFFECTS: Final[dict[str, Callable[[Unit], None]]] = {
    "shields": _shields,
    "helm": _helm,
    "thrusters": _thrusters,
    "relay": _relay,
    "ftl": _ftl,
    "power": _power,
}


def repair(battle: Battle) -> None:
    """Try each repairable critical and broken group of the units in turn; none of this impulse (8.7, 24, R10, R39)."""
    for unit in battle.in_turn:
        if unit.shields_down == STANDING and _mended(battle, unit, "shields"):
            unit.set_shields_down(0)
        if unit.helm_down == STANDING and _mended(battle, unit, "helm"):
            unit.set_helm_down(0)
        if unit.power_loss == STANDING and _mended(battle, unit, "power"):
            unit.power_loss = 0
        if unit.broken == STANDING and _mended(battle, unit, "jury rig", unit.jury):
            unit.set_broken(0)


def _mended(battle: Battle, unit: Unit, critical: str, group: int | None = None) -> bool:
    die = battle.roll(unit, f"repair of {critical}")
    battle.events.append(RepairTried(unit.number, critical, die, group))
    return die == 6


def has_fired(battle: Battle, unit: Unit, group: int) -> None:
    """A group has finished firing: one that is jury rigged is broken again (24)."""
    if group == unit.jury and unit.status == "map":
        unit.set_broken(FRESH)
        battle.events.append(Broke(unit.number, group))


def end_impulse(battle: Battle) -> None:
    """End an impulse: criticals received in it are repairable from the next one on (8.7)."""
    for units in battle.present.values():
        for unit in units:
            if unit.shields_down:
                unit.set_shields_down(STANDING)
            if unit.helm_down:
                unit.set_helm_down(STANDING)
            unit.power_loss = unit.power_loss and STANDING
            if unit.broken:
                unit.set_broken(STANDING)
