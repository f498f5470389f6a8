"""Reinforcements: who comes in, where, and with what (22, 23, 31.6, R31, S24, S25)."""

from battles.engine import floating_map, setup
from battles.engine.catalogue import SIDES, Side
from battles.engine.hexes import RANGE, Hex, axial
from battles.engine.orders import AnyOrder, Arrive, Done
from battles.engine.state import Battle, Unit

CLEAR = 6
"""Hexes a reinforcement keeps from ships, planets and worm holes, and rows nearer its edge than one of them (22)."""


def begin(battle: Battle) -> None:
    """Nobody has arrived in this phase yet (R32)."""
    for unit in battle.units:
        unit.arrived = False


def orders(battle: Battle) -> list[AnyOrder]:
    """Who may come in and where; ships that must come leave no choice but which and where (22, S25)."""
    side = battle.side
    waiting = [unit for unit in battle.force(side) if unit.status == "waiting"]
    free = [unit for unit in waiting if setup.on_map(battle, unit) < setup.counters(battle, unit)]
    if not free:
        return []
    ships = [unit for unit in free if not unit.kind.fighters]
    places = landing_zone(battle, side) if ships else []
    found = [order for unit in ships for order in _arrivals(unit, places)]
    launches = setup.launches(battle, side, [unit for unit in free if unit.kind.fighters])
    forced = bool(launches) or (bool(places) and any(not unit.kind.transport for unit in ships))
    if found and not forced:
        found.append(Done(side))
    return found + launches


def _arrivals(unit: Unit, places: list[Hex]) -> list[AnyOrder]:
    rows = [row for row in range(len(unit.kind.curve)) if unit.power_on(row) >= 0] or range(
        len(unit.kind.curve)
    )
    speeds = [unit.kind.curve[row][1] for row in rows]
    return [
        Arrive(unit.side, unit.number, place, facing, speed)
        for place in places
        for facing in range(6)
        for speed in speeds
    ]


def landing_zone(battle: Battle, side: Side) -> list[Hex]:
    """The hexes in which a ship of the side may come in (22, R31)."""
    blockers = _blockers(battle)
    taken = {unit.place for units in battle.present.values() for unit in units}
    if not blockers:
        return [
            place for place in setup.zone(battle, side) if place not in taken and place not in battle.terrain
        ]
    reach = _reach(battle)
    clear = [
        place
        for place in reach
        if place not in battle.terrain
        and place not in taken
        and all(RANGE[place - other] >= CLEAR for other in blockers)
    ]
    rows = [axial(place)[1] for place in blockers]
    if side == battle.top:
        toward = [place for place in clear if axial(place)[1] <= max(rows) - CLEAR]
    else:
        toward = [place for place in clear if axial(place)[1] >= min(rows) + CLEAR]
    return toward or clear


def _blockers(battle: Battle) -> list[Hex]:
    """Ships that were there before this phase, and planets; bases and squadrons do not block (22)."""
    ships = [
        unit.place
        for side in SIDES
        for unit in battle.present[side]
        if not unit.arrived and not unit.kind.base and not unit.kind.fighters
    ]
    return ships + [place for place, kind in battle.terrain.items() if kind == "planet"]


def _reach(battle: Battle) -> list[Hex]:
    """Every hex that some placement of the window holds without anybody leaving (R31)."""
    held = floating_map.must_hold(battle)
    window = battle.window
    sizes = [window] if window.extended else [window, floating_map.extended(window)]
    found: set[Hex] = set()
    for size in sizes:
        for q, r in floating_map.placements(size, held):
            found.update(floating_map.hexes(floating_map.shifted(size, q, r)))
    return sorted(found)


def arrive(battle: Battle, order: Arrive) -> None:
    """Bring a ship in, at any facing and row (22, R23)."""
    unit = battle.units[order.unit]
    row = unit.kind.row_with_speed(order.speed)
    unit.row = unit.row if row is None else row
    unit.power = max(0, unit.power_on(unit.row))
    unit.arrived = True
    setup.put(battle, unit, order.place, order.facing, "arrived")
    floating_map.follow(battle, unit)
