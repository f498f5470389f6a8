"""The whole battle as one picture: every track, every loss, and the final positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from engines.seam.sides import Side
from engines.talon.report.cast import Cast
from engines.talon.report.drawing import labels
from engines.talon.report.drawing.board import (
    Ground,
    Piece,
    PlanetFigure,
    Wreck,
    figure_of,
    ground_of,
    pieces_of,
    points_of,
)
from engines.talon.report.drawing.camera import whole_view
from engines.talon.report.drawing.geometry import Point, Viewport, centre
from engines.talon.report.frames import Frame

LETTERS = 2.4
"""How large letters are on a phone; on a desk they take less room."""
ASIDE: tuple[Point, ...] = ((0, 0), (4, 3), (-4, -3), (4, -4), (-4, 4), (7, 0), (-7, 0), (0, 6), (0, -6))


class CourseSpot(NamedTuple):
    """A point of the picture."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Track:
    """Where a unit went: an SVG path, its first point, and where it left the map, if it did."""

    side: Side
    path: str
    start: CourseSpot
    end: CourseSpot | None


@dataclass(frozen=True, slots=True)
class Course:
    """The picture of a whole battle."""

    view: Viewport
    ground: tuple[Ground, ...]
    tracks: tuple[Track, ...]
    wrecks: tuple[Wreck, ...]
    pieces: tuple[Piece, ...]
    planet: PlanetFigure | None = None


def course_of(frames: Sequence[Frame], cast: Cast) -> Course:
    """The course of the battle."""
    last = frames[-1]
    terrain = {place: kind for frame in frames for place, kind in frame.terrain.items()}
    view = whole_view(frames)
    wrecks = {unit: centre(place) for unit, place in last.wrecks.items()}
    names = {unit: labels.short(cast[unit].name) for unit in (*wrecks, *last.stands)}
    places = labels.placed(wrecks | points_of(last.stands), names, scale=LETTERS)
    return Course(
        view,
        ground_of(terrain, terrain, view),
        tuple(track for role in cast if (track := _track(role.number, frames, cast)) is not None),
        tuple(
            Wreck(unit, cast[unit].side, *point, places.get(unit, 0), names[unit] if unit in places else "")
            for unit, point in wrecks.items()
        ),
        tuple(_named(piece, places, names) for piece in pieces_of(last.stands, cast)),
        figure_of(cast.planet, last.planet_damage),
    )


def _named(piece: Piece, places: Mapping[int, int], names: Mapping[int, str]) -> Piece:
    """The piece with its name where that has room on the whole picture."""
    unit = piece.role.number
    return replace(piece, label=places.get(unit, 0), name=names[unit] if unit in places else "")


def _track(unit: int, frames: Sequence[Frame], cast: Cast) -> Track | None:
    """The unit's track, a little off the middles of the hexes so that tracks do not overlap; None without one."""
    aside = ASIDE[unit % len(ASIDE)]
    places = [frame.stands[unit].place for frame in frames if unit in frame.stands]
    if not places:
        return None
    points = [_moved(centre(place), aside) for place, _ in groupby(places)]
    here = unit in frames[-1].stands or unit in frames[-1].wrecks
    return Track(cast[unit].side, rounded(points), points[0], None if here else points[-1])


def _moved(point: Point, aside: Point) -> CourseSpot:
    return CourseSpot(point[0] + aside[0], point[1] + aside[1])


def rounded(points: Sequence[Point]) -> str:
    """A path through points with its corners cut round.

    >>> rounded([(0, 0), (10, 0), (10, 20)])
    'M0 0L5 0Q10 0 10 10L10 20'
    """
    path = f"M{points[0][0]} {points[0][1]}"
    for (x1, y1), (x2, y2), (x3, y3) in zip(points, points[1:], points[2:], strict=False):
        path += f"L{(x1 + x2) // 2} {(y1 + y2) // 2}Q{x2} {y2} {(x2 + x3) // 2} {(y2 + y3) // 2}"
    return f"{path}L{points[-1][0]} {points[-1][1]}"
