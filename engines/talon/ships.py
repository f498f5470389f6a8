"""A ship class as the rules in play ask for it: plain numbers, worked out once from the catalogue (5)."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from engines.seam.classes import symbol_of
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, ship_class
from engines.talon.deployment import takes_squadrons
from engines.talon.hexes import ARC, FRONT, LEFT, RANGE, REAR, RIGHT, Facing, Hex, at
from engines.talon.weapon_table import DAMAGE, FARTHEST

_SPAN: Final = range(-FARTHEST, FARTHEST + 1)
_NEARBY: Final = [at(q, r) for q in _SPAN for r in _SPAN if RANGE[at(q, r)] <= FARTHEST]
_ARC_LETTERS: Final = {"F": FRONT, "L": LEFT, "R": RIGHT, "B": REAR}


@dataclass(frozen=True, slots=True)
class Group:
    """A weapon group: `covers[arc]` is whether it fires into the arc; the same hex is never covered.

    `reach` holds by the ship's facing the differences of two hexes of which it fires from one to the other.
    """

    weapon: str
    count: int
    red: int
    yellow: int
    covers: tuple[bool, ...]
    reach: tuple[frozenset[Hex], ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A class: `curve` rows are (Power, Speed, Turn Radius), fastest first; `modifiers` one for each hull box.

    `armour` are its shield boxes in all, `symbol` is the name of its picture. A side may have ships of the other
    `faction` (33.2).

    There is one object for each class, compared by identity.
    """

    side: Side
    faction: Side
    key: str
    symbol: str
    abbreviation: str
    points: int
    explosion: int
    counters: int
    curve: tuple[tuple[int, int, int], ...]
    start_row: int
    shields: tuple[int, int, int, int]
    modifiers: tuple[int, ...]
    critical: tuple[bool, ...]
    groups: tuple[Group, ...]
    battery: bool
    afterburners: int
    fighters: int
    base: bool
    transport: bool
    carries: bool
    launchers: tuple[int, ...]
    boxes: int
    armour: int

    def row_with_speed(self, speed: int) -> int | None:
        """The row of the power curve with that Speed, or None."""
        return next((row for row, (_, at, _) in enumerate(self.curve) if at == speed), None)


@cache
def kind_of(side: Side, key: str) -> Kind:
    """The class `key` of `side`; KeyError if that side has no such class."""
    found = ship_class(side, key)
    groups = _groups(found)
    shields = found.shields
    return Kind(
        side=side,
        faction=found.faction,
        key=key,
        symbol=symbol_of(side, key),
        abbreviation=found.abbreviation,
        points=found.points,
        explosion=found.explosion,
        counters=found.counters,
        curve=found.power_curve,
        start_row=next(row for row, at in enumerate(found.power_curve) if at[1] == found.start_speed),
        shields=(shields.front, shields.left, shields.right, shields.rear) if shields else (0, 0, 0, 0),
        modifiers=tuple(int(box.rstrip("*")) for box in found.hull),
        critical=tuple(box.endswith("*") for box in found.hull),
        groups=groups,
        battery=found.battery,
        afterburners=found.afterburners,
        fighters=found.fighters,
        base=found.role == "base",
        transport=found.role == "transport",
        carries=takes_squadrons(found.role),
        launchers=tuple(at for at, group in enumerate(groups) if group.weapon == "missile"),
        boxes=len(found.hull),
        armour=shields.front + shields.left + shields.right + shields.rear if shields else 0,
    )


def _groups(kind: ShipClass) -> tuple[Group, ...]:
    """The class's groups; a squadron has one for each fighter."""
    groups = kind.weapons * (kind.fighters or 1)
    found = []
    for one in groups:
        covers = _covers(one.arcs)
        reach = tuple(_reach(one.type, covers, facing) for facing in range(6))
        found.append(Group(one.type, one.count, one.red, one.yellow, covers, reach))
    return tuple(found)


def _reach(weapon: str, covers: tuple[bool, ...], facing: Facing) -> frozenset[Hex]:
    """The differences of two hexes of which a ship with that facing fires the weapon from one to the other (8)."""
    damage, arcs = DAMAGE[weapon], ARC[facing]
    return frozenset(away for away in _NEARBY if bool(damage[RANGE[away]]) and covers[arcs[away]])


def _covers(letters: str) -> tuple[bool, ...]:
    arcs = {_ARC_LETTERS[letter] for letter in letters}
    return (FRONT in arcs, LEFT in arcs, RIGHT in arcs, REAR in arcs, False)
