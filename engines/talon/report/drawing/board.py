"""The board of a frame as a drawing: counters, names, missiles, wrecks, terrain and what was done in the frame."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engines.seam.sides import Side
from engines.talon.hexes import Facing, Hex
from engines.talon.report.board import Stand
from engines.talon.report.cast import Cast, Planet, Role
from engines.talon.report.drawing import labels
from engines.talon.report.drawing.geometry import SIZE, Point, Viewport, angle, centre, outline
from engines.talon.report.drawing.marks import Mark, box_of, marks_of
from engines.talon.report.frames import Frame

TWO = ((-12, -6), (12, 6))
MORE = ((-12, -9), (12, -9), (-12, 10), (12, 10), (0, 0))
BESIDE = ((-13, -11), (13, -11), (-13, 11), (13, 11), (0, -17), (0, 17))
FREE = ((0, 0), (-9, -7), (9, 7), (9, -7), (-9, 7), (0, 12))
SYMBOLS = {kind: kind for kind in ("nebula", "asteroid", "planet", "black-hole", "worm-hole")}


class Standing(Protocol):
    """What stands in a hex."""

    @property
    def place(self) -> Hex: ...


class Flying(Standing, Protocol):
    """A missile: whose it is, where it is, and which way it faces."""

    @property
    def side(self) -> Side: ...
    @property
    def facing(self) -> Facing: ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter: where it stands, how it is turned, what is left of it; `shields` from 0 (none) to 3 by arc.

    `label` is the number of its name's place; `name` is "" where it has no room. A `ghost` has been lost, or has gone,
    in the frame that is shown.
    """

    role: Role
    x: int
    y: int
    angle: int
    left: int
    whole: int
    shields: str
    label: int
    name: str
    here: bool = True
    ghost: str = ""

    @property
    def words(self) -> str:
        """The unit with its class and what is left, for a tooltip."""
        what = "fighters" if self.role.kind.fighters else "hull"
        return f"{self.role.name}, {self.role.side.title()} {self.role.title}, {what} {self.left} of {self.whole}"


@dataclass(frozen=True, slots=True)
class Dart:
    """A missile."""

    number: int
    side: Side
    x: int
    y: int
    angle: int


@dataclass(frozen=True, slots=True)
class Wreck:
    """Where a unit was destroyed; its `name`, if shown, at the place with the number `label`."""

    number: int
    side: Side
    x: int
    y: int
    label: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """A hex of terrain: its outline, and the corner of its symbol."""

    kind: str
    outline: str
    symbol: str
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class PlanetFigure:
    """The damage done to a planet that is fired at, where it stands on the planet's counter, and in words."""

    x: int
    y: int
    damage: int
    words: str


def figure_of(planet: Planet | None, damage: int) -> PlanetFigure | None:
    """The figure of a planet that is fired at; None if there is none (26.8)."""
    if planet is None:
        return None
    words = f"{planet.name}: {planet.total(damage)} points of damage"
    return PlanetFigure(*centre(planet.place), damage, words)


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A drawing of the board."""

    title: str
    view: Viewport
    ground: tuple[Ground, ...]
    pieces: tuple[Piece, ...]
    darts: tuple[Dart, ...]
    wrecks: tuple[Wreck, ...]
    marks: tuple[Mark, ...]
    planet: PlanetFigure | None = None


def draw(frame: Frame, cast: Cast, view: Viewport, first: Iterable[int] = ()) -> BoardPicture:
    """The part of the board that the view shows, after the frame, with what was done in it.

    The names of the units of `first` have room before the others'.
    """
    everywhere = frame.stands | {
        unit: replace(stand, place=frame.wrecks.get(unit, stand.place))
        for unit, stand in frame.before.items()
        if unit in frame.fates
    }
    stands = {unit: stand for unit, stand in everywhere.items() if view.holds(centre(stand.place))}
    flights = {one: flight for one, flight in frame.flights.items() if view.holds(centre(flight.place))}
    wrecks = {unit: place for unit, place in frame.wrecks.items() if view.holds(centre(place))}
    marks = marks_of(frame, cast, view)
    written = [box_of(mark) for mark in marks if mark.kind in ("toll", "soak")]
    lost = {unit for unit in stands if unit not in frame.stands and frame.fates[unit] == "destroyed"}
    pieces = pieces_of(stands, cast, first, written=written, lost=lost)
    return BoardPicture(
        frame.title,
        view,
        ground_of(frame.terrain, frame.terrain, view),
        tuple(_ghostly(_inside(piece, view), frame) for piece in pieces),
        darts_of(flights, frame.stands.values()),
        tuple(
            Wreck(unit, cast[unit].side, *centre(place))
            for unit, place in wrecks.items()
            if unit not in frame.before
        ),
        marks,
        figure_of(cast.planet, frame.planet_damage),
    )


def _inside(piece: Piece, view: Viewport) -> Piece:
    """The piece without its name if the view would cut that off."""
    left, top, right, bottom = labels.box((piece.x, piece.y), piece.label, piece.name)
    whole = view.holds((round(left), round(top))) and view.holds((round(right), round(bottom)))
    return piece if whole else replace(piece, name="")


def _ghostly(piece: Piece, frame: Frame) -> Piece:
    unit = piece.role.number
    if unit in frame.stands:
        return piece
    return replace(piece, ghost="lost" if frame.fates[unit] == "destroyed" else "gone")


def points_of(stands: Mapping[int, Standing]) -> dict[int, Point]:
    """The middles of all counters; those that share a hex are moved apart."""
    together: dict[Hex, list[int]] = {}
    for unit, stand in stands.items():
        together.setdefault(stand.place, []).append(unit)
    found = {}
    for place, units in together.items():
        x, y = centre(place)
        offsets = ((0, 0),) if len(units) == 1 else TWO if len(units) == 2 else MORE
        for at, unit in enumerate(units):
            dx, dy = offsets[at % len(offsets)]
            found[unit] = (x + dx, y + dy)
    return {unit: found[unit] for unit in stands}


def pieces_of(
    stands: Mapping[int, Stand],
    cast: Cast,
    first: Iterable[int] = (),
    *,
    written: Iterable[labels.Box] = (),
    lost: Collection[int] = (),
) -> tuple[Piece, ...]:
    """The counters of the given units, with the names that have room; those of `first` come first.

    Other words are `written` already. The names of the `lost` have a cross.
    """
    points = points_of(stands)
    names = {unit: f"{'✕ ' if unit in lost else ''}{labels.short(cast[unit].name)}" for unit in stands}
    places = labels.placed(points, names, first=first, written=written)
    return tuple(
        _piece(cast[unit], stand, points[unit], places.get(unit), names[unit])
        for unit, stand in stands.items()
    )


def _piece(role: Role, stand: Stand, point: Point, label: int | None, name: str) -> Piece:
    kind = role.kind
    left, whole = (stand.flying, kind.fighters) if kind.fighters else (stand.hull, kind.boxes)
    shields, shown = shields_left(role, stand), "" if label is None else name
    return Piece(role, *point, angle(stand.facing), left, whole, shields, label or 0, shown)


def everybody(pieces: Iterable[Piece], cast: Cast) -> tuple[Piece, ...]:
    """A counter for each unit of the battle; those that are not on the board are `here` no more."""
    found = {piece.role.number: piece for piece in pieces}
    return tuple(found.get(role.number) or _away(role) for role in cast)


def _away(role: Role) -> Piece:
    whole = role.kind.fighters or role.kind.boxes
    return Piece(role, 0, 0, 0, whole, whole, "3333", 0, labels.short(role.name), here=False)


def shields_left(role: Role, stand: Stand) -> str:
    """A digit for each arc, front, left, right, rear: 0 nothing left, 1 to 3 thirds of what is printed."""
    pairs = zip(stand.shields, role.kind.shields, strict=True)
    return "".join(str(-(-3 * left // whole)) if left and whole else "0" for left, whole in pairs)


def darts_of(flights: Mapping[int, Flying], stands: Iterable[Standing]) -> tuple[Dart, ...]:
    """The missiles, beside counters that stand in their hexes."""
    occupied = {stand.place for stand in stands}
    seen: dict[Hex, int] = {}
    found = []
    for number, flight in flights.items():
        offsets = BESIDE if flight.place in occupied else FREE
        at = seen.get(flight.place, 0)
        seen[flight.place] = at + 1
        (x, y), (dx, dy) = centre(flight.place), offsets[at % len(offsets)]
        found.append(Dart(number, flight.side, x + dx, y + dy, angle(flight.facing)))
    return tuple(found)


def ground_of(
    terrain: Mapping[Hex, str], kinds: Mapping[Hex, str], view: Viewport | None = None
) -> tuple[Ground, ...]:
    """The hexes of terrain that the view shows; all without one."""
    found = []
    for place in terrain:
        x, y = centre(place)
        if view is None or view.holds((x, y)):
            kind = kinds[place]
            size = round(SIZE * (1.5 if kind in ("planet", "black-hole", "worm-hole") else 1.1))
            found.append(Ground(kind, outline(place), SYMBOLS[kind], x - size // 2, y - size // 2, size))
    return tuple(found)
