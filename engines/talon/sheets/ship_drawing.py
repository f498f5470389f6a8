"""Works out a ship class's sheet as shapes: arcs, charge bars, shields, power curve and hull; no Django."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engines.seam.cards import HullBox
from engines.talon.catalogue import weapon_words

Box = Literal["red", "yellow"]
CENTRE, REACH, FOOT = 100, 92, 160
ARC_SPANS = {"F": (-30, 30), "R": (30, 150), "B": (150, 210), "L": (210, 330)}
ARC_NAMES = {"F": "front", "L": "left", "R": "right", "B": "rear"}


class WeaponLike(Protocol):
    """A weapon group of the catalogue (8)."""

    @property
    def type(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def red(self) -> int: ...
    @property
    def yellow(self) -> int: ...
    @property
    def arcs(self) -> str: ...


class ShieldsLike(Protocol):
    """Shield boxes on each arc (5.3)."""

    @property
    def front(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def right(self) -> int: ...
    @property
    def rear(self) -> int: ...


class ClassLike(Protocol):
    """What the sheet needs of a ship class."""

    @property
    def power_curve(self) -> Sequence[Sequence[int]]: ...
    @property
    def shields(self) -> ShieldsLike | None: ...
    @property
    def hull(self) -> Sequence[str]: ...
    @property
    def weapons(self) -> Sequence[WeaponLike]: ...


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A small box on a drawing."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ShieldArc:
    """The boxes of one shield arc, and where its number stands."""

    name: str
    count: int
    boxes: tuple[Rectangle, ...]
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class GroupDrawing:
    """One weapon group: its wedges in a 200 x 200 drawing around the ship, and its charge bar."""

    type: str
    title: str
    count: int
    arcs: str
    arc_words: str
    wedges: tuple[str, ...]
    bar: tuple[Box, ...]
    bar_words: str


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One row of the power curve: figures, the place of its dot, the foot of its bar, and its turn marks."""

    power: int
    speed: int
    turn: int
    x: int
    y: int
    foot: int


@dataclass(frozen=True, slots=True)
class CurveDrawing:
    """The power curve as a graph in a 320 x 200 drawing: speed to the right, power upward."""

    points: tuple[CurvePoint, ...]
    line: str
    rules: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ShipSheet:
    """All drawings of a ship class."""

    hexagon: str
    dividers: tuple[str, ...]
    shields: tuple[ShieldArc, ...]
    groups: tuple[GroupDrawing, ...]
    curve: CurveDrawing
    hull: tuple[HullBox, ...]

    @property
    def shield_words(self) -> str:
        """How many boxes each shield arc has, as in "front 6, left 4"."""
        return ", ".join(f"{arc.name} {arc.count}" for arc in self.shields)


def draw_sheet(ship: ClassLike) -> ShipSheet:
    """Returns every drawing of the sheet of a ship class."""
    return ShipSheet(
        hexagon(34),
        tuple(_ray(angle) for angle in (30, 150, 210, 330)),
        shield_arcs(ship.shields) if ship.shields else (),
        tuple(draw_group(weapon) for weapon in ship.weapons),
        draw_curve(ship.power_curve),
        hull_boxes(ship.hull),
    )


def point(angle: float, distance: float) -> tuple[float, float]:
    """Returns the place at an angle in degrees clockwise from ahead, in the 200 x 200 drawing.

    >>> point(0, 50)
    (100.0, 50.0)
    """
    turned = math.radians(angle)
    x, y = CENTRE + distance * math.sin(turned), CENTRE - distance * math.cos(turned)
    return round(x, 1), round(y, 1)


def hexagon(size: int) -> str:
    """Returns the ship's hex as an SVG path: it faces a hex side, so a flat side is up (5.3)."""
    return "M" + "L".join(_pair(point(angle, size)) for angle in range(30, 390, 60)) + "Z"


def wedge(arc: str, inner: int = 34, outer: int = REACH) -> str:
    """Returns the wedge of an arc F, L, R or B: front and rear 60 degrees, left and right 120 (5.3).

    >>> wedge("F", 0, 50)
    'M100.0 100.0L75.0 56.7A50 50 0 0 1 125.0 56.7L100.0 100.0Z'
    """
    start, end = ARC_SPANS[arc]
    near_start, near_end = _pair(point(start, inner)), _pair(point(end, inner))
    far_start, far_end = _pair(point(start, outer)), _pair(point(end, outer))
    corner = "L" + _pair(point((start + end) / 2, inner)) if inner and end - start == 120 else ""
    return f"M{near_start}L{far_start}A{outer} {outer} 0 0 1 {far_end}L{near_end}{corner}Z"


def draw_group(weapon: WeaponLike) -> GroupDrawing:
    """Returns the arcs and the charge bar of a weapon group: red boxes first, then yellow (9)."""
    arcs = [arc for arc in ARC_NAMES if arc in weapon.arcs]
    bar: list[Box] = [name for name, count in _counts(weapon) for _ in range(count)]
    return GroupDrawing(
        weapon.type,
        weapon_words(weapon.type),
        weapon.count,
        weapon.arcs,
        ", ".join(ARC_NAMES[arc] for arc in arcs),
        tuple(wedge(arc) for arc in arcs),
        tuple(bar),
        " and ".join(f"{count} {name}" for name, count in _counts(weapon) if count),
    )


def draw_curve(rows: Sequence[Sequence[int]]) -> CurveDrawing:
    """Returns the graph of rows of power, speed and turn radius (5.4), fastest row first."""
    top = max(*(power for power, _, _ in rows), 3)
    heights = tuple((power, FOOT - power * 130 // top) for power in range(top + 1))
    step = 250 // len(rows)
    points = tuple(
        CurvePoint(power, speed, turn, 48 + step * place + step // 2, heights[max(power, 0)][1], FOOT)
        for place, (power, speed, turn) in enumerate(sorted(rows, key=lambda row: row[1]))
    )
    return CurveDrawing(points, "M" + "L".join(f"{dot.x} {dot.y}" for dot in points), heights)


def hull_boxes(hull: Sequence[str], marked: int = 0) -> tuple[HullBox, ...]:
    """Returns the hull boxes of a track such as ("0", "0*", "-1"), the first so many marked.

    >>> hull_boxes(("0", "-1*"), marked=1)
    (HullBox(modifier='0', critical=False, marked=True), HullBox(modifier='-1', critical=True, marked=False))
    """
    return tuple(HullBox(box.rstrip("*"), "*" in box, place < marked) for place, box in enumerate(hull))


def shield_arcs(shields: ShieldsLike) -> tuple[ShieldArc, ...]:
    """Returns the shield boxes around the ship: rows ahead and astern, columns at the sides."""
    return (
        ShieldArc("front", shields.front, _row(shields.front, 26), 100, 18),
        ShieldArc("left", shields.left, _column(shields.left, 26), 14, 105),
        ShieldArc("right", shields.right, _column(shields.right, 165), 186, 105),
        ShieldArc("rear", shields.rear, _row(shields.rear, 165), 100, 193),
    )


def _row(count: int, y: int) -> tuple[Rectangle, ...]:
    pitch = min(13, 120 // max(count, 1))
    left = CENTRE - pitch * count // 2
    return tuple(Rectangle(left + pitch * place, y, pitch - 2, 9) for place in range(count))


def _column(count: int, x: int) -> tuple[Rectangle, ...]:
    pitch = min(13, 110 // max(count, 1))
    top = CENTRE - pitch * count // 2
    return tuple(Rectangle(x, top + pitch * place, 9, pitch - 2) for place in range(count))


def _counts(weapon: WeaponLike) -> tuple[tuple[Box, int], ...]:
    return (("red", weapon.red), ("yellow", weapon.yellow))


def _pair(place: tuple[float, float]) -> str:
    return f"{place[0]} {place[1]}"


def _ray(angle: int) -> str:
    return f"M{_pair(point(angle, 34))}L{_pair(point(angle, REACH))}"
