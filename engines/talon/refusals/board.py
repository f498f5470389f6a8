"""Why a move, shot, curve, arrival, jump or deployment is refused (5.4, 7, 8, 11, 13-17, 21, 22)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engines.seam.words.articles import with_article, with_capital_article
from engines.talon import orders as o
from engines.talon.aims import boards, by_hole, comes_later, docks, landing, planet_name
from engines.talon.catalogue import weapon_words
from engines.talon.deployment import TRANSPORTS_AT_START
from engines.talon.hexes import ARC, FACINGS, RANGE
from engines.talon.rules import boarding, docking, floating_map, missiles, movement, terrain
from engines.talon.rules.arriving import lifting, setup, terrain_placement
from engines.talon.rules.power_phase import SHIFTED
from engines.talon.state import IMPULSES, Battle
from engines.talon.units import Unit
from engines.talon.weapon_table import DAMAGE, FARTHEST

Reason = tuple[str, str]


def _move(battle: Battle, order: o.Move) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.kind.base:
        yield "14", f"The base {unit.name} does not move; it rotates."
    if unit.moved:
        yield "7", f"{unit.name} has already moved this impulse."
    if not movement.scheduled(battle, unit):
        yield "7", f"{unit.name} does not move in impulse {IMPULSES[battle.impulse]} at Speed {unit.speed}."
    yield from _way(battle, unit, order)


def _burn(battle: Battle, order: o.Burn) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if not unit.afterburners:
        yield "10.2", f"{unit.name} has no afterburner left."
    if movement.scheduled(battle, unit):
        yield "10.2", f"{unit.name} moves in impulse {IMPULSES[battle.impulse]} without an afterburner."
    if unit.moved:
        yield "10.2", f"{unit.name} has already used an afterburner this impulse."
    yield from _way(battle, unit, order)


def _way(battle: Battle, unit: Unit, order: o.Move | o.Burn) -> Iterator[Reason]:
    if unit.helm_down and order.way != "ahead":
        yield "8.5", f"The helm of {unit.name} is down: it moves straight ahead."
    if order.way in ("left", "right") and unit.turn:
        yield "7.2", f"{unit.name} cannot turn: its turn-radius count is {unit.turn}."
    if order.way.startswith("slip") and not unit.slip:
        yield "7.3", f"{unit.name} has no side-slip marker."
    goal = movement.goal(unit, order.way)
    if order.dock is not None and order.land:
        yield "16", f"{unit.name} docks or lands; it cannot do both."
    if order.dock is not None:
        yield from _dock(battle, unit, battle.units[order.dock], goal)
    if order.land:
        yield from _land(battle, unit, goal)


def _dock(battle: Battle, unit: Unit, carrier: Unit, goal: int) -> Iterator[Reason]:
    if carrier.side != unit.side and carrier.kind.base and boards(battle.aims, unit.side):
        yield from _board(battle, unit, carrier, goal)
    if not docking.may_dock(battle, unit):
        yield "16", f"{unit.name} cannot dock: only squadrons do, and transports at a base."
    if carrier.side != unit.side or not carrier.kind.carries or not (unit.kind.fighters or carrier.kind.base):
        yield "16", f"{unit.name} cannot dock with {carrier.name}."
    if carrier.place != goal or carrier.status != "map":
        yield "16", f"{carrier.name} is not in the hex that {unit.name} enters."
    if unit.kind.transport and unit.speed != docking.LANDING_SPEED:
        yield "23", f"{unit.name} docks only at Speed 1; its Speed is {unit.speed}."
    yield "16", f"{carrier.name} already has four squadrons."


def _board(battle: Battle, unit: Unit, base: Unit, goal: int) -> Iterator[Reason]:
    """Why a unit does not board a base of the enemy (26.9)."""
    if not unit.kind.fighters:
        yield "26", f"{unit.name} cannot dock with {base.name}: only squadrons board it."
    if base.place != goal or base.status != "map":
        yield "16", f"{base.name} is not in the hex that {unit.name} enters."
    within = boarding.inside(battle.units, base)
    if within is not None:
        yield "26", f"{within.name} is inside {base.name}: only one squadron may be there at a time."


def _land(battle: Battle, unit: Unit, goal: int) -> Iterator[Reason]:
    if not unit.kind.transport:
        yield "16", f"{unit.name} is not a transport; only transports land."
    if goal != battle.landing_place(unit.side):
        yield "16", f"The hex that {unit.name} enters has no planet to capture."
    if landing(battle.aims, unit.side) is None:
        yield "16", f"{unit.side.title()} does not land in this battle."
    if unit.speed != docking.LANDING_SPEED:
        yield "23", f"{unit.name} lands only at Speed 1; its Speed is {unit.speed}."
    if unit.number in battle.unloaded:
        yield "32.3", f"{unit.name} has set its troops down already."
    yield "31.8", "No enemy transport lands while the base over the planet stands."


def _rotate(battle: Battle, order: o.Rotate) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if not unit.kind.base:
        yield "14", f"{unit.name} is not a base; only bases rotate."
    yield "14", f"{unit.name} cannot rotate now: it rotates once in each impulse of its Speed, {unit.speed}."


def _steer(battle: Battle, order: o.Steer) -> Iterator[Reason]:
    missile = battle.missile(order.missile)
    if missile is None or missile.side != order.side:
        yield "13.4", "This side has no such missile in flight."
        return
    if missile.moved:
        yield "13.4", "This missile has already moved, or was launched, this impulse."
    if missiles.goal_of(battle, missile) is None:
        yield "13.3", "Its target is gone: it flies straight until it has a new one."
    yield "13.4", "A missile must move closer to its target, or else stay as close as possible (R12)."


def _fire(battle: Battle, order: o.Fire) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.fired:
        yield "8", f"{unit.name} has finished firing: another ship has fired after it."
    if order.group >= len(unit.lost):
        yield "8", f"{unit.name} has {len(unit.lost)} weapon groups."
        return
    if unit.lost[order.group]:
        yield "8", f"Group {order.group + 1} of {unit.name} is destroyed."
    if not unit.charged(order.group):
        yield "8", f"Group {order.group + 1} of {unit.name} is not fully charged."
    if unit.is_broken(order.group):
        yield (
            "24",
            f"Group {order.group + 1} of {unit.name} is jury rigged, and broken: it fires once a 6 repairs it.",
        )
    yield from _target(battle, unit, order)


def _target(battle: Battle, unit: Unit, order: o.Fire) -> Iterator[Reason]:
    bar = unit.kind.groups[order.group]
    if order.target == o.PLANET:
        yield from _planet_as_target(battle, unit, order)
        return
    missile = battle.missile(order.target) if order.target >= o.MISSILES else None
    if order.target >= o.MISSILES and missile is None:
        yield "8", "There is no such missile in flight."
        return
    target = None if missile else battle.units[order.target]
    side, place = (missile.side, missile.place) if missile else (target.side, target.place)  # type: ignore[union-attr]
    if missile and bar.weapon == "missile":
        yield "13.2", "A missile cannot be launched at a missile."
    if side == unit.side and bar.weapon != "fusion_cannon":
        yield "8", "The target is not an enemy."
    if target is unit:
        yield "15", f"{unit.name} is not hit by its own fusion cannons."
    if target and target.status != "map":
        yield "8", f"{target.name} is not on the map: {target.status}."
    if order.fighter is not None and not (target and target.kind.fighters):
        yield (
            "12.1",
            f"Only a squadron has fighters to name; {target.name if target else 'a missile'} has none.",
        )
    if target and target.kind.fighters:
        yield from _squadron(target, order, bar.weapon)
    blocked = terrain.blocked(battle.terrain, unit.place, place)
    yield from _line_to(battle, unit, order.group, place, blocked=blocked)


def _planet_as_target(battle: Battle, unit: Unit, order: o.Fire) -> Iterator[Reason]:
    """Why a group cannot fire at the planet (26.8)."""
    place = battle.bombarded_by(unit.side)
    if place is None:
        yield "26", f"{unit.side.title()} does not fire at {planet_name(battle.aims)}."
        return
    if order.fighter is not None:
        yield "12.1", "Only a squadron has fighters to name; a planet has none."
    blocked = terrain.screened(battle.terrain, unit.place, place)
    yield from _line_to(battle, unit, order.group, place, blocked=blocked)


def _line_to(battle: Battle, unit: Unit, group: int, place: int, *, blocked: bool) -> Iterator[Reason]:
    """Why a group cannot fire at a hex (8, 17), or why a fusion cannon has no target there (15)."""
    bar = unit.kind.groups[group]
    distance = RANGE[place - unit.place]
    if distance > FARTHEST or not DAMAGE[bar.weapon][distance]:
        yield "8", f"{with_capital_article(weapon_words(bar.weapon))} cannot fire at range {distance}."
    if not bar.covers[ARC[unit.facing][place - unit.place]]:
        yield "8", f"The target is outside the arcs of group {group + 1}."
    if blocked:
        yield "17", "A planet blocks the line of fire."
    if bar.weapon == "fusion_cannon":
        yield "15", "There is no enemy in the area of the fusion cannon."


def _squadron(target: Unit, order: o.Fire, weapon: str) -> Iterator[Reason]:
    if weapon == "fusion_cannon":
        yield "15", "A fusion cannon does not damage fighters."
    if weapon == "missile" and order.fighter is not None:
        yield "13.2", "A missile is aimed at the squadron; the fighter is named when it hits."
    if weapon != "missile" and (order.fighter is None or order.fighter >= len(target.lost)):
        yield "12.1", f"Name one of the fighters of {target.name}, as {target.name}/1."
    elif weapon != "missile" and target.lost[order.fighter or 0]:
        yield "12.1", f"That fighter of {target.name} is gone."


def _curve(battle: Battle, order: o.Curve) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.curve_set:
        yield "5.4", f"{unit.name} has already changed its curve in this Power Phase."
    if unit.power_loss:
        yield "8.5", f"{unit.name} has a power loss: its curve stays as it is."
    row = unit.kind.row_with_speed(order.speed)
    if row is None:
        yield "5.4", f"{unit.name} has no row with Speed {order.speed}."
        return
    if unit.shift and abs(row - unit.row) > SHIFTED:
        yield (
            "24",
            f"With a power shift the Speed of {unit.name} changes by two rows at most, from {unit.speed}.",
        )
    if not unit.shift and abs(row - unit.row) > 1:
        yield "5.4", f"The Speed of {unit.name} changes by one row at most, from {unit.speed}."
    if row == unit.row:
        yield "5.4", f"{unit.name} is already at Speed {order.speed}; to keep it, order done."
    yield "5.4", f"At Speed {order.speed} the Power of {unit.name} would be below 0."


def _done(battle: Battle, order: o.Done) -> Iterator[Reason]:
    if battle.step == "curves":
        yield "5.4", "A ship whose Power would be below 0 must change its curve first."
    if battle.step == "arrivals" and lifting.to_lift(battle, order.side):
        yield "32.3", "A transport that has set its troops down must come back now."
    if battle.step == "arrivals":
        yield "22", "A ship that waits for its round or for a counter must come in now."
    if battle.step == "deploy":
        yield "21", "There are counters left to place."
    yield "7", "A unit or missile must still move."


def _arrive(battle: Battle, order: o.Arrive) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if lifting.is_down(battle, unit):
        yield "32.3", f"{unit.name} comes back at Speed 1 in an empty hex beside the planet."
    if unit.status != "waiting":
        yield "22", f"{unit.name} is not waiting to come in."
    arrival = setup.arrival_of(battle, unit)
    if arrival is not None and battle.round < arrival.first:
        yield "22", f"{unit.name} comes in from round {arrival.first} on."
    if unit.kind.fighters:
        yield "R51", f"{unit.name} is launched beside a carrier or base; it does not come in by itself."
    if setup.in_use(battle, unit) >= setup.counters(battle, unit):
        yield "31.6", f"No counter is free for another {unit.kind.abbreviation}."
    if unit.kind.row_with_speed(order.speed) is None:
        yield "22", f"{unit.name} has no row with Speed {order.speed}."
    if order.place in battle.terrain:
        yield "22", "No ship comes in on a terrain hex."
    if any(other.place == order.place for units in battle.present.values() for other in units):
        yield "22", "That hex is not empty."
    edge = "its own edge" if arrival is None else f"the {' or '.join(arrival.edges)} edge"
    yield (
        "22",
        f"{unit.name} comes in on the map toward {edge}, six hexes from every ship, planet and worm hole (R31).",
    )


def _undock(battle: Battle, order: o.Undock) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.status != "boarded":
        yield "26", f"{unit.name} is not inside a base."
        return
    base = battle.units[unit.carrier]
    if order.place != base.place:
        yield "26", f"{unit.name} comes out in the hex of {base.name}."
    yield "5.4", f"{unit.name} has no row with Speed {order.speed}."


def _jump(battle: Battle, order: o.Jump) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.kind.base:
        yield "14", f"The base {unit.name} has no FTL drive."
    if battle.no_retreat == unit.side:
        yield "32.2", f"{unit.name} may not retreat."
    if docks(battle.aims, unit.side, unit.name):
        yield "R70", f"{unit.name} does not leave: it is to dock with a base."
    if unit.kind.fighters:
        yield "12.1", f"{unit.name} has no FTL drive: it jumps aboard a carrier."
    if unit.kind.transport and by_hole(battle.aims, unit.side, "transport"):
        yield "29.5", f"{unit.name} cannot jump in this battle: it escapes by the worm hole."
    if unit.ftl_offline:
        yield "11", f"The FTL drive of {unit.name} is offline."
    if battle.round < unit.kind.boxes:
        yield "11", f"The FTL drive of {unit.name} is spooled from round {unit.kind.boxes} on."
    if unit.speed != 1:
        yield "11", f"{unit.name} jumps only at Speed 1; its Speed is {unit.speed}."
    if unit.arrived:
        yield "R32", f"{unit.name} came in during this phase."
    yield "11", f"No jump from {with_article(battle.terrain.get(unit.place, 'terrain'))} hex."


def _deploy(battle: Battle, order: o.Deploy) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if unit.status != "undeployed":
        yield "21", f"{unit.name} cannot be placed: {unit.status}."
    if unit.kind.fighters:
        yield "21", f"{unit.name} is launched after all ships are placed."
    if order.place in battle.terrain:
        yield "17", "No unit is set up on a terrain hex."
    if order.place not in setup.zone_of(battle, unit):
        where = "its set-up zone" if battle.layout is not None else "this side's two rows"
        yield "21", f"That hex is not in {where}."
    if any(other.place == order.place for other in battle.present[unit.side]):
        yield "7.4", "This side already has a ship in that hex."
    own = None if battle.layout is None else battle.layout.zone_of(unit.side, unit.name)
    if own is not None and own.near_hole:
        yield "32.2", f"{unit.name} sets up as near to the worm hole as it can."
    if order.facing not in setup.facings_of(battle, unit):
        yield "21", _facing_words(battle, unit)
    if unit.kind.transport and comes_later(battle.aims, unit.side):
        yield "S24", f"{unit.name} comes in later: the planet's owner sets up no transports."
    if unit.kind.transport and setup.in_use(battle, unit) >= TRANSPORTS_AT_START:
        yield "23", f"At most two transports are set up; {unit.name} comes in later."
    yield "31.6", f"There is no counter left for {unit.name}: it waits for one."


def _facing_words(battle: Battle, unit: Unit) -> str:
    """Which way a unit has to face that is set up."""
    facings = setup.facings_of(battle, unit)
    if facings == setup.forward(battle, unit.side):
        return f"{unit.name} must face forward: one of the two hex sides toward the enemy."
    return f"{unit.name} must face {' or '.join(FACINGS[one] for one in facings)}."


def _launch(battle: Battle, order: o.Launch) -> Iterator[Reason]:
    unit = battle.units[order.unit]
    if not unit.kind.fighters or unit.status not in ("undeployed", "waiting"):
        yield "21", f"{unit.name} is not a squadron ready to launch."
    if setup.in_use(battle, unit) >= setup.counters(battle, unit):
        yield "31.6", f"No counter is free for another {unit.kind.abbreviation}."
    if order.facing not in setup.facings_of(battle, unit):
        yield "21", _facing_words(battle, unit)
    if order.place in battle.terrain:
        yield "17", "No squadron is launched into a terrain hex."
    if any(other.place == order.place for units in battle.present.values() for other in units):
        yield "21", "That hex is not empty."
    yield (
        "21",
        "A squadron is launched beside a carrier or base of its side that has launched fewer than four.",
    )


def _planet(battle: Battle, order: o.Planet) -> Iterator[Reason]:
    yield "31.7", "The planet must be in its owner's set-up zone."


def _worm_hole(battle: Battle, order: o.WormHole) -> Iterator[Reason]:
    yield "29.5", "The worm hole must be in the set-up zone of the side that places it."


def _pattern(battle: Battle, order: o.Pattern) -> Iterator[Reason]:
    laid = (
        terrain_placement.pattern_hexes(battle.pattern, order.place, order.turned) if battle.pattern else []
    )
    if not all(floating_map.inside(battle.window, place) for _, place in laid):
        yield "R38", "Every hex of the pattern must be on the map."
    yield "30.1", "No hex of the pattern may be in a set-up zone or on other terrain."


BOARD_REASONS: Final[dict[type, Callable[[Battle, Any], Iterator[Reason]]]] = {
    o.Move: _move,
    o.Burn: _burn,
    o.Rotate: _rotate,
    o.Steer: _steer,
    o.Fire: _fire,
    o.Curve: _curve,
    o.Done: _done,
    o.Arrive: _arrive,
    o.Undock: _undock,
    o.Jump: _jump,
    o.Deploy: _deploy,
    o.Launch: _launch,
    o.Planet: _planet,
    o.WormHole: _worm_hole,
    o.Pattern: _pattern,
}
