"""Hexes, facings, arcs, lines and the map's window, as the rules' text gives them (5.3, 7.5, 17)."""

from collections.abc import Iterator
from functools import cache

from engines.talon.documents.positions import WindowDocument

Hex = tuple[int, int]
"""Axial q to the east, r to the south-east."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""One hex east, north-east, north-west, west, south-west, south-east: facings 0 to 5, counterclockwise."""


def hex_of(number: int) -> Hex:
    """The axial hex that a document writes as 1024 * q + r."""
    r = (number + 512) % 1024 - 512
    return (number - r) // 1024, r


def number_of(place: Hex) -> int:
    """The number a document writes for a hex."""
    return 1024 * place[0] + place[1]


def distance(one: Hex, other: Hex) -> int:
    """How many hexes apart two hexes are."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbour(place: Hex, facing: int) -> Hex:
    """The hex next to `place` on that side."""
    q, r = DIRECTIONS[facing % 6]
    return place[0] + q, place[1] + r


def arc(here: Hex, facing: int, there: Hex) -> str:
    """5.3: the arc F, L, R or B of a ship at `here` that holds `there`; none for the same hex."""
    return _arc(facing % 6, there[0] - here[0], there[1] - here[1])


@cache
def _arc(facing: int, q: int, r: int) -> str:
    """5.3: the vector as a hexes ahead and b to the left of ahead; then the exact test with u and v."""
    if (q, r) == (0, 0):
        return ""
    ahead, left = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]
    determinant = ahead[0] * left[1] - ahead[1] * left[0]
    a = (q * left[1] - r * left[0]) // determinant
    b = (ahead[0] * r - ahead[1] * q) // determinant
    u, v = 2 * a + b, b
    if u > 0 and 3 * abs(v) <= u:
        return "F"
    if u < 0 and 3 * abs(v) <= -u:
        return "B"
    return "L" if v > 0 else "R"


def sides_toward(here: Hex, there: Hex) -> list[int]:
    """R11, 15, 18: the hex sides through which the line from `here` to `there` leaves; two along a spine."""
    q, r = there[0] - here[0], there[1] - here[1]
    s = -q - r
    along = [q * dq + r * dr + s * (-dq - dr) for dq, dr in DIRECTIONS]
    return [facing for facing in range(6) if along[facing] == max(along)]


def passes_inside(one: Hex, other: Hex, place: Hex) -> bool:
    """17: whether the line from centre to centre passes through the inside of `place`, not only along its edge."""
    return _passes(
        (one[0] - place[0], one[1] - place[1]),
        (other[0] - place[0], other[1] - place[1]),
    )


@cache
def _passes(start: Hex, end: Hex) -> bool:
    """The inside of the hex at 0,0 is where q - r, r - s and s - q all lie between -1 and 1; s is -q - r."""
    if start == (0, 0) or end == (0, 0):
        return True
    first, last = 0.0, 1.0
    for begins, ends in zip(_differences(start), _differences(end), strict=True):
        if begins == ends:
            if abs(begins) >= 1:
                return False
            continue
        times = sorted([(-1 - begins) / (ends - begins), (1 - begins) / (ends - begins)])
        first, last = max(first, times[0]), min(last, times[1])
    return first + 1e-9 < last


def _differences(point: Hex) -> tuple[int, int, int]:
    q, r = point
    s = -q - r
    return q - r, r - s, s - q


def columns_of(window: WindowDocument, row: int) -> int:
    """R6: odd rows have as many hexes as the window has columns, even rows one more."""
    return window.columns if row % 2 else window.columns + 1


def hex_at(window: WindowDocument, row: int, column: int) -> Hex:
    """R6: the hex of a row and a column, both from 1, in the window where it lies now."""
    return column - row // 2 + window.q, row + window.r


def row_hexes(window: WindowDocument, row: int) -> Iterator[Hex]:
    """The hexes of a row, from the left."""
    for column in range(1, columns_of(window, row) + 1):
        yield hex_at(window, row, column)


def window_hexes(window: WindowDocument) -> Iterator[Hex]:
    """Every hex of the map."""
    for row in range(1, window.rows + 1):
        yield from row_hexes(window, row)


def in_window(window: WindowDocument, place: Hex) -> bool:
    """R6: whether the hex is on the map."""
    row = place[1] - window.r
    column = place[0] - window.q + row // 2
    return 1 <= row <= window.rows and 1 <= column <= columns_of(window, row)
