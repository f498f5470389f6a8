"""Shooting once more, slowly, from the text of the rules and the document of a view: no rule of the engine is asked.

Angles are floats here. Where one is so near a line between two quarters that rounding decides, the oracle says so.
"""

from fractions import Fraction
from math import atan2, degrees
from typing import Any, Final, NamedTuple

Point = tuple[int, int]
GUNS: Final = {
    "energy-cannon": (12, 3, 1, "ship"),
    "giga-cannon": (6, 1, 4, ""),
    "heavy-cannon": (12, 4, 0, ""),
    "linked-railgun": (24, 3, 1, ""),
    "missile-cluster": (18, 1, 1, ""),
    "plasma-cannon": (18, 2, 3, ""),
    "tsunami-cannon": (24, 1, 2, ""),
    "weapon-batteries": (6, 2, 2, ""),
}
"""Range in inches, attacks, strength, and what alone it fires at."""
TURRETS: Final = {
    "heavy": (24, 2, 2, ""),
    "medium": (18, 2, 1, ""),
    "light": (12, 2, 0, ""),
    "gunship": (2, 2, 0, ""),
    "fighter": (2, 3, 0, "squadron"),
    "bomber": (2, 1, 2, "ship"),
}
EVASION: Final = {"heavy": 2, "medium": 3, "light": 4, "gunship": 5, "fighter": 5, "bomber": 4}
DEFENCE: Final = {"heavy": 2, "medium": 3, "light": 4, "gunship": 5, "fighter": 6, "bomber": 5}
QUARTERS: Final = {"front": ("front",), "sides": ("left", "right"), "rear": ("rear",)}
DOUBT: Final = 0.002
"""In degrees: nearer to a line between quarters than this nobody is asked."""


class Found(NamedTuple):
    """A shot: its weapon and target, the attacks, and the least that hits and blocks."""

    weapon: int
    target: int
    attacks: int
    hit: int
    block: int


class Unsure(Exception):
    """A model lies on a line between two quarters, as far as floats can tell."""


def shots(view: dict[str, Any], model: dict[str, Any]) -> set[Found]:
    """All shots that a model has from where it is, after its action, whatever it has fired before."""
    if model["action"] not in ("hold", "move"):
        return set()
    found: set[Found] = set()
    for weapon in model["weapons"]:
        for target in view["models"]:
            if weapon["works"] and (shot := _shot(view, model, weapon, target)) is not None:
                found.add(shot)
    return found


def _shot(
    view: dict[str, Any], model: dict[str, Any], weapon: dict[str, Any], target: dict[str, Any]
) -> Found | None:
    turret = weapon["slot"] < 0
    key = "" if turret else model["slots"][weapon["slot"]]["key"]
    reach, attacks, strength, only = TURRETS[model["size"]] if turret else GUNS[key]
    kind = "ship" if target["ship"] else "squadron"
    if target["status"] != "table" or target["side"] == model["side"] or only not in ("", kind):
        return None
    if key == "tsunami-cannon" and model["action"] != "hold":
        return None
    if not _within(model, target, 100 * reach) or not _bears(view, model, weapon, target):
        return None
    shot_in = _quarter(target, model) if target["ship"] else ""
    rear = shot_in == "rear"
    covered = _between(view, "cover", model, target)
    covered |= _has(target, "stealth-rig") and not _within(model, target, 1200)
    bonus = rear + bool(only) + (not model["ship"] and not target["ship"]) - covered
    bonus += turret and _has(model, "precision-rig")
    strength += turret and _has(model, "nuclear-ammo")
    if key == "weapon-batteries" and shot_in in ("left", "right"):
        attacks *= 2
    hit = 2 if target["ship"] and target["held"] else EVASION[target["size"]] - bonus
    return Found(weapon["number"], target["number"], attacks, hit, DEFENCE[target["size"]] + strength + rear)


def _bears(
    view: dict[str, Any], model: dict[str, Any], weapon: dict[str, Any], target: dict[str, Any]
) -> bool:
    """Whether a weapon points at a target that is seen, and with which its squadron is engaged if it is with any."""
    engaged = _engaged(view, model)
    if engaged and target["number"] not in engaged:
        return False
    if weapon["slot"] >= 0 and _quarter(model, target) not in QUARTERS[weapon["facing"]]:
        return False
    return not _between(view, "blocking", model, target)


def _between(view: dict[str, Any], kind: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether terrain of a kind is between two models."""
    return any(kind in piece["kinds"] and _crosses(piece, one, other) for piece in view["terrain"])


def _has(model: dict[str, Any], upgrade: str) -> bool:
    return any(one["key"] == upgrade and one["damage"] < one["boxes"] for one in model["slots"])


def _engaged(view: dict[str, Any], model: dict[str, Any]) -> set[int]:
    """The enemy's squadrons within 2 inches of a squadron."""
    if model["ship"]:
        return set()
    return {
        one["number"]
        for one in view["models"]
        if not one["ship"]
        and one["status"] == "table"
        and one["side"] != model["side"]
        and _within(model, one, 200)
    }


def _within(one: dict[str, Any], other: dict[str, Any], reach: int) -> bool:
    (x, y), (u, v) = one["place"], other["place"]
    return bool((x - u) ** 2 + (y - v) ** 2 <= (reach + one["radius"] + other["radius"]) ** 2)


def _quarter(model: dict[str, Any], target: dict[str, Any]) -> str:
    """In which quarter of a model another lies."""
    (x, y), (u, v) = model["place"], target["place"]
    bearing = (degrees(atan2(u - x, v - y)) - model["heading"] / 10) % 360
    for line in (45, 135, 225, 315):
        if abs(bearing - line) < DOUBT:
            raise Unsure
    if bearing > 315 or bearing < 45:
        return "front"
    return "right" if bearing < 135 else "rear" if bearing < 225 else "left"


def _crosses(piece: dict[str, Any], one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a line from centre to centre has a point in common with a piece of terrain."""
    start, end = tuple(one["place"]), tuple(other["place"])
    if not piece["corners"]:
        return bool(_nearest(tuple(piece["centre"]), start, end) <= piece["radius"] ** 2)
    corners = [tuple(corner) for corner in piece["corners"]]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    if any(_meet(start, end, *side) for side in sides):
        return True
    return _inside(start, sides)


def _nearest(point: Point, start: Point, end: Point) -> Fraction:
    """The square of the distance of a point from a line between two others."""
    (x, y), (a, b), (c, d) = point, start, end
    whole = (c - a) ** 2 + (d - b) ** 2
    along = Fraction((x - a) * (c - a) + (y - b) * (d - b), whole) if whole else Fraction(0)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (x - a - along * (c - a)) ** 2 + (y - b - along * (d - b)) ** 2


def _meet(one: Point, end: Point, other: Point, other_end: Point) -> bool:
    """Whether two lines have a point in common: by solving for it."""
    ux, uy = end[0] - one[0], end[1] - one[1]
    vx, vy = other_end[0] - other[0], other_end[1] - other[1]
    wx, wy = other[0] - one[0], other[1] - one[1]
    cross = ux * vy - uy * vx
    if cross:
        return 0 <= Fraction(wx * vy - wy * vx, cross) <= 1 and 0 <= Fraction(wx * uy - wy * ux, cross) <= 1
    return any(
        not _nearest(point, *line)
        for point, line in (
            (one, (other, other_end)),
            (end, (other, other_end)),
            (other, (one, end)),
            (other_end, (one, end)),
        )
    )


def _inside(point: Point, sides: list[tuple[Any, Any]]) -> bool:
    """Whether a point that lies on no side is in a polygon: a ray to the right crosses an odd number of sides."""
    x, y = point
    crossed = 0
    for (a, b), (c, d) in sides:
        if (b > y) != (d > y) and a + Fraction((y - b) * (c - a), d - b) > x:
            crossed += 1
    return crossed % 2 == 1
