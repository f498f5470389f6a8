"""Marks of a frame as SVG; they hold numbers, the sides' names, "shield" and "hull" only."""

from collections.abc import Iterable
from math import hypot

from engines.talon.report.drawing.geometry import PLATE, Point
from engines.talon.report.drawing.marks import TOLL_RIGHT, TOLL_UP, Mark

BURST = (
    "M0-19l4 11 10-7-5 11 12 2-11 5 8 9-12-4-1 12-6-10-9 8 4-12-12 1 9-8-8-9 12 3z"  # a star of uneven rays
)
AWAY = "M-9 6L0-4 9 6M-9 13L0 3 9 13"


def mark_svg(mark: Mark) -> str:
    """The mark as one element."""
    css = f"{mark.kind} of-{mark.side}"
    if len(mark.points) == 2:
        (x1, y1), (x2, y2) = _ends(mark)
        return f'<path class="{css}" d="M{x1} {y1}L{x2} {y2}"/>'
    x, y = mark.points[0]
    if mark.text:
        return f'<text class="{css}" x="{x + TOLL_RIGHT}" y="{y - TOLL_UP}">{mark.text}</text>'
    return (
        f'<path class="{css}" transform="translate({x} {y})" d="{BURST if mark.kind == "burst" else AWAY}"/>'
    )


def marks_svg(marks: Iterable[Mark], kinds: Iterable[str]) -> str:
    """All marks of some kinds."""
    wanted = set(kinds)
    return "".join(mark_svg(mark) for mark in marks if mark.kind in wanted)


def _ends(mark: Mark) -> tuple[Point, Point]:
    """A line of fire begins at the firer's edge and ends at the target's; a miss goes by it."""
    (x1, y1), (x2, y2) = mark.points
    length = hypot(x2 - x1, y2 - y1)
    if mark.kind not in ("hit", "miss") or length < 2 * PLATE:
        return mark.points[0], mark.points[1]
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    near, far = PLATE, PLATE - 6 if mark.kind == "hit" else -PLATE
    aside = 0 if mark.kind == "hit" else 7
    start = round(x1 + dx * near), round(y1 + dy * near)
    return start, (round(x2 - dx * far - dy * aside), round(y2 - dy * far + dx * aside))


UNDER = ("wake", "flight", "launch", "miss", "hit")
OVER = ("burst", "away", "soak", "toll")
