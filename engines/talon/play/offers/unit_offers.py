"""The orders of units and missiles as offers: what each says, leads to, costs, and warns of."""

from collections.abc import Callable
from typing import Any, Final

from engines.seam.sides import opponent
from engines.talon import orders as o
from engines.talon.aims import escape, intelligence, target
from engines.talon.catalogue import role_of
from engines.talon.hexes import ARCS, STEP, Hex, axial
from engines.talon.play.offered import Offer
from engines.talon.play.offers import dangers
from engines.talon.play.offers.chances import shot_at
from engines.talon.play.roster import Roster
from engines.talon.report.cast import counted
from engines.talon.report.words import WEAPONS
from engines.talon.rules import boarding, missiles, movement
from engines.talon.state import IMPULSES
from engines.talon.text.orders import tag, write_order
from engines.talon.units import Unit
from engines.talon.view import View

WAY_WORDS: Final = {
    "ahead": "ahead",
    "left": "turn left",
    "right": "turn right",
    "slip-left": "slip left",
    "slip-right": "slip right",
}
USES: Final = {"power-through": "powers through its turn", "slip": "prepares a side slip"}


class OfferBuilder:
    """Writes offers for one view."""

    def __init__(self, view: View, roster: Roster) -> None:
        self.view = view
        self.roster = roster

    def offer(self, order: o.AnyOrder, rule: str, words: str, **more: Any) -> Offer:
        """The offer of an order with its words, and whatever else is known of it."""
        return Offer(tag(order), write_order(order, self.roster), words, rule, **more)

    def weapon(self, unit: Unit, group: int) -> str:
        """A group as "2 phasers (group 1)"; "phaser (fighter 2)" of a squadron."""
        bar = unit.kind.groups[group]
        name = WEAPONS[bar.weapon]
        if unit.kind.fighters:
            return f"{name} (fighter {group + 1})"
        return f"{counted(bar.count, name) if bar.count > 1 else name} (group {group + 1})"


def spot(place: Hex) -> tuple[int, int]:
    """A hex as the notation writes it."""
    return axial(place)


def _charge(builder: OfferBuilder, order: o.Charge) -> Offer:
    unit = builder.view.unit(order.unit)
    words = f"Charge {builder.weapon(unit, order.group)}{_missing(unit, order.group)}"
    return builder.offer(order, "6.1", words, group=order.group, cost=1)


def _missing(unit: Unit, group: int) -> str:
    bar = unit.kind.groups[group]
    missing = bar.red + bar.yellow - unit.red[group] - unit.yellow[group] - 1
    return f", {missing} more to go" if missing else ", ready to fire"


def _battery(builder: OfferBuilder, order: o.Battery) -> Offer:
    return builder.offer(order, "6.2", "Charge the battery", cost=1)


def _vote(builder: OfferBuilder, order: o.Vote) -> Offer:
    return builder.offer(order, "6.3", f"Bid to {order.marker} the initiative", cost=1)


def _reinforce(builder: OfferBuilder, order: o.Reinforce) -> Offer:
    words = f"Reinforce the {ARCS[order.arc]} shield"
    if order.replacing is not None:
        arc, impulse = divmod(order.replacing, 6)
        words += f" in place of {ARCS[arc]}, impulse {IMPULSES[impulse]}"
    return builder.offer(order, "6.4", words, arc=order.arc, cost=1)


def _slip(builder: OfferBuilder, order: o.Slip) -> Offer:
    return builder.offer(order, "6.5", "Prepare a side slip", cost=1)


def _power_through(builder: OfferBuilder, order: o.PowerThrough) -> Offer:
    turn = builder.view.unit(order.unit).turn
    return builder.offer(order, "6.6", f"Power through the turn, count {turn} becomes {turn - 1}", cost=1)


def _power_shift(builder: OfferBuilder, order: o.PowerShift) -> Offer:
    return builder.offer(order, "24", "Prepare a power shift, two rows in the Power Phase", cost=1)


def _retarget(builder: OfferBuilder, order: o.Retarget) -> Offer:
    words = f"Aim {builder.roster.name(order.missile)} at {builder.roster.name(order.target)}"
    return builder.offer(order, "6.7", words, target=order.target, cost=1)


def _transmit(builder: OfferBuilder, order: o.Transmit) -> Offer:
    squadron = builder.roster.name(order.squadron)
    if order.fighter is None:
        words = f"Send AP to {squadron}, which {USES[order.use]}"
        return builder.offer(order, "6.8", words, target=order.squadron, cost=1)
    words = f"Send AP to {squadron}, charge fighter {order.fighter + 1}"
    return builder.offer(order, "6.8", words, target=order.squadron, fighter=order.fighter, cost=1)


def _move(builder: OfferBuilder, order: o.Move | o.Burn) -> Offer:
    unit = builder.view.unit(order.unit)
    place = movement.goal(unit, order.way)
    words, burns = WAY_WORDS[order.way].capitalize(), isinstance(order, o.Burn)
    if order.dock is not None:
        enemy = builder.view.unit(order.dock).side != unit.side
        words += f", {'board' if enemy else 'dock in'} {builder.roster.name(order.dock)}"
    elif order.land:
        words += ", land on the planet"
    elif builder.view.terrain.get(place) == "worm-hole":
        words += ", enter the worm hole"
    return builder.offer(
        order,
        "16" if order.dock is not None or order.land else "10.2" if burns else "7",
        f"Afterburner, {words.lower()}" if burns else words,
        target=-1 if order.dock is None else order.dock,
        hex=spot(place),
        facing=(unit.facing + movement.WAYS[order.way][0]) % 6,
        way=order.way,
        warn=""
        if order.dock is not None or order.land
        else dangers.of_move(builder.view, builder.roster, unit, place),
    )


def _rotate(builder: OfferBuilder, order: o.Rotate) -> Offer:
    unit = builder.view.unit(order.unit)
    return builder.offer(
        order, "14", "Rotate clockwise", hex=spot(unit.place), facing=(unit.facing + 5) % 6, way="right"
    )


def _steer(builder: OfferBuilder, order: o.Steer) -> Offer:
    missile = builder.view.missile(order.missile)
    if missile is None:
        raise LookupError(f"missile {order.missile} is not in flight")
    facing = (missile.facing + dict(missiles.TURNS)[order.way]) % 6
    place = missile.place + STEP[facing]
    return builder.offer(
        order,
        "13.4",
        WAY_WORDS[order.way].capitalize(),
        target=missile.target,
        hex=spot(place),
        facing=facing,
        way=order.way,
        warn=dangers.of_flight(builder.view, builder.roster, missile, place),
    )


def _fire(builder: OfferBuilder, order: o.Fire) -> Offer:
    unit = builder.view.unit(order.unit)
    bar = unit.kind.groups[order.group]
    target = builder.roster.name(order.target, order.fighter)
    verb = "Launch" if bar.weapon == "missile" else "Fire"
    shot = shot_at(builder.view, unit, order.group, order.target, order.fighter)
    return builder.offer(
        order,
        "13.2" if bar.weapon == "missile" else "15" if bar.weapon == "fusion_cannon" else "8",
        f"{verb} {builder.weapon(unit, order.group)} at {target}",
        target=order.target,
        fighter=-1 if order.fighter is None else order.fighter,
        group=order.group,
        arc=shot.arc,
        chance=shot.percent,
        some=shot.some,
        destroys=shot.destroys,
        damage=shot.mean,
        hull=shot.mean_hull,
        warn=dangers.of_fire(builder.view, builder.roster, order),
    )


def _curve(builder: OfferBuilder, order: o.Curve) -> Offer:
    unit = builder.view.unit(order.unit)
    row = unit.kind.row_with_speed(order.speed) or 0
    radius = unit.kind.curve[row][2] + unit.thrusters
    words = f"Speed {order.speed}, Power {max(0, unit.power_on(row))}, Turn Radius {radius}"
    return builder.offer(order, "5.4", words, speed=order.speed)


def _jump(builder: OfferBuilder, order: o.Jump) -> Offer:
    unit, aim = builder.view.unit(order.unit), intelligence(builder.view.aims)
    warn = _won_by_leaving(builder.view, unit) or "It leaves the battle for good."
    if aim is not None and (unit.side, unit.name) == (aim.side, aim.unit):
        brings = boarding.aboard(builder.view.units(unit.side), unit)
        warn = "With the intelligence you win." if brings else "Without the intelligence you lose the battle."
    return builder.offer(order, "11", "Jump away", warn=warn)


def _won_by_leaving(view: View, unit: Unit) -> str:
    """That a side wins when its unit gets away by FTL, as a sentence; "" if it does not (26, 29.4, R72)."""
    flight = escape(view.aims, unit.side)
    if flight is not None and flight.decides and not flight.hole and flight.role == role_of(unit.kind.key):
        return "Once it is away you have won."
    own, theirs = (target(view.aims, side) for side in (unit.side, opponent(unit.side)))
    if own is None or theirs is None or own.unit != unit.name:
        return ""
    destroyed = any(
        one.name == theirs.unit and one.status == "destroyed" for one in view.units(opponent(unit.side))
    )
    return f"{theirs.unit} is destroyed: once this ship is away you win." if destroyed else ""


OFFERS: Final[dict[type, Callable[[OfferBuilder, Any], Offer]]] = {
    o.Charge: _charge,
    o.Battery: _battery,
    o.Vote: _vote,
    o.Reinforce: _reinforce,
    o.Slip: _slip,
    o.PowerThrough: _power_through,
    o.PowerShift: _power_shift,
    o.Retarget: _retarget,
    o.Transmit: _transmit,
    o.Move: _move,
    o.Burn: _move,
    o.Rotate: _rotate,
    o.Steer: _steer,
    o.Fire: _fire,
    o.Curve: _curve,
    o.Jump: _jump,
}
"""How each order of a unit or missile is offered."""


def giver_of(order: Any) -> int:
    """The unit, or the missile of a steering, that the order is for."""
    number: int = order.missile if isinstance(order, o.Steer) else order.unit
    return number
