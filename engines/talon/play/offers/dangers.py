"""What an order risks, as a warning of one sentence (7.4, 7.5, 8, 13, 15, 17, 18)."""

from collections.abc import Iterable

from engines.talon import game
from engines.talon import orders as o
from engines.talon.aims import escapes
from engines.talon.hexes import RANGE, Hex
from engines.talon.orders import PLANET
from engines.talon.play.barriers import DieNeeded, NoDice
from engines.talon.play.roster import Roster
from engines.talon.rules import floating_map, movement
from engines.talon.units import Missile, Unit
from engines.talon.view import View

GROUND = {
    "planet": "It crashes into the planet.",
    "black-hole": "It falls into the black hole.",
    "worm-hole": "It leaves the battle through the worm hole.",
    "asteroid": "Asteroids: 1 damage.",
    "nebula": "Nebula: no shields, and reinforcements are lost.",
}
HARMLESS_TO_FIGHTERS = ("asteroid", "nebula")


def of_order(view: View, order: o.AnyOrder) -> str:
    """What a move or afterburner of the view's side risks now; "" if nothing, and of any other order."""
    if not isinstance(order, o.Move | o.Burn) or order.dock is not None or order.land:
        return ""
    unit = view.unit(order.unit)
    return of_move(view, Roster(view), unit, movement.goal(unit, order.way))


def in_turn(view: View, orders: Iterable[o.AnyOrder]) -> list[str]:
    """What each order risks once those before it are carried out, up to the first that needs a die."""
    course, found = view.imagined(), list[str]()
    for order in orders:
        found.append(of_order(View(course, view.side), order))
        try:
            game.apply(course, order, NoDice())
        except DieNeeded:
            break
    return found


def of_move(view: View, roster: Roster, unit: Unit, place: Hex) -> str:
    """What the unit risks in the hex it moves into; "" if nothing."""
    kind = view.terrain.get(place, "")
    if kind == "worm-hole" and unit.kind.transport and escapes(view.aims, view.side, "transport"):
        return ""
    if kind in ("planet", "black-hole", "worm-hole"):
        return GROUND[kind]
    found = [_edge(view, unit, place)]
    if not (unit.kind.fighters and kind in HARMLESS_TO_FIGHTERS):
        found.append(GROUND.get(kind, ""))
    friends = [one for one in view.own if one.place == place and one is not unit and not one.kind.base]
    if friends:
        found.append(f"It collides with {roster.listed([one.number for one in friends])}: 3 damage each.")
    aimed = [one.number for one in view.missiles if one.place == place and one.target == unit.number]
    if aimed:
        found.append(f"It is hit by {roster.listed(aimed)}.")
    return " ".join(filter(None, found))


def _edge(view: View, unit: Unit, place: Hex) -> str:
    if floating_map.inside(view.window, place):
        return ""
    others = [one for units in (view.own, view.enemies) for one in units if one is not unit]
    if min((RANGE[one.place - place] for one in others), default=floating_map.ALONE) < floating_map.ALONE:
        return ""
    return "It may leave the battle over the map edge."


def of_flight(view: View, roster: Roster, missile: Missile, place: Hex) -> str:
    """What becomes of a missile in the hex it flies into; "" if nothing."""
    if missile.target == PLANET and place == view.bombarded:
        return ""
    if view.terrain.get(place) in ("planet", "black-hole", "worm-hole") or not floating_map.inside(
        view.window, place
    ):
        return "It is lost there."
    return ""


def of_fire(view: View, roster: Roster, order: o.Fire) -> str:
    """Whose fire it ends, and which friends it hits; "" if none (8, 15)."""
    unit = view.unit(order.unit)
    if unit.kind.groups[order.group].weapon == "fusion_cannon":
        reach = unit.kind.groups[order.group].reach[unit.facing]
        friends = [
            one.number
            for one in view.own
            if one is not unit and not one.kind.fighters and one.place - unit.place in reach
        ]
        if friends:
            return f"It also hits {roster.listed(friends)}."
    busy = [
        one.number
        for one in view.own
        if one.firing and one is not unit and any(one.ready(at) for at in range(len(one.lost)))
    ]
    return f"{roster.listed(busy)} cannot fire again this turn." if busy else ""
