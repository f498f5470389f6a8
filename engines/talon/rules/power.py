"""Available Power: what one AP buys, batteries, and transmission to squadrons (6, 10.1, 12.2, R3, R4)."""

from typing import Final

from engines.seam.sides import Side
from engines.talon.hexes import RANGE
from engines.talon.orders import (
    AnyOrder,
    Battery,
    Charge,
    Done,
    PowerShift,
    PowerThrough,
    Reinforce,
    Retarget,
    Slip,
    Transmit,
    Vote,
)
from engines.talon.qualities import has_extra
from engines.talon.rules import missiles
from engines.talon.rules.hits import damage
from engines.talon.rules.sequence_table import ACTS
from engines.talon.rules.terrain import silent
from engines.talon.rules.unit_orders import UnitOrders, orders_of
from engines.talon.state import Battle, Seat
from engines.talon.units import Unit

MARKERS: Final = 2
LAST_IMPULSE: Final = 5
TRANSMISSION: Final = 6


def receives(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's Power gives it an AP in this impulse (4.1)."""
    return receives_in(unit, battle.impulse)


def receives_in(unit: Unit, impulse: int) -> bool:
    """Whether the unit's Power gives it an AP in an impulse, 0 for A to 5 for F (4.1)."""
    return ACTS[unit.power][impulse]


def has_ap(battle: Battle, unit: Unit) -> bool:
    """Whether the unit can still spend an AP in this turn, from its Power or from its battery (6, 10.1)."""
    if unit.spent or unit.power_loss or unit.kind.fighters:
        return False
    return unit.battery or ACTS[unit.power][battle.impulse] or has_extra(battle, unit)


def orders(battle: Battle) -> list[AnyOrder]:
    """Everything the side's ships can buy now, and the order to buy no more (6)."""
    found: list[AnyOrder] = []
    if barred(battle):
        return found
    for unit in battle.in_turn:
        if has_ap(battle, unit):
            listed = battle.listed.get(unit.number)
            if listed is None:
                listed = battle.listed[unit.number] = purchases(battle, unit)
            found += listed
    if found:
        found.append(Done(battle.side))
    return found


def barred(battle: Battle) -> bool:
    """Whether the player in turn has said too many words, so that he spends no AP in this round (25)."""
    players = battle.players
    return players is not None and Seat(battle.side, players.current) in players.barred


def purchases(battle: Battle, unit: Unit) -> list[AnyOrder]:
    """What one AP buys the unit (6.1 to 6.8, 24)."""
    found: list[AnyOrder] = []
    offered, kind = orders_of(unit.side, unit.number), unit.kind
    for at, group in enumerate(kind.groups):
        if not unit.lost[at] and unit.yellow[at] < group.yellow:
            found.append(offered.charges[at])
    if kind.battery and not unit.battery:
        found.append(offered.battery)
    found += offered.votes
    if damage.shields_work(battle, unit):
        found += _replacements(unit, offered) if len(unit.markers) == MARKERS else offered.reinforcements
    if not kind.base:
        found += _of_a_ship(battle, unit, offered)
    if kind.launchers and battle.missiles:
        found += missiles.retargets(battle, unit)
    if kind.carries:
        found += transmissions(battle, unit)
    return found


def _of_a_ship(battle: Battle, unit: Unit, offered: UnitOrders) -> list[AnyOrder]:
    """What a base cannot buy: a side slip, a lower turn count, a power shift (6.5, 6.6, 24, R84)."""
    found: list[AnyOrder] = []
    if not unit.slip:
        found.append(offered.slip)
    if unit.turn:
        found.append(offered.power_through)
    if battle.power_shift and battle.impulse == LAST_IMPULSE and not unit.shift:
        found.append(offered.power_shift)
    return found


def _replacements(unit: Unit, offered: UnitOrders) -> list[Reinforce]:
    """A marker on any arc in place of one of the two that are there (6.4, R3)."""
    replaced = list(dict.fromkeys(unit.markers))
    return [by_marker[marker] for by_marker in offered.replacements for marker in replaced]


def transmissions(battle: Battle, unit: Unit) -> list[AnyOrder]:
    """What an AP of a carrier or base can do for a squadron in reach that has had none in this impulse (12.2)."""
    found: list[AnyOrder] = []
    for squadron in battle.present[unit.side]:
        if not squadron.kind.fighters or squadron.spent or not _in_touch(battle, unit, squadron):
            continue
        number = squadron.number
        found += [
            Transmit(unit.side, unit.number, number, "charge", fighter)
            for fighter, group in enumerate(squadron.kind.groups)
            if not squadron.lost[fighter] and squadron.yellow[fighter] < group.yellow
        ]
        if squadron.turn:
            found.append(Transmit(unit.side, unit.number, number, "power-through"))
        if not squadron.slip:
            found.append(Transmit(unit.side, unit.number, number, "slip"))
    return found


def _in_touch(battle: Battle, unit: Unit, squadron: Unit) -> bool:
    return RANGE[squadron.place - unit.place] <= TRANSMISSION and not silent(
        battle, unit.place, squadron.place
    )


def _spend(battle: Battle, number: int) -> Unit:
    """Take the unit's AP of this impulse; it comes from the battery if its Power gives none (10.1).

    That of a legendary crew is spent before the ship's own, which would keep (R117).
    """
    unit = battle.units[number]
    unit.spent = True
    if unit.kind.carries or unit.kind.launchers:
        battle.listed = {}
    if not receives(battle, unit):
        if battle.qualities is not None and number in battle.qualities.charged:
            battle.qualities.charged.remove(number)
        else:
            unit.battery = False
    return unit


def charge(battle: Battle, order: Charge) -> None:
    """Mark one yellow box (6.1)."""
    unit = _spend(battle, order.unit)
    unit.mark_yellow(order.group, 1)


def charge_battery(battle: Battle, order: Battery) -> None:
    """Charge the battery (6.2)."""
    _spend(battle, order.unit).battery = True


def vote(battle: Battle, order: Vote) -> None:
    """Place an initiative marker (6.3)."""
    _spend(battle, order.unit).vote = order.marker


def reinforce(battle: Battle, order: Reinforce) -> None:
    """Place a shield reinforcement with this impulse's letter, in place of one of two (6.4, R3)."""
    unit = _spend(battle, order.unit)
    markers = list(unit.markers)
    if order.replacing is not None:
        markers.remove(order.replacing)
    unit.set_markers((*markers, order.arc * 6 + battle.impulse))


def slip(battle: Battle, order: Slip) -> None:
    """Place a side-slip marker (6.5)."""
    _spend(battle, order.unit).slip = True


def power_through(battle: Battle, order: PowerThrough) -> None:
    """Lower the turn count by one (6.6)."""
    unit = _spend(battle, order.unit)
    unit.set_turn(unit.turn - 1)


def power_shift(battle: Battle, order: PowerShift) -> None:
    """Place a power-shift marker (24, R84)."""
    _spend(battle, order.unit).shift = True


def retarget(battle: Battle, order: Retarget) -> None:
    """Give a missile a new target (6.7)."""
    _spend(battle, order.unit)
    missiles.retarget(battle, order)


def transmit(battle: Battle, order: Transmit) -> None:
    """Give the AP to a squadron (6.8)."""
    _spend(battle, order.unit)
    squadron = battle.units[order.squadron]
    squadron.spent = True
    if order.use == "slip":
        squadron.slip = True
    elif order.use == "power-through":
        squadron.set_turn(squadron.turn - 1)
    elif order.fighter is not None:
        squadron.mark_yellow(order.fighter, 1)


def begin(battle: Battle, side: Side) -> None:
    """At the start of a side's turn its AP are new (6)."""
    for unit in battle.present[side]:
        unit.spent = False


def take_off_markers(battle: Battle) -> None:
    """Take the markers of this impulse off the units in turn, and look anew at what they can buy (3, 6.4)."""
    battle.listed = {}
    for unit in battle.in_turn:
        if unit.markers:
            unit.set_markers(tuple([marker for marker in unit.markers if marker % 6 != battle.impulse]))
