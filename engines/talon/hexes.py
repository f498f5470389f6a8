"""Hexes, facings, ranges, arcs and lines (5.3, 17). Everything relative is worked out once and looked up.

A hex is one int: `1024 * q + r` in axial coordinates, q to the east, r to the south-east, so that neighbours,
distances and arcs depend only on the difference of two hexes. Facings are 0 to 5 counterclockwise from east.
"""

from collections.abc import Callable
from typing import Final, TypeVar

V = TypeVar("V")

Hex = int
Facing = int
Arc = int

ROW: Final = 1024
E, NE, NW, W, SW, SE = range(6)
FACINGS: Final = ("E", "NE", "NW", "W", "SW", "SE")
FRONT, LEFT, RIGHT, REAR = range(4)
ARCS: Final = ("front", "left", "right", "rear")
SAME_HEX: Final = 4
AXIAL: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
STEP: Final = tuple(q * ROW + r for q, r in AXIAL)


def at(q: int, r: int) -> Hex:
    """The hex at axial q, r; r is less than 512 either way.

    >>> axial(at(-3, 7))
    (-3, 7)
    """
    return q * ROW + r


def axial(place: Hex) -> tuple[int, int]:
    """The axial q, r of a hex, or of a difference of two."""
    r = (place + 512) % ROW - 512
    return (place - r) // ROW, r


NEAR: Final = 28
"""The largest distance along q or r between two hexes of a map of the usual size."""


class Table(dict[int, V]):
    """A value for each difference of two hexes, worked out when first asked for; kept as far as maps usually reach."""

    def __init__(self, work_out: Callable[[int, int], V]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, difference: int) -> V:
        """Work the value out, and keep it if the hexes are not far apart."""
        q, r = axial(difference)
        value = self._work_out(q, r)
        if -NEAR <= q <= NEAR and -NEAR <= r <= NEAR:
            self[difference] = value
        return value


def _range(q: int, r: int) -> int:
    return (abs(q) + abs(r) + abs(q + r)) // 2


def _arc(facing: Facing) -> Callable[[int, int], Arc]:
    """The exact test of 5.3 for a ship with that facing: the vector as a hexes ahead and b to the left of ahead."""
    (fq, fr), (lq, lr) = AXIAL[facing], AXIAL[(facing + 1) % 6]
    turn = fq * lr - fr * lq

    def arc(q: int, r: int) -> Arc:
        if not q and not r:
            return SAME_HEX
        ahead, left = (q * lr - r * lq) * turn, (fq * r - fr * q) * turn
        u, v = 2 * ahead + left, left
        if 3 * abs(v) <= abs(u):
            return FRONT if u > 0 else REAR
        return LEFT if v > 0 else RIGHT

    return arc


RANGE: Final = Table(_range)
"""Hexes from one to the other."""
CLOSE: Final = 6
"""How far apart two hexes may be that have a place in a list, in hexes."""
SPAN: Final = CLOSE * ROW + CLOSE
"""The largest difference of two hexes, either way, that is a place in such a list; look at it before you look there."""


FAR: Final = NEAR * ROW + NEAR
"""The same for hexes of a map of the usual size."""


def listed(values: dict[Hex, int], otherwise: int) -> list[int]:
    """The values as a list by difference of two hexes, those of negative ones at its end: looked up faster than a dict.

    >>> listed({at(-1, 0): 5}, 0)[at(-1, 0)]
    5
    """
    found = [otherwise] * (2 * SPAN + 1)
    for difference, value in values.items():
        found[difference] = value
    return found


def within(place: Hex, distance: int) -> tuple[Hex, ...]:
    """Every hex at that range or nearer, the hex itself included."""
    offsets = range(-distance, distance + 1)
    return tuple(place + at(q, r) for q in offsets for r in offsets if abs(q + r) <= distance)


RANGES: Final = listed({place: RANGE[place] for place in within(0, CLOSE)}, CLOSE + 1)
"""`RANGE` as a list, within `SPAN`; `CLOSE` + 1 for all hexes that are farther apart than `CLOSE`."""
UNLISTED: Final = 255


def _far_ranges() -> bytes:
    """`RANGE` for every difference of two hexes within `FAR`, those of negative ones at the end."""
    found = bytearray([UNLISTED]) * (2 * FAR + 1)
    for place in within(0, NEAR):
        found[place] = RANGE[place]
    return bytes(found)


FAR_RANGES: Final = _far_ranges()


def distance(away: Hex) -> int:
    """`RANGE` of a difference of two hexes, found faster in the compiled engine: no number is made to look for."""
    found = FAR_RANGES[away] if -FAR <= away <= FAR else UNLISTED
    return RANGE[away] if found == UNLISTED else found


ARC: Final = tuple(Table(_arc(facing)) for facing in range(6))
"""By facing: the arc in which a hex lies; lines between arcs belong to front and rear (5.3)."""


def _toward(q: int, r: int) -> tuple[Facing, ...]:
    return tuple(facing for facing in range(6) if ARC[facing][at(q, r)] == FRONT)


TOWARD: Final = Table(_toward)
"""The hex side through which the line to the other hex leaves; two where it runs along a spine (R11, 15, 18)."""


def _crossed(q: int, r: int) -> tuple[Hex, ...]:
    box = [(i, j) for i in range(min(0, q) - 1, max(0, q) + 2) for j in range(min(0, r) - 1, max(0, r) + 2)]
    return tuple(at(i, j) for i, j in box if _passes_inside(q, r, i, j))


def _passes_inside(q: int, r: int, i: int, j: int) -> bool:
    """Whether the line from the origin to q, r runs through the inside of the hex i, j.

    In cube coordinates the inside is where each two of the three differ from the hex's own by less than 1; each pair
    bounds the stretch of the line from `low` to `high`, as fractions of one common denominator.
    """
    low, high, scale = 0, 1, 1
    for along, middle in ((2 * q + r, 2 * i + j), (q + 2 * r, i + 2 * j), (q - r, i - j)):
        if not along:
            if abs(middle) >= 1:
                return False
            continue
        ends = sorted(((middle - 1) * (1 if along > 0 else -1), (middle + 1) * (1 if along > 0 else -1)))
        size = abs(along)
        low, high, scale = low * size, high * size, scale * size
        low, high = max(low, ends[0] * (scale // size)), min(high, ends[1] * (scale // size))
    return low < high


CROSSED: Final = Table(_crossed)
"""The hexes, as differences, whose inside the line between two centres crosses, both ends included (17)."""


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The six hexes around one, counterclockwise from east."""
    return tuple(place + step for step in STEP)
