"""Why an AP cannot be spent so (6, 10.1, 12.2, 13.7)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engines.talon import orders as o
from engines.talon.hexes import RANGE
from engines.talon.rules import damage, power, terrain
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
        yield "6", f"{name} has had its AP of this impulse."
    if not power.has_ap(battle, unit):
        letter = IMPULSES[battle.impulse]
        yield "6", f"{name} gets no AP in impulse {letter} with Power {unit.power}, and no battery stands in."


def _charge(battle: Battle, order: o.Charge) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if order.group >= len(unit.lost):
        yield "6.1", f"{unit.name} has {len(unit.lost)} weapon groups."
        return
    if unit.lost[order.group]:
        yield "6.1", f"Group {order.group + 1} of {unit.name} is destroyed."
    yield "6.1", f"No yellow box of group {order.group + 1} of {unit.name} is empty."


def _battery(battle: Battle, order: o.Battery) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if not unit.kind.battery:
        yield "6.2", f"{unit.name} has no battery."
    if not power.receives(battle, unit):
        yield "R4", f"The AP of {unit.name} comes from its battery, which it cannot recharge."
    yield "6.2", f"The battery of {unit.name} is charged."


def _any(battle: Battle, order: o.Vote) -> Iterator[Reason]:
    yield from no_ap(battle, battle.units[order.unit])


def _reinforce(battle: Battle, order: o.Reinforce) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if not damage.shields_work(battle, unit):
        yield "6.4", f"The shields of {unit.name} are out of use."
    if order.replacing is None:
        yield "6.4", f"{unit.name} has two reinforcements: say which one the new one replaces."
    yield "6.4", f"A reinforcement is replaced only where two stand, and only one that stands on {unit.name}."


def _slip(battle: Battle, order: o.Slip) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if unit.kind.base:
        yield "14", f"The base {unit.name} does not move."
    yield "6.5", f"{unit.name} has a side-slip marker already."


def _power_through(battle: Battle, order: o.PowerThrough) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    yield from no_ap(battle, unit)
    if unit.kind.base:
        yield "14", f"The base {unit.name} has no Turn Radius."
    yield "6.6", f"{unit.name} has no turn-radius count to lower; a turn to come cannot be prepaid."


def _retarget(battle: Battle, order: o.Retarget) -> Iterator[Reason]:
    unit, target = battle.units[order.unit], battle.units[order.target]
    yield from no_ap(battle, unit)
    launchers = [group for group in unit.kind.launchers if not unit.lost[group]]
    if not launchers:
        yield "13.7", f"{unit.name} has no launcher."
    missile = battle.missile(order.missile)
    if missile is None or missile.side != unit.side:
        yield "13.7", "That is no missile of this side in flight."
    elif missile.target == target.number:
        yield "13.7", f"{target.name} is its target already."
    if target.side == unit.side or target.status != "map":
        yield "13.7", f"{target.name} is no enemy on the map."
    yield (
        "13.7",
        f"{target.name} is outside the arc or range of the launchers of {unit.name}, or behind a planet.",
    )


def _transmit(battle: Battle, order: o.Transmit) -> Iterator[Reason]:
    unit, squadron = battle.units[order.unit], battle.units[order.squadron]
    yield from no_ap(battle, unit)
    if not unit.kind.carries:
        yield "6.8", f"{unit.name} is no carrier or base."
    if not squadron.kind.fighters or squadron.side != unit.side or squadron.status != "map":
        yield "6.8", f"{squadron.name} is no squadron of this side on the map."
    if squadron.spent:
        yield "6.8", f"{squadron.name} has received its AP of this impulse."
    if RANGE[squadron.place - unit.place] > power.TRANSMISSION:
        yield "6.8", f"{squadron.name} is more than {power.TRANSMISSION} hexes from {unit.name}."
    if terrain.silent(battle, unit.place, squadron.place):
        yield "12.2", f"Terrain lies between {unit.name} and {squadron.name}."
    if (order.use == "charge") != (order.fighter is not None):
        yield "6.8", "A fighter is named where its weapon is charged, and only there."
    if order.use == "power-through":
        yield "6.6", f"{squadron.name} has no turn-radius count to lower."
    if order.use == "slip":
        yield "6.5", f"{squadron.name} has a side-slip marker already."
    yield "6.1", f"That fighter of {squadron.name} is gone, or its yellow box is marked."


AP_REASONS: Final[dict[type, Callable[[Battle, Any], Iterator[Reason]]]] = {
    o.Charge: _charge,
    o.Battery: _battery,
    o.Vote: _any,
    o.Reinforce: _reinforce,
    o.Slip: _slip,
    o.PowerThrough: _power_through,
    o.Retarget: _retarget,
    o.Transmit: _transmit,
}
