"""Why an order to spend an AP is refused (6, 10.1, 12.2, 13.7)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engines.talon import orders as o
from engines.talon.aims import planet_name
from engines.talon.hexes import RANGE
from engines.talon.qualities import has_extra
from engines.talon.rules import power, terrain
from engines.talon.rules.hits import damage
from engines.talon.state import IMPULSES, Battle
from engines.talon.units import Unit

Reason = tuple[str, str]


def no_ap(battle: Battle, unit: Unit) -> Iterator[Reason]:
    """Why the unit has no AP to spend."""
    name = unit.name
    if unit.kind.fighters:
        yield "6", f"{name} has no AP of its own: a carrier or base transmits it."
    if unit.power_loss:
        yield "8.5", f"{name} has a power loss: no AP from anything until it is repaired."
    if unit.spent:
        yield "6", f"{name} has already spent its AP this impulse."
    if not power.has_ap(battle, unit):
        letter = IMPULSES[battle.impulse]
        yield (
            "6",
            f"{name} gets no AP in impulse {letter} with Power {unit.power}, and has no charged battery.",
        )


def _charge(battle: Battle, order: o.Charge) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if order.group >= len(unit.lost):
        yield "6.1", f"{unit.name} has {len(unit.lost)} weapon groups."
        return
    if unit.lost[order.group]:
        yield "6.1", f"Group {order.group + 1} of {unit.name} is destroyed."
    yield "6.1", f"Group {order.group + 1} of {unit.name} has no empty yellow box."


def _battery(battle: Battle, order: o.Battery) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if not unit.kind.battery:
        yield "6.2", f"{unit.name} has no battery."
    if not power.receives(battle, unit) and not has_extra(battle, unit):
        yield "R4", f"{unit.name} gets this AP from its battery, so it cannot recharge the battery with it."
    yield "6.2", f"The battery of {unit.name} is already charged."


def _any(battle: Battle, order: o.Vote) -> Iterator[Reason]:
    yield from no_ap(battle, battle.units[order.unit])


def _reinforce(battle: Battle, order: o.Reinforce) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if not damage.shields_work(battle, unit):
        yield "6.4", f"The shields of {unit.name} are out of use."
    if order.replacing is None:
        yield "6.4", f"{unit.name} has two reinforcements: say which one the new one replaces."
    yield "6.4", f"{unit.name} replaces a reinforcement only if it has two, and only one of these."


def _slip(battle: Battle, order: o.Slip) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if unit.kind.base:
        yield "14", f"The base {unit.name} does not move."
    yield "6.5", f"{unit.name} already has a side-slip marker."


def _power_through(battle: Battle, order: o.PowerThrough) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if unit.kind.base:
        yield "14", f"The base {unit.name} has no Turn Radius."
    yield "6.6", f"{unit.name} has no turn-radius count to lower; you cannot prepay a later turn."


def _power_shift(battle: Battle, order: o.PowerShift) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if not battle.power_shift:
        yield "24", "The players have not agreed on power shifts in this battle."
    yield from no_ap(battle, unit)
    if unit.kind.base:
        yield "R84", f"The base {unit.name} has no power shift: only ships have."
    if battle.impulse != power.LAST_IMPULSE:
        yield "24", "A power shift is ordered in impulse F."
    yield "24", f"{unit.name} already has a power-shift marker."


def _retarget(battle: Battle, order: o.Retarget) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    launchers = [group for group in unit.kind.launchers if not unit.lost[group]]
    if not launchers:
        yield "13.7", f"{unit.name} has no launcher."
    missile = battle.missile(order.missile)
    if missile is None or missile.side != unit.side:
        yield "13.7", "This side has no such missile in flight."
    elif missile.target == order.target:
        yield "13.7", f"{_name_of(battle, order.target)} is already its target."
    if order.target == o.PLANET:
        yield from _at_planet(battle, unit)
        return
    target = battle.units[order.target]
    if target.side == unit.side or target.status != "map":
        yield "13.7", f"{target.name} is not an enemy on the map."
    yield (
        "13.7",
        f"{target.name} is outside the arc or range of the launchers of {unit.name}, or behind a planet.",
    )


def _name_of(battle: Battle, target: int) -> str:
    return planet_name(battle.aims) if target == o.PLANET else battle.units[target].name


def _at_planet(battle: Battle, unit: Unit) -> Iterator[Reason]:
    """Why a missile cannot be aimed at the planet by a unit's launchers (26.8)."""
    if battle.bombarded_by(unit.side) is None:
        yield "26", f"{unit.side.title()} does not fire at {planet_name(battle.aims)}."
    yield "13.7", f"{planet_name(battle.aims)} is outside the arc or range of the launchers of {unit.name}."


def _transmit(battle: Battle, order: o.Transmit) -> Iterator[Reason]:
    unit, squadron = battle.units[order.unit], battle.units[order.squadron]
    yield from no_ap(battle, unit)
    if not unit.kind.carries:
        yield "6.8", f"{unit.name} is not a carrier or base."
    if not squadron.kind.fighters or squadron.side != unit.side or squadron.status != "map":
        yield "6.8", f"{squadron.name} is not a squadron of this side on the map."
    if squadron.spent:
        yield "6.8", f"{squadron.name} has already received its AP this impulse."
    if RANGE[squadron.place - unit.place] > power.TRANSMISSION:
        yield "6.8", f"{squadron.name} is more than {power.TRANSMISSION} hexes from {unit.name}."
    if terrain.silent(battle, unit.place, squadron.place):
        yield "12.2", f"Terrain lies between {unit.name} and {squadron.name}."
    if (order.use == "charge") != (order.fighter is not None):
        yield "6.8", "Name a fighter to charge its weapon, and only then."
    if order.use == "power-through":
        yield "6.6", f"{squadron.name} has no turn-radius count to lower."
    if order.use == "slip":
        yield "6.5", f"{squadron.name} already has a side-slip marker."
    yield "6.1", f"That fighter of {squadron.name} is gone, or its yellow box is marked."


AP_REASONS: Final[dict[type, Callable[[Battle, Any], Iterator[Reason]]]] = {
    o.Charge: _charge,
    o.Battery: _battery,
    o.Vote: _any,
    o.Reinforce: _reinforce,
    o.Slip: _slip,
    o.PowerThrough: _power_through,
    o.PowerShift: _power_shift,
    o.Retarget: _retarget,
    o.Transmit: _transmit,
}
