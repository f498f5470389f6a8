"""The overlays of the board as drawings with legends: arcs and ranges, where a ship can be, who shoots whom."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import hypot
from typing import Final

from engines.seam.sides import Side
from engines.talon.hexes import ARCS, RANGE, at
from engines.talon.orders import PLANET
from engines.talon.play.drawing.overlays import (
    IMPULSES_A_ROUND,
    GroupReach,
    Sight,
    Stop,
    arcs,
    reachable,
    shooters,
)
from engines.talon.play.offered import NOBODY, Spot
from engines.talon.play.offers.chances import ROLLED, Shot, combined, spread_of
from engines.talon.play.roster import Roster
from engines.talon.report.cast import counted
from engines.talon.report.drawing.board import points_of
from engines.talon.report.drawing.geometry import Point, angle, centre
from engines.talon.report.edges import edge_words
from engines.talon.report.words import WEAPONS
from engines.talon.state import IMPULSES
from engines.talon.units import Unit
from engines.talon.view import View
from engines.talon.weapon_table import DAMAGE, FARTHEST

FROM_SHOOTER: Final = 0.62
"""How far along a line of fire its number stands."""
BESIDE: Final = 4
"""Units of the drawing between a line of fire and the way from middle to middle."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A marked hex: its middle, what is written at its top and bottom, and whether it is drawn strongly."""

    x: int
    y: int
    top: str
    bottom: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """A facing in which a ship can stand in a hex."""

    x: int
    y: int
    angle: int
    strong: bool


@dataclass(frozen=True, slots=True)
class FireLine:
    """From a unit to one that it reaches, strong if a group is ready; `words` stand on it at x, y."""

    side: Side
    start: Point
    end: Point
    x: int
    y: int
    words: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in words: a title, the names of the columns, and the rows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What lies over the board on demand, with its title, what the marks mean, and the figures behind them."""

    title: str
    notes: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    lines: tuple[FireLine, ...] = ()
    tables: tuple[Table, ...] = ()


def reach_overlay(view: View, unit: Unit) -> Overlay:
    """The hexes at which each group of a unit fires, by range, and what it does there (8, 17)."""
    name, groups = Roster(view).name(unit.number), arcs(view, unit)
    if not groups:
        return Overlay(f"Arcs and ranges of {name}", ("No weapon is left.",))
    head = ("Group", *(f"Range {distance}" for distance in range(1, FARTHEST + 1)))
    rows = tuple(_reach_row(unit, group) for group in groups)
    notes = (
        "The number at the top of a hex is the range, those at the bottom are the groups that reach it.",
        "Solid outline: a group is ready. Dashed: none is.",
    )
    note = "Chance of one weapon to hit, and mean damage of the group, without terrain."
    table = Table("What each group does", head, rows, note)
    return Overlay(f"Arcs and ranges of {name}", notes, _reached(unit, groups), tables=(table,))


def _reached(unit: Unit, groups: Iterable[GroupReach]) -> tuple[Cell, ...]:
    found: dict[Spot, list[GroupReach]] = {}
    for group in groups:
        for spot in (spot for spots in group.by_range.values() for spot in spots):
            found.setdefault(spot, []).append(group)
    return tuple(_reached_cell(unit, spot, reaching) for spot, reaching in sorted(found.items()))


def _reached_cell(unit: Unit, spot: Spot, groups: list[GroupReach]) -> Cell:
    place = at(*spot)
    numbers = " ".join(f"{group.group + 1}" for group in groups)
    return Cell(*centre(place), f"{RANGE[place - unit.place]}", numbers, any(one.ready for one in groups))


def _reach_row(unit: Unit, group: GroupReach) -> tuple[str, ...]:
    bar = unit.kind.groups[group.group]
    covered = ", ".join(ARCS[arc] for arc in range(4) if bar.covers[arc])
    words = f"{_group_words(unit, group.group)}, {covered}, {_charge(group.ready)}"
    return (words, *(_at_range(bar.weapon, bar.count, one) for one in range(1, FARTHEST + 1)))


def _at_range(weapon: str, count: int, distance: int) -> str:
    if not DAMAGE[weapon][distance]:
        return "–"
    if weapon not in ROLLED:
        return "launches"
    one, every = spread_of(weapon, distance, 0, 1), spread_of(weapon, distance, 0, count)
    return f"{round(100 * one.hit)}%, {every.mean:.1f}"


def _group_words(unit: Unit, group: int) -> str:
    bar = unit.kind.groups[group]
    weapon = WEAPONS[bar.weapon]
    return f"{group + 1}: {counted(bar.count, weapon)}" if bar.count > 1 else f"{group + 1}: {weapon}"


def _charge(ready: bool) -> str:
    return "ready" if ready else "charging"


def where_overlay(view: View, unit: Unit) -> Overlay:
    """Where a unit can be after this impulse and after the coming one (7)."""
    name, found = Roster(view).name(unit.number), reachable(view, unit)
    now, later = IMPULSES[view.impulse], IMPULSES[(view.impulse + 1) % IMPULSES_A_ROUND]
    notes: tuple[str, ...] = (
        f"Solid, {now}: where it can be after this impulse. Dashed, {later}: after the coming one.",
        "Each arrow is a way it can face there.",
        f"At Speed {unit.speed}, without AP and afterburners, and as if nothing stood in its way.",
    )
    soon = {stop.hex for stop in found.now}
    after = {stop.hex for stop in found.next}
    if len(found.now) == len(found.next) == 1:
        notes = (f"It does not move in impulse {now} or {later}.", *notes[2:]) if soon == after else notes
    cells = tuple(
        Cell(*centre(at(*spot)), now if spot in soon else "", later if spot in after else "", spot in soon)
        for spot in sorted(soon | after)
    )
    return Overlay(f"Where {name} can be", notes, cells, _arrows(found.now, found.next))


def _arrows(now: Iterable[Stop], later: Iterable[Stop]) -> tuple[Arrow, ...]:
    first = set(now)
    return tuple(
        Arrow(*centre(at(*stop.hex)), angle(stop.facing), stop in first) for stop in sorted({*first, *later})
    )


Pair = tuple[int, int]
"""A unit and its target, by their numbers."""


def shots_overlay(view: View, unit: Unit | None = None) -> Overlay:
    """Who can shoot whom from where all stand now; only from and at the unit, if one is given, with figures (8, 17)."""
    roster, pairs = Roster(view), _pairs(shooters(view), unit)
    about = "Who can shoot whom" if unit is None else f"Who can shoot at whom: {roster.name(unit.number)}"
    if not pairs:
        return Overlay(about, ("Nobody here can shoot at anybody.",))
    notes = (
        "A line leads from a unit to one that it reaches: solid if a group is ready, dashed if none is.",
        "The number on it is the mean damage of all groups that are ready.",
    )
    tables = (
        () if unit is None else tuple(_pair_table(view, roster, *one) for one in _first_to_read(view, pairs))
    )
    return Overlay(about, notes, lines=_fire_lines(view, pairs), tables=tables)


def _pairs(sights: Iterable[Sight], unit: Unit | None) -> dict[Pair, list[Sight]]:
    found: dict[Pair, list[Sight]] = {}
    for sight in sights:
        if unit is None or unit.number in (sight.unit, sight.target):
            found.setdefault((sight.unit, sight.target), []).append(sight)
    return found


def _first_to_read(view: View, pairs: dict[Pair, list[Sight]]) -> list[tuple[Pair, list[Sight]]]:
    """The pairs, the own side's shots first, of each side those that are ready, and of these the nearest."""

    def rank(one: tuple[Pair, list[Sight]]) -> tuple[bool, bool, int]:
        (shooter, _target), sights = one
        ready = any(sight.ready for sight in sights)
        return view.unit(shooter).side != view.side, not ready, sights[0].shot.distance

    return sorted(pairs.items(), key=rank)


def _fire_lines(view: View, pairs: dict[Pair, list[Sight]]) -> tuple[FireLine, ...]:
    units = {unit.number: unit for unit in sorted((*view.own, *view.enemies), key=lambda one: one.number)}
    points, planet = points_of(units), view.bombarded
    if planet is not None:
        points[PLANET] = centre(planet)
    return tuple(
        _fire_line(units[shooter].side, points[shooter], points[target], sights)
        for (shooter, target), sights in pairs.items()
    )


def _fire_line(side: Side, start: Point, end: Point, sights: Sequence[Sight]) -> FireLine:
    """A line a little to the right of its way, so that the one that comes back lies beside it."""
    (x, y), (to_x, to_y) = start, end
    along = hypot(to_x - x, to_y - y) or 1
    right, down = round(BESIDE * (y - to_y) / along), round(BESIDE * (to_x - x) / along)
    total = _together(sights)
    return FireLine(
        side,
        (x + right, y + down),
        (to_x + right, to_y + down),
        round(x + (to_x - x) * FROM_SHOOTER) + right,
        round(y + (to_y - y) * FROM_SHOOTER) + down,
        "" if total is None else f"{total.mean:.1f}",
        any(sight.ready for sight in sights),
    )


def _together(sights: Iterable[Sight]) -> Shot | None:
    """All groups that are ready as one shot at their common target; None if none of them rolls a die."""
    shots = [sight.shot for sight in sights if sight.ready and sight.shot.all is not None]
    spreads = [shot.all for shot in shots if shot.all is not None]
    if not spreads:
        return None
    first = shots[0]
    every = reduce(combined, spreads)
    return Shot(first.distance, first.lost, None, every, first.arc, first.cover, frail=first.frail)


def _pair_table(view: View, roster: Roster, pair: Pair, sights: list[Sight]) -> Table:
    shooter = view.unit(pair[0])
    shot = sights[0].shot
    shield = "" if shot.arc == NOBODY else f", {ARCS[shot.arc]} shield {shot.cover}"
    title = f"{roster.name(shooter.number)} at {roster.name(pair[1])}, range {shot.distance}{shield}"
    title += edge_words(*view.edge(shooter.number, pair[1]))
    rows = tuple(_shot_row(shooter, sight) for sight in sights)
    if pair[1] == PLANET:  # it has neither shields nor a hull
        return Table(title, ("Group", "Hits", "Damage"), tuple(row[:3] for row in rows), _sum_of(sights))
    last = "To hull" if shot.frail is None else "Destroys a fighter"
    return Table(title, ("Group", "Hits", "Damage", last), rows, _sum_of(sights))


def _shot_row(shooter: Unit, sight: Sight) -> tuple[str, ...]:
    shot = sight.shot
    words = f"{_group_words(shooter, sight.group)}, {_charge(sight.ready)}"
    if shot.one is None:
        return (words, "–", "missile", "–")
    hits = f"{shot.percent}%" if shot.some == NOBODY else f"{shot.percent}% each, {shot.some}% at least one"
    last = f"{shot.mean_hull:.1f}" if shot.frail is None else f"{shot.destroys}%"
    return (words, hits, f"{shot.mean:.1f}", last)


def _sum_of(sights: Iterable[Sight]) -> str:
    total = _together(sights)
    if total is None or total.all is None:
        return ""
    if total.frail is not None:
        chance = round(100 * total.all.at_least(total.frail.points))
        return f"All that is ready: {total.mean:.1f} points. Chance to destroy a fighter: {chance}%."
    if total.hull is None:
        return f"All that is ready: {total.mean:.1f} points. Chance to hit at all: {round(100 * total.all.hit)}%."
    return (
        f"All that is ready: {total.mean:.1f} points, {total.mean_hull:.1f} of them to the hull. "
        f"Chance that any damage reaches it: {round(100 * total.hull.hit)}%."
    )


OVERLAYS: Final[dict[str, Callable[[View, Unit], Overlay]]] = {
    "arcs": reach_overlay,
    "where": where_overlay,
    "shots": shots_overlay,
}
"""The overlays by name."""


def overlay(view: View, kind: str, number: int | None) -> Overlay:
    """The overlay of a unit that the side sees on the map; "shots" without one is of all.

    LookupError if there is no such overlay, or no such unit.
    """
    if number is None and kind == "shots":
        return shots_overlay(view)
    unit = next((one for one in (*view.own, *view.enemies) if one.number == number), None)
    if unit is None:
        raise LookupError(f"no unit {number} is on the map")
    return OVERLAYS[kind](view, unit)
