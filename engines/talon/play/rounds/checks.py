"""What orders for the round may say: refusals with the rule and where, before anything is followed."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.seam.documents import NEVER_SAVED
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.talon.aims import boards, bombardment, docks, landing
from engines.talon.orders import PLANET
from engines.talon.play.rounds.orders import (
    LAND,
    RETARGET,
    STAY,
    FireRule,
    MissileOrders,
    RoundOrders,
    ShipOrders,
)
from engines.talon.rules.movement import scheduled_in
from engines.talon.rules.power import receives_in
from engines.talon.rules.power_phase import SHIFTED
from engines.talon.state import IMPULSES
from engines.talon.units import Unit
from engines.talon.view import View


def check_round(orders: RoundOrders, view: View, *, again: bool = False) -> None:
    """Raise `Refused` unless the view's side may give these orders now.

    Whether a step is possible in its impulse is seen when it is due: only what never can be is refused. `again`: they
    were given before, and what has become impossible since, as for a ship that is lost, is passed over.
    """
    if not view.round:
        raise refuse("21", "Orders for the round are possible once both fleets are set up.")
    if orders.round != view.round:
        raise refuse(
            "3", f"These orders are for round {orders.round}, and it is round {view.round}.", "round"
        )
    if again:
        return
    if orders.tactics is not UNSET and view.tactics != view.side:
        raise refuse("32.4", f"{view.side.title()} cannot change the initiative by its tactics.", "tactics")
    refuse_all([*_listed(orders, view), *_missiles(orders.missiles, view), *_doctrine(orders, view)])


def _stores(unit: Unit, view: View) -> bool:
    """Whether a unit may have an AP without its Power: from a battery, or from a legendary crew (10.1, 32.5)."""
    own = view.quality(unit.number)
    return unit.kind.battery or (own is not None and own.legendary)


def _listed(orders: RoundOrders, view: View) -> Iterator[Refusal]:
    own = {unit.number: unit for unit in view.commanded}
    seen: set[int] = set()
    for one in orders.ships:
        unit = own.get(one.unit)
        if one.unit in seen:
            yield Refusal("3", "A ship has orders for the round twice.", f"ships, {one.unit}")
        elif unit is None:
            yield Refusal(
                "3", "Give orders for the round only to your own ships on the map.", f"ships, {one.unit}"
            )
        else:
            yield from _faults(one, unit, view)
        seen.add(one.unit)


def _faults(orders: ShipOrders, unit: Unit, view: View) -> Iterator[Refusal]:
    """What this unit can never do in this round."""
    for impulse, way in orders.course.items():
        moves = scheduled_in(unit, impulse)
        if unit.kind.base or not (moves or unit.afterburners):
            yield _refusal("4.1", unit, f"does not move in impulse {IMPULSES[impulse]}", "course")
        elif moves and way == STAY:
            yield _refusal("7", unit, f"has to move in impulse {IMPULSES[impulse]}", "course")
    for impulse, spend in orders.power.items():
        if unit.kind.fighters or not (receives_in(unit, impulse) or _stores(unit, view)):
            yield _refusal("4.1", unit, f"has no AP in impulse {IMPULSES[impulse]}", "power")
        elif (fault := _unfit(unit, spend, view)) is not None:
            yield _refusal(fault[0], unit, fault[1], "power")
    yield from _fire(orders.fire, unit, view)
    if (fault := _homeless(unit, orders.dock, view)) is not None:
        yield _refusal(fault[0], unit, fault[1], "dock")
    stays = unit.kind.base or unit.kind.fighters or docks(view.aims, unit.side, unit.name)
    if orders.leave == "jump" and (stays or view.round < unit.kind.boxes):
        yield _refusal("11", unit, "cannot jump away at the end of this round", "leave")
    if orders.speed is not None and not _near(unit, orders.speed, view):
        yield _refusal("5.4", unit, f"cannot have Speed {orders.speed} in the next round", "speed")


def _refusal(rule: str, unit: Unit, what: str, where: str) -> Refusal:
    return Refusal(rule, f"{unit.name} {what}.", f"{unit.name}, {where}")


def _unfit(unit: Unit, spend: str, view: View) -> tuple[str, str] | None:
    """The rule and the reason why the ship never can spend an AP so; None if it can."""
    if spend == RETARGET or spend.startswith("transmit-"):
        return _unsent(unit, spend, view)
    what, _, number = (
        spend.partition("-") if spend not in ("power-through", "power-shift") else (spend, "", "")
    )
    if what == "charge":
        group = int(number)
        if group >= len(unit.kind.groups):
            return "6.1", f"has no weapon group {group + 1}"
        return ("6.1", f"has lost weapon group {group + 1}") if unit.lost[group] else None
    if what == "battery" and not unit.kind.battery:
        return "6.2", "has no battery"
    if what == "power-shift":
        return _unshifted(unit, view)
    fixed = what in ("slip", "power-through") and unit.kind.base
    return ("14", "is a base and does not move") if fixed else None


def _unshifted(unit: Unit, view: View) -> tuple[str, str] | None:
    """The same for a power shift."""
    if not view.power_shift:
        return "24", "has no power shift: the players have not agreed on it"
    return ("R84", "is a base, and has no power shift") if unit.kind.base else None


def _unsent(unit: Unit, spend: str, view: View) -> tuple[str, str] | None:
    """The same for an AP that goes to a missile or a squadron."""
    if spend == RETARGET:
        return None if unit.kind.launchers else ("6.7", "launches no missiles, so it aims none")
    if not unit.kind.carries:
        return "6.8", "is no carrier or base, so it sends no AP to squadrons"
    number = int(spend.split("-")[1])
    if not any(one.number == number and one.kind.fighters for one in view.own):
        return "6.8", "cannot send AP there: it is not one of your squadrons on the map"
    return None


def _homeless(unit: Unit, dock: str, view: View) -> tuple[str, str] | None:
    """The rule and the reason why the unit never can dock or land so; None if it can."""
    if not dock:
        return None
    if not may_dock(unit, view):
        return "16", "is no squadron and no transport, so it does not dock"
    if dock == STAY:
        return None
    if dock == LAND:
        lands = unit.kind.transport and landing(view.aims, unit.side) is not None
        return None if lands else ("23", "cannot land in this battle")
    return None if int(dock) in havens(unit, view) else ("16", "cannot dock there")


def may_dock(unit: Unit, view: View) -> bool:
    """Whether it is a unit that docks at all: a squadron, a transport, or one that an aim lets dock (16, R70)."""
    return bool(unit.kind.fighters or unit.kind.transport) or docks(view.aims, unit.side, unit.name)


def havens(unit: Unit, view: View) -> list[int]:
    """The own bases, and for a squadron the carriers, on the map: it may dock in them (16, 23); and bases to board."""
    boarded = unit.kind.fighters and boards(view.aims, unit.side)
    return [
        *(one.number for one in view.own if one.kind.base or (one.kind.carries and bool(unit.kind.fighters))),
        *(one.number for one in view.enemies if one.kind.base and boarded),
    ]


def targets_of(view: View) -> list[int]:
    """What the side may order its ships to fire at: each enemy on the map, and a planet to bombard (26.8)."""
    aim = bombardment(view.aims)
    planet = [PLANET] if aim is not None and aim.side == view.side else []
    return [*(one.number for one in view.enemies), *planet]


def _missiles(orders: tuple[MissileOrders, ...], view: View) -> Iterator[Refusal]:
    """What missiles can never do in this round."""
    flying = {one.number for one in view.missiles if view.is_own(one.number)}
    enemies = set(targets_of(view))
    for at, one in enumerate(orders):
        where = f"missiles, {one.missile}"
        if one.missile not in flying or any(one.missile == other.missile for other in orders[:at]):
            yield Refusal(
                "13.4", "Give orders for a missile once, and only if it is yours and in flight.", where
            )
        elif one.target is not None and one.target not in enemies:
            yield Refusal("13.7", "A missile can aim only at an enemy on the map.", where)


def _fire(rule: FireRule, unit: Unit, view: View) -> Iterator[Refusal]:
    if rule.target is not None and rule.target not in targets_of(view):
        yield _refusal("8", unit, "can fire only at an enemy on the map", "fire")
    if rule.groups is not None and any(group >= len(unit.kind.groups) for group in rule.groups):
        yield _refusal("8", unit, "does not have that many weapon groups", "fire")


def farthest(view: View, unit: Unit) -> int:
    """By how many rows the curve may change at the end of the round, if a power shift is ordered before (5.4, 24)."""
    return SHIFTED if view.power_shift and not unit.kind.base and not unit.kind.fighters else 1


def _near(unit: Unit, speed: int, view: View) -> bool:
    """Whether the Speed is on the unit's row of the power curve or near enough, with a power shift if there are any."""
    row = unit.kind.row_with_speed(speed)
    return row is not None and abs(row - unit.row) <= farthest(view, unit)


def _doctrine(orders: RoundOrders, view: View) -> Iterator[Refusal]:
    classes = {unit.name: unit.kind.key for unit in view.units(view.side)}
    for name in orders.doctrine.save:
        if classes.get(name) is None or classes[name] in NEVER_SAVED:
            yield Refusal("S57", f"{name} is no ship that a captain can save.", "doctrine, save")
