"""Where models are and what lies between them, in whole numbers: 1/100 inch and 1/10 degree.

A heading of 0 is up the table, towards greater y, and headings grow clockwise. Nothing here is a float, so every build
and every language finds the same.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Final, Literal

INCH: Final = 100
DEGREE: Final = 10
TURN: Final = 3600
"""A whole turn."""
SCALE: Final = 1 << 20
"""What a sine of 1 is in the table."""
Arc = Literal["front", "right", "rear", "left"]


Place = tuple[int, int]
"""A point of the table, across and up; a plain pair is the fastest there is, in either build."""


Disc = tuple[Place, int]
"""What a base covers, or a round piece of terrain: its middle and its radius."""


Polygon = tuple[Place, ...]
"""The corners in turn; the last is joined to the first, and no two edges cross."""


def rounded(number: int, divisor: int) -> int:
    """A quotient to the nearest whole number, and to the even one if two are as near.

    >>> rounded(5, 2), rounded(7, 2), rounded(-5, 2), rounded(8, 3)
    (2, 4, -2, 3)
    """
    whole, rest = divmod(number, divisor)
    if 2 * rest > divisor or (2 * rest == divisor and whole % 2):
        return whole + 1
    return whole


def _quarter() -> list[int]:
    """The sines from 0 to 90 degrees, summed up as a series of whole numbers with 80 bits behind the point."""
    pi, bits = 314159265358979323846264338327950288, 80
    found: list[int] = []
    for tenth in range(TURN // 4 + 1):
        angle = ((pi << bits) * tenth) // (10**35 * (TURN // 2))
        term, total, step = angle, 0, 1
        while term:
            total += term
            term = -(((term * angle) >> bits) * angle >> bits) // ((step + 1) * (step + 2))
            step += 2
            if abs(term) <= 1:
                break
        found.append(rounded(total, 1 << (bits - 20)))
    return found


def _whole_turn() -> tuple[int, ...]:
    up = _quarter()
    half = [*up, *up[-2:0:-1]]
    return (*half, *(-sine for sine in half))


SINES: Final = _whole_turn()
"""Of each tenth of a degree, times `SCALE`."""


def sine(heading: int) -> int:
    """The sine of a heading, times `SCALE`."""
    return SINES[heading % TURN]


def cosine(heading: int) -> int:
    """The cosine of a heading, times `SCALE`."""
    return SINES[(heading + TURN // 4) % TURN]


def ahead(start: Place, heading: int, distance: int) -> Place:
    """Where something is that has gone so far straight on."""
    x, y = start
    return x + rounded(distance * sine(heading), SCALE), y + rounded(distance * cosine(heading), SCALE)


def away(start: Place, source: Place, distance: int) -> Place:
    """Where something is that was pushed so far straight away from the source; towards it if `distance` is negative.

    From its own place it goes up the table.
    """
    x, y = start
    right, up = x - source[0], y - source[1]
    squared = right * right + up * up
    if not squared:
        return x, y + distance
    return x + _over_root(distance * right, squared), y + _over_root(distance * up, squared)


def _over_root(number: int, squared: int) -> int:
    """A number divided by the root of another, to the nearest whole number."""
    twice = isqrt(4 * number * number // squared)
    exact = twice * twice * squared == 4 * number * number
    size = twice // 2
    if twice % 2 and (not exact or size % 2):
        size += 1
    return size if number >= 0 else -size


def squared_distance(one: Place, other: Place) -> int:
    """The square of the distance of two points."""
    x, y = one
    other_x, other_y = other
    return (x - other_x) * (x - other_x) + (y - other_y) * (y - other_y)


def squared_to_nearest(place: Place, goals: Sequence[Place]) -> int:
    """The square of the distance to the nearest of some places; 0 if there is none."""
    x, y = place
    nearest = -1
    for goal_x, goal_y in goals:
        squared = (x - goal_x) * (x - goal_x) + (y - goal_y) * (y - goal_y)
        if squared < nearest or nearest < 0:
            nearest = squared
    return max(nearest, 0)


def length(one: Place, other: Place) -> int:
    """The distance of two points, rounded up: a way is never shorter than it is drawn."""
    return _root(squared_distance(one, other))


def length_to_nearest(place: Place, goals: Sequence[Place]) -> int:
    """The distance to the nearest of some places, rounded up; 0 if there is none."""
    return _root(squared_to_nearest(place, goals))


def _root(squared: int) -> int:
    root = isqrt(squared)
    return root if root * root == squared else root + 1


def within(one: Disc, other: Disc, reach: int) -> bool:
    """Whether two discs are so near each other, from edge to edge."""
    place, radius = one
    other_place, other_radius = other
    far = reach + radius + other_radius
    return far >= 0 and squared_distance(place, other_place) <= far * far


def overlap(one: Disc, other: Disc) -> bool:
    """Whether two discs have more than an edge in common."""
    place, radius = one
    other_place, other_radius = other
    far = radius + other_radius
    return squared_distance(place, other_place) < far * far


def gap(one: Disc, other: Disc) -> int:
    """How far two discs are from edge to edge, rounded up; 0 if they touch or overlap."""
    return max(0, length(one[0], other[0]) - one[1] - other[1])


def _bearing(place: Place, heading: int, target: Place) -> tuple[int, int]:
    """How far a point lies ahead of a model and to its right, times `SCALE`."""
    x, y = target[0] - place[0], target[1] - place[1]
    up, across = SINES[heading % TURN], SINES[(heading + TURN // 4) % TURN]
    return x * up + y * across, x * across - y * up


def arc(place: Place, heading: int, target: Place) -> Arc:
    """In which quarter of a model a point lies.

    A point on the line is in the front rather than at the side, and at the side rather than in the rear.
    """
    forward, right = _bearing(place, heading, target)
    if forward >= abs(right):
        return "front"
    if -forward > abs(right):
        return "rear"
    return "right" if right > 0 else "left"


def bears(place: Place, heading: int, target: Place, facing: Arc) -> bool:
    """Whether a point is in a quarter of a model, its two lines included (WF19)."""
    forward, right = _bearing(place, heading, target)
    if facing == "front":
        return forward >= abs(right)
    if facing == "rear":
        return -forward >= abs(right)
    return (right if facing == "right" else -right) >= abs(forward)


def turn_to(place: Place, heading: int, target: Place) -> int:
    """By how much a model at a place turns to face a point, to 1/10 degree: -1799 to 1800, to the right if positive.

    >>> turn_to((0, 0), 0, (100, 100)), turn_to((0, 0), 900, (0, 50))
    (450, -900)
    """
    forward, right = _bearing(place, heading, target)
    low, high = 0, TURN // 2
    while high - low > 1:
        middle = (low + high) // 2
        if abs(right) * cosine(middle) > forward * sine(middle):
            low = middle
        else:
            high = middle
    beyond = forward * sine(high) - abs(right) * cosine(high)
    short = abs(right) * cosine(low) - forward * sine(low)
    turn = low if short <= beyond else high
    return turn if right >= 0 else -turn


def _cross(origin: Place, one: Place, other: Place) -> int:
    x, y = origin
    return (one[0] - x) * (other[1] - y) - (one[1] - y) * (other[0] - x)


def _squared_to_segment(point: Place, start: Place, end: Place) -> tuple[int, int]:
    """The square of the distance of a point to a segment, as a fraction."""
    start_x, start_y = start
    x, y = point[0] - start_x, point[1] - start_y
    right, up = end[0] - start_x, end[1] - start_y
    along, whole = x * right + y * up, right * right + up * up
    if along <= 0:
        return x * x + y * y, 1
    if along >= whole:
        return squared_distance(point, end), 1
    across = right * y - up * x
    return across * across, whole


def nearer(point: Place, start: Place, end: Place, reach: int) -> bool:
    """Whether a point is nearer to a segment than `reach`."""
    squared, divisor = _squared_to_segment(point, start, end)
    return squared < reach * reach * divisor


def as_near(point: Place, start: Place, end: Place, reach: int) -> bool:
    """Whether a point is as near to a segment as `reach`, or nearer."""
    squared, divisor = _squared_to_segment(point, start, end)
    return squared <= reach * reach * divisor


def _on(point: Place, start: Place, end: Place) -> bool:
    """Whether a point is on a segment."""
    if _cross(start, end, point):
        return False
    x, y = point
    start_x, start_y = start
    end_x, end_y = end
    return min(start_x, end_x) <= x <= max(start_x, end_x) and min(start_y, end_y) <= y <= max(start_y, end_y)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def segments_meet(one: Place, end: Place, other: Place, other_end: Place) -> bool:
    """Whether two segments have a point in common."""
    first = _sign(_cross(one, end, other)) * _sign(_cross(one, end, other_end))
    second = _sign(_cross(other, other_end, one)) * _sign(_cross(other, other_end, end))
    if first < 0 and second < 0:
        return True
    return (
        _on(other, one, end)
        or _on(other_end, one, end)
        or _on(one, other, other_end)
        or _on(end, other, other_end)
    )


def inside(point: Place, polygon: Polygon) -> bool:
    """Whether a point is in a polygon; its edge belongs to it."""
    found = False
    last = polygon[-1]
    for corner in polygon:
        if _on(point, last, corner):
            return True
        if (last[1] > point[1]) != (corner[1] > point[1]):
            left_of = _cross(last, corner, point) > 0
            if left_of == (corner[1] > last[1]):
                found = not found
        last = corner
    return found


def sees_through_polygon(start: Place, end: Place, polygon: Polygon) -> bool:
    """Whether a line of sight has a point in common with a polygon."""
    if inside(start, polygon) or inside(end, polygon):
        return True
    return any(segments_meet(start, end, one, other) for one, other in edges(polygon))


def sweeps_polygon(start: Place, end: Place, radius: int, polygon: Polygon) -> bool:
    """Whether a disc that goes straight from one place to another comes over a polygon; touching it is not enough."""
    if sees_through_polygon(start, end, polygon):
        return True
    return any(
        nearer(one, start, end, radius)
        or nearer(start, one, other, radius)
        or nearer(end, one, other, radius)
        for one, other in edges(polygon)
    )


def edges(polygon: Sequence[Place]) -> list[tuple[Place, Place]]:
    """The edges of a polygon, from corner to corner."""
    return [(polygon[at - 1], corner) for at, corner in enumerate(polygon)]


def sweeps_disc(start: Place, end: Place, radius: int, disc: Disc) -> bool:
    """Whether a disc that goes straight from one place to another comes over a disc; touching it is not enough."""
    return nearer(disc[0], start, end, radius + disc[1])


def comes_within(start: Place, end: Place, radius: int, disc: Disc, reach: int) -> bool:
    """Whether a disc that goes straight comes so near another, from edge to edge."""
    return as_near(disc[0], start, end, radius + disc[1] + reach)


def first_contact(start: Disc, heading: int, most: int, other: Disc) -> int | None:
    """How far a disc goes straight until it touches another, to 1/100 inch without overlapping; None if it does not.

    >>> first_contact(((0, 0), 100), 0, 600, ((0, 500), 100))
    300
    """
    if overlap(start, other):
        return None
    place, radius = start
    x, y = other[0][0] - place[0], other[0][1] - place[1]
    nearest = min(most, rounded(x * sine(heading) + y * cosine(heading), SCALE))
    if nearest < 0 or not within((ahead(place, heading, nearest), radius), other, 0):
        return None
    apart, touching = 0, nearest
    if within(start, other, 0):
        return 0
    while touching - apart > 1:
        middle = (apart + touching) // 2
        if within((ahead(place, heading, middle), radius), other, 0):
            touching = middle
        else:
            apart = middle
    exact = not overlap((ahead(place, heading, touching), radius), other)
    return touching if exact else apart
