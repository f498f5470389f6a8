"""Where hexes lie on a drawing of the board, how ships are turned, and which part of the plane is shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import sqrt

from engines.talon.hexes import Facing, Hex, axial

SIZE = 24
"""From a hex's middle to a corner, in units of the drawing; rows are 1.5 of it apart."""
WIDE = SIZE * sqrt(3)
TALL = SIZE * 1.5
PLATE = 17
"""From the middle of a counter to its edge."""

Point = tuple[int, int]


@cache
def centre(place: Hex) -> Point:
    """The middle of a hex."""
    q, r = axial(place)
    return round(WIDE * (q + r / 2)), round(TALL * r)


def angle(facing: Facing) -> int:
    """By how many degrees a ship drawn upward is turned, clockwise, to face a hex side.

    >>> angle(0), angle(1), angle(3)
    (90, 30, 270)
    """
    return (90 - 60 * facing) % 360


def outline(place: Hex) -> str:
    """A hex as an SVG path."""
    x, y = centre(place)
    half, quarter = WIDE / 2, SIZE / 2
    return (
        f"M{x} {y - SIZE}l{half:.1f} {quarter:g}v{SIZE}l{-half:.1f} {quarter:g}"
        f"l{-half:.1f} {-quarter:g}v{-SIZE}z"
    )


@dataclass(frozen=True, slots=True)
class Viewport:
    """The part of the plane that is shown: left, top, width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def box(self) -> str:
        """As the attribute viewBox."""
        return f"{self.x} {self.y} {self.width} {self.height}"

    @property
    def middle(self) -> Point:
        """The middle of it."""
        return self.x + self.width // 2, self.y + self.height // 2

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        x, y = point
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


def view_of(
    places: Iterable[Hex], margin: float = 1.2, least: tuple[float, float] = (9, 6), ratio: float = 0.0
) -> Viewport:
    """The view that holds the places with a margin of hexes around, not smaller than `least` hexes.

    With a `ratio` of width to height it grows to that shape.
    """
    points = [centre(place) for place in places] or [(0, 0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = max(max(xs) - min(xs) + 2 * margin * WIDE, least[0] * WIDE)
    height = max(max(ys) - min(ys) + 2 * margin * TALL, least[1] * TALL)
    if ratio:
        width, height = max(width, height * ratio), max(height, width / ratio)
    x, y = (min(xs) + max(xs) - width) / 2, (min(ys) + max(ys) - height) / 2
    return Viewport(round(x), round(y), round(width), round(height))
