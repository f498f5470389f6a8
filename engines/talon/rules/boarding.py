"""Squadrons that board the enemy's base and bring intelligence out of it (26.9, R74, R108, R109)."""

from collections.abc import Iterable
from typing import Final, cast

from engines.seam.sides import Side, opponent
from engines.talon.aim_documents import Intel
from engines.talon.aims import boards, intelligence
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.events import Gone
from engines.talon.hexes import FACINGS, Hex, distance
from engines.talon.orders import AnyOrder, Done, Undock
from engines.talon.rules.arriving import setup
from engines.talon.state import IMPULSES, Battle
from engines.talon.units import Unit

ROUND: Final = 6
"""The impulses of a round: after so many a squadron inside a base may come out."""
MANY: Final = 99
"""As many rounds as are left where no black hole is."""
TO_COME: Final = ("undeployed", "waiting")


def may_board(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is one that boards bases of the enemy: a squadron of the side whose aim that is (26.9)."""
    return bool(unit.kind.fighters) and boards(battle.aims, unit.side)


def is_open(battle: Battle, base: Unit) -> bool:
    """Whether a squadron may board a unit of the enemy: it is a base, and nobody is inside (26.9)."""
    return base.kind.base and base.status == "map" and inside(battle.units, base) is None


def inside(units: Iterable[Unit], base: Unit) -> Unit | None:
    """Which of the units is inside a base; None if none is."""
    return next((unit for unit in units if unit.status == "boarded" and unit.carrier == base.number), None)


def board(battle: Battle, unit: Unit, base: int) -> None:
    """Take a squadron off the map into a base; on the Impulse Chart it stands at this impulse (26.9)."""
    battle.stirred = True
    battle.take_off(unit)
    unit.status, unit.carrier = "boarded", base
    unit.boarded = ROUND * battle.round + battle.impulse
    battle.forget(unit)
    battle.events.append(Gone(unit.number, "boarded", base))


def due(battle: Battle) -> list[Unit]:
    """The squadrons that may come out in this turn (26.9, R74)."""
    return [unit for unit in battle.force(battle.side) if is_due(battle, unit) and battle.has_turn(unit)]


def is_due(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is inside a base, and the impulse in which it boarded is here again or past (26.9, R74)."""
    now = ROUND * battle.round + battle.impulse
    return unit.status == "boarded" and unit.boarded + ROUND <= now


def orders(battle: Battle) -> list[AnyOrder]:
    """Who may come out, at any facing and Speed, before AP are spent; or to stay inside (26.9)."""
    found: list[AnyOrder] = [
        Undock(unit.side, unit.number, battle.units[unit.carrier].place, facing, speed)
        for unit in due(battle)
        for facing in range(len(FACINGS))
        for _, speed, _ in unit.kind.curve
    ]
    if found:
        found.append(Done(battle.side))
    return found


def undock(battle: Battle, order: Undock) -> None:
    """Put a squadron back into the base's hex, with the intelligence; it collides with nobody (26.9, R74)."""
    unit = battle.units[order.unit]
    unit.set_row(cast("int", unit.kind.row_with_speed(order.speed)))
    unit.set_turn(0)
    unit.power = max(0, unit.power_on(unit.row))
    unit.slip = unit.spent = unit.moved = False
    unit.carrier = unit.boarded = -1
    unit.intel = True
    setup.put(battle, unit, order.place, order.facing, "undocked")


def winner(battle: Battle) -> Side | None:
    """Who has won: the carrier has jumped with the intelligence, or nobody can bring it home any more (26.9, R74)."""
    aim = intelligence(battle.aims)
    if aim is None:
        return None
    carrier = carrier_of(battle, aim)
    if carrier.status == "jumped":
        return aim.side if aboard(battle.units, carrier) else opponent(aim.side)
    return None if _still_possible(battle, aim, carrier) else opponent(aim.side)


def carrier_of(battle: Battle, aim: Intel) -> Unit:
    """The carrier that is to bring the intelligence away."""
    return next(unit for unit in battle.units if unit.side == aim.side and unit.name == aim.unit)


def aboard(units: Iterable[Unit], carrier: Unit) -> bool:
    """Whether a squadron with the intelligence is docked in the carrier, or was when it left (R74)."""
    return any(
        unit.intel and unit.carrier == carrier.number and unit.status in ("docked", carrier.status)
        for unit in units
    )


def _still_possible(battle: Battle, aim: Intel, carrier: Unit) -> bool:
    """Whether the carrier can jump, and has the intelligence aboard, or a squadron can still bring it (R74)."""
    if (carrier.status != "map" and carrier.status not in TO_COME) or carrier.ftl_offline:
        return False
    if aboard(battle.units, carrier):
        return True
    docked = sum(unit.status == "docked" and unit.carrier == carrier.number for unit in battle.units)
    if docked >= SQUADRONS_CARRIED:
        return False
    return any(
        unit.side == aim.side and unit.kind.fighters and _may_bring(battle, unit) for unit in battle.units
    )


def _may_bring(battle: Battle, unit: Unit) -> bool:
    """Whether a squadron has the intelligence, is where it is, or can still get there in time (R74, R108)."""
    if unit.status == "boarded":
        return True
    if unit.status == "map" and unit.intel:
        return True
    return (unit.status == "map" or unit.status in TO_COME) and any(
        one.kind.base
        and (one.status in TO_COME or (one.status == "map" and rounds_left(battle.terrain, one.place) > 1))
        for one in battle.force(opponent(unit.side))
    )


def moment_words(moment: int) -> str:
    """An impulse of a round, counted in impulses, as "impulse C of round 3"."""
    return f"impulse {IMPULSES[moment % ROUND]} of round {moment // ROUND}"


def rounds_left(terrain: dict[Hex, str], place: Hex) -> int:
    """At the end of which round a black hole takes a base that is there: 1 for this one; many if there is none (18)."""
    holes = [hole for hole, kind in terrain.items() if kind == "black-hole"]
    return min((distance(hole - place) for hole in holes), default=MANY)
