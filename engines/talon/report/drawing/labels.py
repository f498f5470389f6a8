"""Places the names of ships below, above or beside them; a name that would overlap another is left out."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engines.talon.report.drawing.geometry import Point

PLACES: tuple[tuple[int, int, str], ...] = (
    (0, 33, "middle"),
    (0, -23, "middle"),
    (23, 4, "start"),
    (-23, 4, "end"),
)
"""Offset of a name from its ship's middle, and its anchor; the first is the usual one."""
LETTER, LINE = 5.6, 11
REACH = 130
LONGEST = 16

Box = tuple[float, float, float, float]


def short(name: str) -> str:
    """A name as it stands on the board, cut where it is too long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def placed(
    points: Mapping[int, Point],
    names: Mapping[int, str],
    scale: float = 1.0,
    first: Iterable[int] = (),
    written: Iterable[Box] = (),
) -> dict[int, int]:
    """The number of its name's place for each unit whose name has room.

    Letters are `scale` times as large as usual. The units of `first` choose before the others. Other words are
    `written` already.
    """
    taken = list(written)
    found: dict[int, int] = {}
    near = _neighbours(points)
    for number in dict.fromkeys([*(unit for unit in first if unit in points), *points]):
        around = [_counter(points[other]) for other in near[number]]
        labels = [(box(points[number], at, names[number], scale), at) for at in range(len(PLACES))]
        free = [(label, at) for label, at in labels if not any(_overlap(label, other) for other in taken)]
        if free:
            found[number] = _roomiest(free, around)
            taken.append(labels[found[number]][0])
    return found


@lru_cache(maxsize=256)
def placed_once(points: tuple[tuple[int, Point], ...], names: tuple[tuple[int, str], ...]) -> dict[int, int]:
    """The same, kept for boards that are drawn again and again: most orders move nobody. Not to be changed."""
    return placed(dict(points), dict(names))


def _roomiest(labels: Iterable[tuple[Box, int]], around: list[Box]) -> int:
    """The first place that is free, else the one that hides least."""
    crowded = []
    for label, at in labels:
        hidden = sum(_overlap(label, other) for other in around)
        if not hidden:
            return at
        crowded.append((hidden, at))
    return min(crowded, key=lambda place: place[0])[1]


def _neighbours(points: Mapping[int, Point]) -> dict[int, list[int]]:
    return {
        one: [
            other
            for other, (u, v) in points.items()
            if other != one and abs(u - x) < REACH and abs(v - y) < REACH
        ]
        for one, (x, y) in points.items()
    }


def _counter(point: Point) -> Box:
    x, y = point
    return x - 18, y - 18, x + 18, y + 23


def _label(point: Point, at: int, width: float, scale: float) -> Box:
    dx, dy, anchor = PLACES[at]
    x, y = point[0] + dx, point[1] + dy
    left = {"middle": x - width / 2, "start": x, "end": x - width}[anchor]
    return left, y - LINE * scale + 2, left + width, y + 2


def box(point: Point, at: int, name: str, scale: float = 1.0) -> Box:
    """Where a name stands: left, top, right and bottom."""
    return _label(point, at, (LETTER * len(name) + 4) * scale, scale)


def _overlap(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    if across <= 0:
        return 0.0
    return across * max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
