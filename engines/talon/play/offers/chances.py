"""The chance that fire hits and what it does, worked out from the tables; nothing is rolled (8, 15, 17)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from engines.talon.hexes import ARC, RANGE
from engines.talon.orders import MISSILES, PLANET
from engines.talon.play.offered import NOBODY
from engines.talon.rules.hits.damage import FIGHTER_BOXES, MISSILE_POINTS
from engines.talon.rules.terrain import hindrance
from engines.talon.units import Unit
from engines.talon.view import View
from engines.talon.weapon_table import DAMAGE, FARTHEST

FACES = 6
ROLLED = tuple(weapon for weapon in DAMAGE if weapon != "missile")
"""The weapons that roll a die; a missile is launched without one (13.2)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How likely each number of points is: `ways[points]` of `of` equally likely cases."""

    ways: tuple[int, ...]
    of: int

    @property
    def mean(self) -> float:
        """The mean number of points."""
        return sum(points * ways for points, ways in enumerate(self.ways)) / self.of

    @property
    def hit(self) -> Fraction:
        """The chance of at least one point."""
        return Fraction(self.of - self.ways[0], self.of)

    def at_least(self, points: int) -> Fraction:
        """The chance of so many points or more."""
        return Fraction(sum(self.ways[points:]), self.of)

    def beyond(self, cover: int) -> "Spread":
        """What is left for the hull behind so many shields and reinforcements, before any critical (8.4)."""
        return Spread((sum(self.ways[: cover + 1]), *self.ways[cover + 1 :]), self.of)


def combined(one: Spread, other: Spread) -> Spread:
    """The points of two rolls that do not depend on each other, together."""
    ways = [0] * (len(one.ways) + len(other.ways) - 1)
    for first, many in enumerate(one.ways):
        for second, times in enumerate(other.ways):
            ways[first + second] += many * times
    return Spread(tuple(ways), one.of * other.of)


@cache
def spread_of(weapon: str, distance: int, lost: int, weapons: int, spared: int = 0) -> Spread:
    """The points of so many weapons at one target, each die lowered by what terrain takes off it (8, 17).

    What technology and crews add makes `lost` less, and `spared` is what a crew is spared of each hit (32.4, 32.5).
    """
    if weapons == 0:
        return Spread((1,), 1)
    row = DAMAGE[weapon][distance]
    results = [min(FACES, die - lost) for die in range(1, FACES + 1)]
    points = [max(0, row[result - 1] - spared) if result > 0 else 0 for result in results]
    single = Spread(tuple(points.count(one) for one in range(max(points) + 1)), FACES)
    return combined(single, spread_of(weapon, distance, lost, weapons - 1, spared))


class Frail(NamedTuple):
    """A fighter or missile as a target: the points that destroy it at once.

    The points of several hits add up on a fighter; a missile is destroyed by any second hit (12, 13.6).
    """

    points: int
    adds_up: bool

    def destroyed_by(self, one: Spread, every: Spread, weapons: int) -> Fraction:
        """The chance that so many weapons destroy it, by the points of one and of all."""
        if self.adds_up:
            return every.at_least(self.points)
        misses, weak = 1 - one.hit, one.hit - one.at_least(self.points)
        return Fraction(1 - misses**weapons - weapons * misses ** (weapons - 1) * weak)


@dataclass(frozen=True, slots=True)
class Shot:
    """A group's fire at one target: the points of one weapon and of all; of a missile or out of range none.

    `arc` is the side of a ship that is hit, and `cover` what protects it there: shields and reinforcements in use.
    `frail` is a fighter or missile as a target, None for a ship or base. `lost` is what terrain takes from a die,
    `technology` and `crews` are what these add, and `spared` what the target's crew is spared (32.4, 32.5).
    """

    distance: int
    lost: int
    one: Spread | None
    all: Spread | None
    arc: int = NOBODY
    cover: int = 0
    weapons: int = 1
    frail: Frail | None = None
    technology: int = 0
    crews: int = 0
    spared: int = 0

    @property
    def percent(self) -> int:
        """The chance of one weapon to hit, in percent; -1 where no die is rolled."""
        return NOBODY if self.one is None else round(100 * self.one.hit)

    @property
    def some(self) -> int:
        """The chance that at least one of several weapons hits, in percent; -1 for one weapon, or without a die."""
        return NOBODY if self.all is None or self.weapons == 1 else round(100 * self.all.hit)

    @property
    def destroys(self) -> int:
        """The chance of the whole group to destroy a fighter or missile, in percent; -1 for any other target."""
        if self.one is None or self.all is None or self.frail is None:
            return NOBODY
        return round(100 * self.frail.destroyed_by(self.one, self.all, self.weapons))

    @property
    def last(self) -> "Shot":
        """The same of one weapon alone."""
        return replace(self, all=self.one, weapons=1)

    @property
    def mean(self) -> float:
        """The mean points of the whole group, to a tenth."""
        return 0.0 if self.all is None else round(self.all.mean, 1)

    @property
    def mean_hull(self) -> float:
        """The mean points of the whole group that reach the hull, to a tenth, before any critical."""
        return 0.0 if self.hull is None else round(self.hull.mean, 1)

    @property
    def hull(self) -> Spread | None:
        """The points of the whole group that reach the hull, before any critical (8.4); a planet has none."""
        has_hull = self.arc != NOBODY or self.frail is not None
        return self.all.beyond(self.cover) if self.all is not None and has_hull else None


def shot_at(view: View, unit: Unit, group: int, target: int, fighter: int | None = None) -> Shot:
    """What a group of the unit does to a target, a unit, missile or planet, with all its weapons.

    `fighter` is that of a squadron; without one it is the one that is easiest to destroy.
    """
    bar = unit.kind.groups[group]
    missile = view.missile(target) if target >= MISSILES else None
    other = None if target >= PLANET else view.unit(target)
    planet = view.bombarded if target == PLANET else None
    place = (
        missile.place if missile else other.place if other else planet if planet is not None else unit.place
    )
    distance, lost = RANGE[place - unit.place], hindrance(view.terrain, unit.place, place)
    arc, cover = NOBODY, 0
    if other is not None and not other.kind.fighters:
        arc = ARC[other.facing][unit.place - other.place]
        cover = cover_of(view, other, arc)
    if bar.weapon not in ROLLED or distance > FARTHEST or not DAMAGE[bar.weapon][distance]:
        return Shot(distance, lost, None, None, arc, cover)
    over, spared = view.edge(unit.number, target), view.spared(unit.number, target)
    one, every = (
        spread_of(bar.weapon, distance, lost - over.technology - over.crews, count, spared)
        for count in (1, bar.count)
    )
    frail = (
        Frail(1 if missile.damaged else MISSILE_POINTS, adds_up=False) if missile else _frail(other, fighter)
    )
    return Shot(distance, lost, one, every, arc, cover, bar.count, frail, *over, spared)


def _frail(unit: Unit | None, fighter: int | None) -> Frail | None:
    """A fighter of a squadron as a target; None for anything else."""
    if unit is None or not unit.kind.fighters:
        return None
    left = [FIGHTER_BOXES - marked for marked in unit.fighters]
    points = left[fighter] if fighter is not None else min((one for one in left if one), default=0)
    return Frail(points, adds_up=True)


def cover_of(view: View, unit: Unit, arc: int) -> int:
    """The shields and reinforcements in use on an arc of a ship or base (6.4, 8.5, 17)."""
    if unit.shields_down or view.terrain.get(unit.place) == "nebula":
        return 0
    return unit.shields[arc] + sum(marker // 6 == arc for marker in unit.markers)
