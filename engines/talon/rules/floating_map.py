"""The floating map: an unbounded plane seen through a window that holds everybody (7.5, R6)."""

from collections.abc import Iterator
from typing import Final

from engines.talon.aims import docks
from engines.talon.events import Window as WindowMoved
from engines.talon.hexes import AXIAL, RANGE, Hex, at, axial
from engines.talon.rules import departure
from engines.talon.rules.hits import damage
from engines.talon.rules.terrain import HOLES
from engines.talon.state import Battle, Window
from engines.talon.units import Unit

EXTENSION: Final = 8
ALONE: Final = 6
"""Hexes to the nearest other unit from which a unit can leave, and from which terrain can be dropped (7.5)."""


def width(window: Window, row: int) -> int:
    """How many hexes a row of the window has, rows counted from 1; even rows have one more."""
    return window.columns + (row % 2 == 0)


def inside(window: Window, place: Hex) -> bool:
    """Whether the hex lies in the window."""
    q, r = axial(place)
    row = r - window.r
    return 1 <= row <= window.rows and 1 <= q - window.q + row // 2 <= width(window, row)


def hex_at(window: Window, row: int, column: int) -> Hex:
    """The hex at a row and column of the window, both counted from 1."""
    return at(column - row // 2 + window.q, row + window.r)


def hexes(window: Window) -> list[Hex]:
    """Every hex of the window, row by row."""
    rows = range(1, window.rows + 1)
    return [hex_at(window, row, column) for row in rows for column in range(1, width(window, row) + 1)]


def shifts(window: Window, held: list[Hex]) -> Iterator[tuple[int, range]]:
    """By r: every q at which a window of that size, shifted to q, r, holds all the hexes."""
    places = [axial(place) for place in held]
    rows = [r for _, r in places]
    for shift in range(max(rows) - window.rows, min(rows)):
        low, high = -(10**6), 10**6
        for q, r in places:
            left = q + (r - shift) // 2
            low, high = max(low, left - width(window, r - shift)), min(high, left - 1)
        if low <= high:
            yield shift, range(low, high + 1)


def placements(window: Window, held: list[Hex]) -> Iterator[tuple[int, int]]:
    """Every shift q, r at which a window of that size holds all the hexes."""
    return ((q, r) for r, along in shifts(window, held) for q in along)


def reach(window: Window, held: list[Hex]) -> set[Hex]:
    """Every hex that a window of that size can show while it holds all the hexes."""
    found: set[Hex] = set()
    for shift, along in shifts(window, held):
        for row in range(1, window.rows + 1):
            first = along[0] + 1 - row // 2
            last = along[-1] + width(window, row) - row // 2
            found.update(range(at(first, row + shift), at(last + 1, row + shift), at(1, 0)))
    return found


def must_hold(battle: Battle) -> list[Hex]:
    """The hexes the window may not lose: every unit, a planet that matters, holes, and terrain near a ship (R6)."""
    units = [unit for units in battle.present.values() for unit in units]
    shot_at = battle.bombarded
    planets = battle.planets if shot_at is None else [*battle.planets, shot_at]
    return must_show(units, planets, battle.terrain)


def must_show(units: list[Unit], planets: list[Hex], terrain: dict[Hex, str]) -> list[Hex]:
    """The same of units that are given, the planets that matter, and terrain (R6)."""
    ships = [unit.place for unit in units if not unit.kind.base and not unit.kind.fighters]
    kept = planets[:]
    for place, kind in terrain.items():
        if kind in HOLES or any(RANGE[place - ship] < ALONE for ship in ships):
            kept.append(place)
    return [unit.place for unit in units] + kept


def extended(window: Window) -> Window:
    """The window with the extension map beside it, at the same place (7.5)."""
    return Window(window.q, window.r, True, window.rows, window.columns + EXTENSION)


def shifted(window: Window, q: int, r: int) -> Window:
    """A window of that size, shifted to q, r."""
    return Window(q, r, window.extended, window.rows, window.columns)


def follow(battle: Battle, mover: Unit) -> None:
    """Shift the window after a unit's move if it would stand outside; somebody may have left then (7.5, R6)."""
    while mover.status == "map" and not inside(battle.window, mover.place):
        held = must_hold(battle)
        if _shift(battle, battle.window, held, mover):
            return
        if not battle.window.extended:
            if _shift(battle, extended(battle.window), held, mover):
                return
            battle.window = extended(battle.window)
            battle.events.append(WindowMoved(battle.window.q, battle.window.r, True))
        if not _somebody_leaves(battle, mover):
            _grow(battle, held, mover)


def _shift(battle: Battle, window: Window, held: list[Hex], mover: Unit) -> bool:
    """Move a window of that size no farther than needed; False if it cannot hold everything."""
    homes = [(battle.window.q, battle.window.r)]
    if window.columns != battle.window.columns:
        homes.append((battle.window.q - EXTENSION, battle.window.r))

    def cost(shift: tuple[int, int]) -> tuple[int, int, int]:
        moved = min(RANGE[at(shift[0] - q, shift[1] - r)] for q, r in homes)
        row, column = (window.rows + 1) // 2, (window.columns + 1) // 2
        middle = at(column - row // 2 + shift[0], row + shift[1])
        return moved, RANGE[mover.place - middle], 2 * shift[0] + shift[1]

    beside = [(homes[0][0] + q, homes[0][1] + r) for q, r in AXIAL] if len(homes) == 1 else []
    places = [axial(place) for place in held]
    near = [(q, r) for q, r in beside if _holds(window, q, r, places)]
    best = near[0] if len(near) == 1 else min(near or placements(window, held), key=cost, default=None)
    if best is None:
        return False
    battle.window = shifted(window, *best)
    battle.events.append(WindowMoved(*best, window.extended))
    _leave_behind(battle)
    return True


def _holds(window: Window, at_q: int, at_r: int, places: list[tuple[int, int]]) -> bool:
    """Whether a window of that size, shifted to q, r, holds all the places."""
    for q, r in places:
        row = r - at_r
        if not (1 <= row <= window.rows and 1 <= q - at_q + row // 2 <= width(window, row)):
            return False
    return True


def _leave_behind(battle: Battle) -> None:
    """Terrain outside the window is gone, missiles outside are destroyed."""
    window = battle.window
    battle.terrain = {place: kind for place, kind in battle.terrain.items() if inside(window, place)}
    for missile in [missile for missile in battle.missiles if not inside(window, missile.place)]:
        damage.lose_missile(battle, missile, "edge")


def _isolation(battle: Battle, unit: Unit) -> int:
    others = (other for units in battle.present.values() for other in units if other is not unit)
    return min((RANGE[other.place - unit.place] for other in others), default=10**6)


def _somebody_leaves(battle: Battle, mover: Unit) -> bool:
    """The mover, or else the most isolated unit at an edge, six or more hexes from every other (R6)."""
    free = [
        (_isolation(battle, unit), unit)
        for units in battle.present.values()
        for unit in units
        if may_leave(battle, unit) and (unit is mover or _at_the_edge(battle, unit))
    ]
    free = [(distance, unit) for distance, unit in free if distance >= ALONE]
    if not free:
        return False
    leaver = max(free, key=lambda one: (one[1] is mover, one[0], -one[1].number))[1]
    departure.leave(battle, leaver, "left")
    return True


def may_leave(battle: Battle, unit: Unit) -> bool:
    """Whether a unit ever leaves the map: bases do not, nor do aliens or what is to dock (7.5, 32.2, R6, R70)."""
    if battle.no_retreat == unit.side:
        return False
    return not unit.kind.base and not (battle.aims and docks(battle.aims, unit.side, unit.name))


def _at_the_edge(battle: Battle, unit: Unit) -> bool:
    """Whether no other unit stands farther out in some direction along rows or columns."""
    q, r = axial(unit.place)
    others = [axial(other.place) for units in battle.present.values() for other in units]
    across, rows = [2 * a + b for a, b in others], [b for _, b in others]
    return 2 * q + r in (min(across), max(across)) or r in (min(rows), max(rows))


def _grow(battle: Battle, held: list[Hex], mover: Unit) -> None:
    """Let the window grow by as few rows and columns as hold everything (R6)."""
    window = battle.window
    rows = [axial(place)[1] for place in held]
    grown = Window(window.q, window.r, True, max(window.rows, max(rows) - min(rows) + 1), window.columns)
    while not _shift(battle, grown, held, mover):
        grown.columns += 1


def laid_around(held: list[Hex]) -> Window:
    """A window with the hexes as near its middle as they can be, for positions that do not say where the map lies."""
    window = Window()
    found = list(placements(window, held))
    while not found:
        rows = [axial(place)[1] for place in held]
        wider = window.columns + 1 if window.extended else window.columns + EXTENSION
        window = Window(0, 0, True, max(window.rows, max(rows) - min(rows) + 1), wider)
        found = list(placements(window, held))
    middle = sum(2 * q + r for q, r in found) / len(found), sum(r for _, r in found) / len(found)
    best = min(found, key=lambda one: (abs(2 * one[0] + one[1] - middle[0]) + abs(one[1] - middle[1]), one))
    return shifted(window, *best)
