"""A table as a page draws it: every piece where it lies in the drawing, and in words.

One unit of the drawing is 1/100 inch. The drawing grows downwards, and the table up: `y` here is that of the drawing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from battles.warfleets.tables.naming import degrees
from engines.seam.sides import Side
from engines.warfleets.geometry import INCH
from engines.warfleets.table import Edge
from engines.warfleets.terrain import Terrain
from engines.warfleets.view import BattleView, FleetView, MarkerView, ModelView

FOOT: Final = 12 * INCH
SHIPS: Final = {"heavy": "battleship", "medium": "heavy_cruiser", "light": "destroyer"}
"""Which ship of the counters is drawn for a size."""
EARLY: Final = ("initiative", "terrain", "edge")
"""As long as nobody has an edge there are no zones."""
AWAY: Final = ("waiting", "reserve", "off")
EDGE: Final = 2 * INCH
"""How broad an edge is drawn that can be taken."""
ROUND: Final = 250
"""What is seen round the table: its numbers."""
PATTERNS: Final = ("blocking", "dangerous", "difficult", "cover")
"""Kinds of terrain, the one first whose pattern a piece of several kinds has."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The deployment zone of a side, or an edge that can be taken, by its name."""

    name: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain: its corners as `points`, or a disc round `x`, `y` with a `radius`."""

    name: str
    pattern: str
    words: str
    points: str
    x: int
    y: int
    radius: int


@dataclass(frozen=True, slots=True)
class Token:
    """A marker or a mine that lies on the table; `side` is "" if it is nobody's."""

    name: str
    side: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A model on the table: its base, its bow, what it is and how it is; `marks` name what is to be seen of it."""

    number: int
    side: Side
    name: str
    symbol: str
    ship: bool
    x: int
    y: int
    turned: str
    radius: int
    damage: int
    boxes: int
    markers: int
    words: str
    marks: str


@dataclass(frozen=True, slots=True)
class Tie:
    """A line between two models that are engaged with each other."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class Board:
    """All that is drawn of a table. As view boxes, `whole` is all of it with its numbers, and `fit` where models are.

    Models that are `away` may come onto the table: their shapes are there for it.
    """

    width: int
    depth: int
    whole: str
    fit: str
    zones: tuple[Zone, ...]
    edges: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    markers: tuple[Token, ...]
    mines: tuple[Token, ...]
    ties: tuple[Tie, ...]
    figures: tuple[Figure, ...]
    away: tuple[Figure, ...]
    across: tuple[tuple[int, int], ...]
    up: tuple[tuple[int, int], ...]


def board_of(seen: BattleView) -> Board:
    """What is drawn of a battle."""
    lying = [one for one in seen.models if one.status == "table"]
    return Board(
        seen.width,
        seen.depth,
        _whole(seen),
        _fit(lying, seen),
        tuple(_zone(one, seen.depth) for one in seen.fleets) if seen.step not in EARLY else (),
        tuple(_edge(one, seen) for one in seen.asked.edges) if seen.asked is not None else (),
        tuple(_piece(one, seen.depth) for one in seen.terrain),
        tuple(_marker(one, seen.depth) for one in seen.markers if one.holder is None),
        tuple(Token("Mine", one.side, one.place[0], seen.depth - one.place[1]) for one in seen.mines),
        tuple(_ties(lying, seen)),
        tuple(_figure(one, seen) for one in lying),
        tuple(_figure(one, seen) for one in seen.models if one.status in AWAY),
        tuple((at, at // INCH) for at in range(0, seen.width + 1, FOOT)),
        tuple((seen.depth - at, at // INCH) for at in range(0, seen.depth + 1, FOOT)),
    )


def _whole(seen: BattleView) -> str:
    return f"{-ROUND} {-ROUND} {seen.width + 2 * ROUND} {seen.depth + 2 * ROUND}"


def _fit(lying: Sequence[ModelView], seen: BattleView) -> str:
    """The part of the table with models and markers, or all of it for models to be set up."""
    places = [one.place for one in (*lying, *(one for one in seen.models if one.status == "off"))]
    places += [one.place for one in seen.markers if one.holder is None]
    comes = seen.asked is not None and seen.asked.word == "arrive"
    if not seen.round or not lying or comes:
        return _whole(seen)
    left = max(0, min(x for x, _ in places) - 4 * INCH)
    right = min(seen.width, max(x for x, _ in places) + 4 * INCH)
    low = max(0, min(y for _, y in places) - 4 * INCH)
    high = min(seen.depth, max(y for _, y in places) + 4 * INCH)
    return f"{left} {seen.depth - high} {right - left} {high - low}"


def _zone(fleet: FleetView, depth: int) -> Zone:
    (left, bottom), (right, top) = fleet.zone
    return Zone(fleet.side, left, depth - top, right - left, top - bottom)


def _edge(edge: Edge, seen: BattleView) -> Zone:
    width, depth = seen.width, seen.depth
    return {
        "bottom": Zone(edge, 0, depth - EDGE, width, EDGE),
        "top": Zone(edge, 0, 0, width, EDGE),
        "left": Zone(edge, 0, 0, EDGE, depth),
        "right": Zone(edge, width - EDGE, 0, EDGE, depth),
    }[edge]


def _piece(piece: Terrain, depth: int) -> Piece:
    pattern = next(one for one in PATTERNS if one in piece.kinds)
    corners = [(x, depth - y) for x, y in piece.corners]
    x, y = _middle(corners) if corners else (piece.centre[0], depth - piece.centre[1])
    points = " ".join(f"{across},{down}" for across, down in corners)
    return Piece(piece.name, pattern, ", ".join(piece.kinds), points, x, y, piece.radius)


def _middle(corners: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def _marker(marker: MarkerView, depth: int) -> Token:
    return Token(f"Marker {marker.number + 1}", "", marker.place[0], depth - marker.place[1])


def _figure(model: ModelView, seen: BattleView) -> Figure:
    symbol = f"{model.side}-{SHIPS[model.size]}" if model.ship else model.size
    return Figure(
        model.number,
        model.side,
        model.name,
        symbol,
        model.ship,
        model.place[0],
        seen.depth - model.place[1],
        degrees(model.heading),
        model.radius,
        model.damage,
        model.boxes,
        len(model.markers),
        _words(model),
        " ".join(_marks(model, seen)),
    )


def _words(model: ModelView) -> str:
    """What a model is, and what is left of it: "Anvil, heavy ship: 3 of 8 damage, carries a marker"."""
    said = [f"{model.damage} of {model.boxes} damage" if model.damage else "undamaged"]
    if model.markers:
        said.append(
            "carries a marker" if len(model.markers) == 1 else f"carries {len(model.markers)} markers"
        )
    if model.engaged:
        said.append("engaged")
    if model.acted:
        said.append("has acted")
    return f"{model.name}, {model.title}: {', '.join(said)}"


def _marks(model: ModelView, seen: BattleView) -> Iterator[str]:
    if model.acted:
        yield "has-acted"
    if model.engaged:
        yield "is-engaged"
    if model.number == seen.active:
        yield "is-active"
    if seen.asked is not None and model.number in [one.model for one in seen.asked.ranges]:
        yield "is-ready"


def _ties(lying: Sequence[ModelView], seen: BattleView) -> Iterator[Tie]:
    placed = {one.number: one.place for one in lying}
    for one in lying:
        for other in one.engaged:
            if one.number < other and other in placed:
                there = placed[other]
                yield Tie(one.place[0], seen.depth - one.place[1], there[0], seen.depth - there[1])
