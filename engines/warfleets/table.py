"""The table: its edges, its terrain, and the markers and mines that lie on it (W2, W5, W20)."""

from dataclasses import dataclass
from typing import Final, Literal

from engines.seam.sides import Side
from engines.warfleets.geometry import (
    INCH,
    Disc,
    Place,
    Polygon,
    edges,
    inside,
    sees_through_polygon,
    segments_meet,
)
from engines.warfleets.terrain import Terrain

WIDTH: Final = 72 * INCH
DEPTH: Final = 48 * INCH
ZONE: Final = 12 * INCH
"""How deep a deployment zone is (W6)."""
SPACING: Final = 9 * INCH
"""Markers lie more than so far from edges, zones and each other (W5)."""
CLEAR: Final = 1 * INCH
"""How far a ship is from others after it has gone over one (W11)."""
RETURN: Final = 4 * INCH
"""How far from where it left a ship comes back (W12)."""
LEAST_PIECES: Final = 5
"""So many pieces of terrain lie on a table at least (W2)."""

Edge = Literal["bottom", "right", "top", "left"]
EDGES: Final[tuple[Edge, ...]] = ("bottom", "right", "top", "left")
OPPOSITE: Final[dict[Edge, Edge]] = {"bottom": "top", "right": "left", "top": "bottom", "left": "right"}


def piece_fault(piece: Terrain) -> str:
    """What is wrong with a piece of terrain by itself, as a sentence; "" if nothing is (W2)."""
    if not piece.kinds:
        return f"{piece.name} is of no kind."
    if piece.corners:
        corners = piece.polygon()
        if len(corners) < 3 or _crossed(corners):
            return f"{piece.name} needs three corners or more, and its sides may not cross."
        return "" if all(on_table(corner) for corner in corners) else f"{piece.name} lies beyond the edge."
    if piece.radius <= 0:
        return f"{piece.name} has neither corners nor a radius."
    return "" if base_on_table(piece.disc()) else f"{piece.name} lies beyond the edge."


def _crossed(corners: Polygon) -> bool:
    """Whether two sides of a polygon that are not neighbours have a point in common, or a side has no length."""
    sides = edges(corners)
    if any(start == end for start, end in sides):
        return True
    return any(
        segments_meet(*sides[one], *sides[other])
        for one in range(len(sides))
        for other in range(one + 2, len(sides))
        if (one, other) != (0, len(sides) - 1)
    )


def lie_over(one: Terrain, other: Terrain) -> bool:
    """Whether two pieces of terrain lie over each other; polygons that touch do, too."""
    if not one.corners:
        return other.under(one.disc())
    if not other.corners:
        return one.under(other.disc())
    return any(
        sees_through_polygon(start, end, other.polygon()) for start, end in edges(one.polygon())
    ) or inside(other.polygon()[0], one.polygon())


@dataclass(slots=True)
class Marker:
    """A marker of the mission; `carrier` is the ship that carries it, -1 if it lies on the table (W5)."""

    place: Place
    carrier: int = -1


@dataclass(slots=True)
class Mine:
    """A mine of an Expert Sapper, which goes off under the enemies of its side."""

    place: Place
    side: Side


def on_table(place: Place) -> bool:
    """Whether a point is on the table, its edge included."""
    return 0 <= place[0] <= WIDTH and 0 <= place[1] <= DEPTH


def base_on_table(disc: Disc) -> bool:
    """Whether a whole base is on the table."""
    (x, y), radius = disc
    return radius <= x <= WIDTH - radius and radius <= y <= DEPTH - radius


def from_edge(place: Place, edge: Edge) -> int:
    """How far a point is from an edge of the table; negative beyond it."""
    x, y = place
    if edge == "bottom":
        return y
    if edge == "top":
        return DEPTH - y
    return x if edge == "left" else WIDTH - x


def beside_edge(edge: Edge, along: int, far: int) -> Place:
    """The point so far along an edge, from the left or from the bottom, and so far in from it.

    >>> beside_edge("top", 100, 300), beside_edge("right", 100, 300)
    ((100, 4500), (6900, 100))
    """
    if edge in ("bottom", "top"):
        return (along, far if edge == "bottom" else DEPTH - far)
    return (far if edge == "left" else WIDTH - far, along)


def length_of(edge: Edge) -> int:
    """How long an edge of the table is."""
    return WIDTH if edge in ("bottom", "top") else DEPTH


def along_edge(one: Place, other: Place, edge: Edge) -> int:
    """How far two points are from each other along an edge."""
    return abs(one[0] - other[0]) if edge in ("bottom", "top") else abs(one[1] - other[1])


def in_zone(disc: Disc, edge: Edge) -> bool:
    """Whether a whole base is in the deployment zone at an edge (W6, WF29)."""
    return base_on_table(disc) and from_edge(disc[0], edge) + disc[1] <= ZONE


def far_from_edges(place: Place, edge: Edge) -> bool:
    """Whether a marker may lie so near the edges and both zones, if one side deploys at this edge (W5)."""
    x, y = place
    if min(x, y, WIDTH - x, DEPTH - y) <= SPACING:
        return False
    return min(from_edge(place, edge), from_edge(place, OPPOSITE[edge])) > ZONE + SPACING


def edge_left(start: Place, end: Place) -> tuple[Edge, Place] | None:
    """Over which edge a way leaves the table, and where, for a model that starts on it; None if it does not (W12).

    >>> edge_left((100, 100), (100, -100))
    ('bottom', (100, 0))
    """
    if on_table(end):
        return None
    best: tuple[int, int, Edge] | None = None
    for edge in EDGES:
        before, beyond = from_edge(start, edge), -from_edge(end, edge)
        if beyond <= 0 or before < 0:
            continue
        whole = before + beyond
        if best is None or before * best[1] < best[0] * whole:
            best = (before, whole, edge)
    if best is None:
        return None
    done, whole, edge = best
    x, y = start
    x, y = x + (end[0] - x) * done // whole, y + (end[1] - y) * done // whole
    return edge, (min(max(x, 0), WIDTH), min(max(y, 0), DEPTH))
