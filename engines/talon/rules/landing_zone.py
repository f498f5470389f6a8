"""Where reinforcements come in (22, R31)."""

from typing import Final

from engines.seam.sides import SIDES, Side
from engines.talon.hexes import RANGE, Hex, axial
from engines.talon.rules import floating_map, setup
from engines.talon.state import Battle, Window

CLEAR: Final = 6
"""Hexes a reinforcement keeps from ships, planets and worm holes, and rows nearer its edge than one of them (22)."""


def landing_zone(battle: Battle, side: Side) -> list[Hex]:
    """The hexes in which a ship of the side may come in (22, R31)."""
    blockers = _blockers(battle)
    taken = {unit.place for units in battle.present.values() for unit in units}
    if not blockers:
        return [
            place for place in setup.zone(battle, side) if place not in taken and place not in battle.terrain
        ]
    reach = [place for place in _reach(battle) if place not in battle.terrain and place not in taken]
    rows = [axial(place)[1] for place in blockers]
    if side == battle.top:
        first, last = -(10**6), max(rows) - CLEAR
    else:
        first, last = min(rows) + CLEAR, 10**6
    toward = [place for place in reach if first <= axial(place)[1] <= last and _is_clear(place, blockers)]
    return toward or [place for place in reach if _is_clear(place, blockers)]


def _is_clear(place: Hex, blockers: list[Hex]) -> bool:
    """Whether a hex is far enough from all that keeps reinforcements away (22)."""
    return all(RANGE[place - other] >= CLEAR for other in blockers)


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
    """Every hex that some placement of the window holds without anybody leaving (R31, R63)."""
    held = floating_map.must_hold(battle)
    window = battle.window
    sizes = [window] if window.extended else [window, floating_map.extended(window)]
    places = sorted(set().union(*(floating_map.reach(size, held) for size in sizes)))
    loose = [place for place in battle.terrain if place not in held]
    return [place for place in places if _keeps(battle, place, held, loose, sizes[-1])] if loose else places


def _keeps(battle: Battle, place: Hex, held: list[Hex], loose: list[Hex], largest: Window) -> bool:
    """Whether the window, shifted for a unit in that hex, still has room for the terrain about it (R6, R63)."""
    if floating_map.inside(battle.window, place):
        return True
    about = [other for other in loose if RANGE[place - other] < floating_map.ALONE]
    return not about or any(floating_map.shifts(largest, [*held, place, *about]))
