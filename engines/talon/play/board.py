"""The board of a battle under way as one side sees it: what stands where, and where its offers lead."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Final

from engines.seam.sides import Side, opponent
from engines.talon.aims import bombardment, intelligence
from engines.talon.catalogue import ship_class
from engines.talon.hexes import Hex, at, axial
from engines.talon.orders import MISSILES, PLANET
from engines.talon.play.offered import NOBODY, Offer, Offers
from engines.talon.play.roster import Roster
from engines.talon.report.cast import Planet
from engines.talon.report.drawing import labels
from engines.talon.report.drawing.board import (
    Dart,
    Ground,
    PlanetFigure,
    darts_of,
    figure_of,
    ground_of,
    points_of,
)
from engines.talon.report.drawing.geometry import SIZE, WIDE, Point, Viewport, angle, centre, view_of
from engines.talon.rules import floating_map
from engines.talon.rules.arriving import terrain_placement
from engines.talon.units import Unit
from engines.talon.view import View

THIRDS: Final = 3
SIDE_BY_SIDE: Final = ((-10, 0), (10, 0), (0, 11), (0, -11))
"""Where ghosts in one hex stand, from its middle."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit on the map: where it stands, how it is turned, and what a glance at it tells.

    `shields` are the boxes left by arc and `full` a digit for each: 0 nothing left, 1 to 3 thirds of what is printed.
    `reinforced` are the arcs with a marker, `left` of `whole` the hull or the fighters. `label` is the number of its
    name's place, `name` "" where it has no room. `ready` says that the side can order something of it now, `stacked`
    that other counters stand in its hex.
    """

    number: int
    side: Side
    symbol: str
    called: str
    title: str
    x: int
    y: int
    angle: int
    left: int
    whole: int
    shields: tuple[int, ...]
    full: str
    reinforced: tuple[int, ...]
    speed: int
    power: int
    turn: int
    slip: bool
    criticals: int
    label: int
    name: str
    ready: bool
    stacked: bool

    @property
    def words(self) -> str:
        """The unit with its class, Speed, Power and what is left, for a tooltip."""
        what = "fighters" if self.symbol.endswith("-fighter") else "hull"
        moves = f", Speed {self.speed}, Power {self.power}" if self.shields else f", Speed {self.speed}"
        return f"{self.called}, {self.side.title()} {self.title}{moves}, {what} {self.left} of {self.whole}"


@dataclass(frozen=True, slots=True)
class MissileDart:
    """A missile in flight, and the middle of the unit it is aimed at, if there is one."""

    dart: Dart
    target: int
    aim: Point | None
    words: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where an offered move would take a unit or missile, and how it would be turned there.

    One that shares its hex with another of the same unit stands beside the middle, and is `small`.
    """

    unit: int
    order: str
    verb: str
    way: str
    symbol: str
    side: Side
    x: int
    y: int
    angle: int
    small: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A terrain pattern turned as an offer names it: its hexes around the first one."""

    facing: str
    ground: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex that an offer names, as "q,r", and its middle; `suggested` if the captain would choose it."""

    hex: str
    x: int
    y: int
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class PlayBoard:
    """All that is drawn of the board: the part of the plane to begin with, the whole map, and what lies on it.

    `overview`: to begin with all of that part is in sight, small as it may be, as it is about what lies far off (26.9).
    """

    side: Side
    view: Viewport
    map: Viewport
    ground: tuple[Ground, ...]
    counters: tuple[Counter, ...]
    missiles: tuple[MissileDart, ...]
    covered: tuple[Spot, ...]
    ghosts: tuple[Ghost, ...]
    spots: tuple[Spot, ...]
    shapes: tuple[Shape, ...]
    planet: PlanetFigure | None = None
    overview: bool = False


def play_board(view: View, offers: Offers, suggested: Hex | None = None) -> PlayBoard:
    """The board as the view's side sees it, with what the offers lead to and the hex that the captain would choose."""
    units = {unit.number: unit for unit in sorted((*view.own, *view.enemies), key=lambda unit: unit.number)}
    whole = map_of(view)
    return PlayBoard(
        view.side,
        _part_to_show(view, units.values(), whole),
        whole,
        ground_of(view.terrain, view.terrain),
        _counters(units, offers),
        _missiles(view, units, offers),
        tuple(spot_of(place) for place in view.covered),
        tuple(_ghosts(view, offers)),
        tuple(spot_of(place, place == suggested) for place in sorted(_named_hexes(offers))),
        _shapes(view, offers),
        _planet(view),
        intelligence(view.aims) is not None,
    )


def _planet(view: View) -> PlanetFigure | None:
    """The damage done to a planet that is fired at (26.8)."""
    aim, place = bombardment(view.aims), view.bombarded
    if aim is None or place is None:
        return None
    return figure_of(Planet(opponent(aim.side), aim.planet, place, aim.needs, aim.counts), view.planet_damage)


def map_of(view: View) -> Viewport:
    """The map's window, drawn (7.5)."""
    points = [centre(place) for place in floating_map.hexes(view.window)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - WIDE / 2, min(ys) - SIZE
    return Viewport(round(left), round(top), round(max(xs) + WIDE / 2 - left), round(max(ys) + SIZE - top))


def _part_to_show(view: View, units: Iterable[Unit], whole: Viewport) -> Viewport:
    """The whole map while fleets set up; later what everybody fills, with planets and holes it is about."""
    if not view.round:
        return whole
    places = [unit.place for unit in units] + [missile.place for missile in view.missiles]
    places += view.planets if view.bombarded is None else [*view.planets, view.bombarded]
    holes = ("worm-hole",) if intelligence(view.aims) is None else ("worm-hole", "black-hole")
    places += [place for place, kind in view.terrain.items() if kind in holes]
    return view_of(places, 1.6)


def spot_of(place: Hex, suggested: bool = False) -> Spot:
    """A hex by its notation, with its middle."""
    return Spot(hex_words(place), *centre(place), suggested)


def hex_words(place: Hex) -> str:
    """A hex as the notation writes it."""
    q, r = axial(place)
    return f"{q},{r}"


def _counters(units: dict[int, Unit], offers: Offers) -> tuple[Counter, ...]:
    points = points_of(units)
    names = {number: labels.short(unit.name) for number, unit in units.items()}
    places = labels.placed_once(tuple(points.items()), tuple(names.items()))
    taken = [unit.place for unit in units.values()]
    return tuple(
        _counter(
            unit,
            points[number],
            places.get(number),
            ready=number in offers.units,
            stacked=taken.count(unit.place) > 1,
        )
        for number, unit in units.items()
    )


def _counter(unit: Unit, point: Point, label: int | None, *, ready: bool, stacked: bool) -> Counter:
    kind = unit.kind
    left, whole = (flying(unit), kind.fighters) if kind.fighters else (kind.boxes - unit.hull, kind.boxes)
    return Counter(
        unit.number,
        unit.side,
        kind.symbol,
        unit.name,
        ship_class(unit.side, kind.key).title,
        *point,
        angle(unit.facing),
        left,
        whole,
        () if kind.fighters else unit.shields,
        _full(unit),
        tuple(sorted({marker // 6 for marker in unit.markers})),
        unit.speed,
        unit.power,
        unit.turn,
        unit.slip,
        criticals(unit),
        label or 0,
        "" if label is None else labels.short(unit.name),
        ready,
        stacked,
    )


def flying(unit: Unit) -> int:
    """How many fighters of a squadron are left."""
    return sum(marked < SHOT_DOWN for marked in unit.fighters)


SHOT_DOWN: Final = 2
"""The boxes of a fighter: with so many marked it is gone."""


def criticals(unit: Unit) -> int:
    """How many criticals are in effect, lost groups not among them (8.5)."""
    repairable = (unit.shields_down, unit.helm_down, unit.power_loss, unit.ftl_offline)
    return sum(map(bool, repairable)) + unit.thrusters + unit.relays


def _full(unit: Unit) -> str:
    if unit.shields_down:
        return "0000"
    pairs = zip(unit.shields, unit.kind.shields, strict=True)
    return "".join(str(-(-THIRDS * left // whole)) if left and whole else "0" for left, whole in pairs)


def _missiles(view: View, units: dict[int, Unit], offers: Offers) -> tuple[MissileDart, ...]:
    flights = {missile.number: missile for missile in view.missiles}
    darts, roster = darts_of(flights, units.values()), Roster(view)
    found = []
    for dart in darts:
        target = flights[dart.number].target
        place = units[target].place if target in units else view.bombarded if target == PLANET else None
        aim = None if place is None else centre(place)
        aimed = f"at {roster.name(target)}" if place is not None else "at nothing"
        words = f"Missile {dart.number - MISSILES}, {dart.side.title()}, {aimed}"
        found.append(MissileDart(dart, target, aim, words, dart.number in offers.units))
    return tuple(found)


def _ghosts(view: View, offers: Offers) -> Iterable[Ghost]:
    for number, found in offers.units.items():
        ghosts = [
            _ghost(view, number, offer, offer.hex)
            for offer in found
            if offer.hex is not None and offer.facing != NOBODY
        ]
        yield from _apart(ghosts)


def _apart(ghosts: list[Ghost]) -> Iterable[Ghost]:
    """The ghosts of a unit, those in one hex side by side."""
    hexes: dict[Point, list[Ghost]] = {}
    for ghost in ghosts:
        hexes.setdefault((ghost.x, ghost.y), []).append(ghost)
    for (x, y), together in hexes.items():
        if len(together) == 1:
            yield together[0]
            continue
        for ghost, (dx, dy) in zip(together, cycle(SIDE_BY_SIDE), strict=False):
            yield replace(ghost, x=x + dx, y=y + dy, small=True)


def _ghost(view: View, number: int, offer: Offer, place: tuple[int, int]) -> Ghost:
    symbol, side = _mover(view, number)
    return Ghost(
        number, offer.order, offer.verb, offer.way, symbol, side, *centre(at(*place)), angle(offer.facing)
    )


def _mover(view: View, number: int) -> tuple[str, Side]:
    """The symbol of a unit, "" of a missile, and its side."""
    if number >= MISSILES:
        return "", view.side
    unit = view.unit(number)
    return unit.kind.symbol, unit.side


def _named_hexes(offers: Offers) -> set[Hex]:
    """Every hex in which something may be put down, or that answers a question."""
    placed = {at(*place) for one in offers.placed for area in one.areas for place in area.hexes}
    choices = (choice.hex for choice in offers.whole)
    return placed | {at(*place) for place in choices if place is not None}


def _shapes(view: View, offers: Offers) -> tuple[Shape, ...]:
    """The pattern that is to be placed, in each way it may be turned (30.3)."""
    pattern = view.pattern
    if pattern is None or not any(one.verb == "terrain" for one in offers.placed):
        return ()
    return tuple(Shape(str(times), _laid(pattern, times)) for times in range(6))


def _laid(pattern: tuple[int, int], times: int) -> tuple[Ground, ...]:
    kinds = {place: kind for kind, place in terrain_placement.pattern_hexes(pattern, 0, times)}
    return ground_of(kinds, kinds)
