"""Where reinforcements come in (22, R31, R69)."""

from collections.abc import Sequence
from typing import Final

from engines.seam.sides import SIDES, Side
from engines.talon.hexes import RANGE, Hex, axial
from engines.talon.layout import Edge
from engines.talon.rules import floating_map
from engines.talon.rules.arriving import setup
from engines.talon.state import Battle, Window

ENDLESS: Final = 10**6
CLEAR: Final = 6
"""Hexes a reinforcement keeps from ships, planets and worm holes, and rows or columns nearer its edge (22)."""


def landing_zone(battle: Battle, side: Side, edges: Sequence[Edge] = ()) -> list[Hex]:
    """The hexes in which a ship of the side may come in: toward one of the edges, or its own (22, R31, R69)."""
    others, holes = _counted_from(battle), _worm_holes(battle)
    taken = {unit.place for units in battle.present.values() for unit in units}
    if not others:
        own = (place for place in setup.zone(battle, side) if _is_clear(place, holes))
        return [place for place in own if place not in taken and place not in battle.terrain]
    free = [place for place in _reach(battle) if place not in battle.terrain and place not in taken]
    limits = _limits(others, edges or (("top",) if side == battle.top else ("bottom",)))
    keeping = [*others, *holes]
    toward = [place for place in free if _is_toward(place, limits) and _is_clear(place, keeping)]
    return toward or [place for place in free if _is_clear(place, keeping)]


def _across(place: Hex) -> int:
    """How far along the long edges a hex lies, in half columns."""
    q, r = axial(place)
    return 2 * q + r


def _limits(others: list[Hex], edges: Sequence[Edge]) -> list[tuple[int, int, int]]:
    """For each edge where a place has to lie: 0 for its row or 1 for its column, and between which (R31, R69)."""
    rows = [axial(place)[1] for place in others]
    columns = [_across(place) for place in others]
    limits = {
        "top": (0, -ENDLESS, max(rows) - CLEAR),
        "bottom": (0, min(rows) + CLEAR, ENDLESS),
        "left": (1, -ENDLESS, max(columns) - 2 * CLEAR),
        "right": (1, min(columns) + 2 * CLEAR, ENDLESS),
    }
    return [limits[edge] for edge in edges]


def _is_toward(place: Hex, limits: list[tuple[int, int, int]]) -> bool:
    """Whether a hex lies far enough toward one of the edges."""
    lies = axial(place)[1], _across(place)
    return any(first <= lies[at] <= last for at, first, last in limits)


def _is_clear(place: Hex, others: list[Hex]) -> bool:
    """Whether a hex is far enough from all that keeps reinforcements away (22)."""
    return all(RANGE[place - other] >= CLEAR for other in others)


def _counted_from(battle: Battle) -> list[Hex]:
    """Ships that were there before this phase, and planets: the rows are counted from one of them (22, R31)."""
    ships = [
        unit.place
        for side in SIDES
        for unit in battle.present[side]
        if not unit.arrived and not unit.kind.base and not unit.kind.fighters
    ]
    return ships + [place for place, kind in battle.terrain.items() if kind == "planet"]


def _worm_holes(battle: Battle) -> list[Hex]:
    """Worm holes keep reinforcements away, and no rows are counted from them (22, R85)."""
    return [place for place, kind in battle.terrain.items() if kind == "worm-hole"]


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
