"""What the dice of fire were worth: the points they brought against those they were to bring on average.

This is the one place where it is worked out. Each roll is weighed with its own table row, range and hindrance, so the
account of a roll is 0 on average, whatever was aimed at, and so is that of any battle, side and weapon.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from engines.talon import events as e
from engines.talon.report.words import WEAPONS
from engines.talon.weapon_table import DAMAGE

USUAL = 3
"""Luck that comes in one battle of so many, or more often, is called that of any dice."""
MENDING = 1 / 6
Chances = tuple[float, ...]
"""How likely 0, 1, 2 and more points are."""


def points_of(shot: e.Shot) -> tuple[int, ...]:
    """The points of the six faces, the roll's modifier included (8); below 1 always misses."""
    return _faces(shot.weapon, shot.distance, shot.modifier)


@lru_cache(512)
def _faces(weapon: str, distance: int, modifier: int) -> tuple[int, ...]:
    row = DAMAGE[weapon][distance]
    return tuple(row[face + modifier] if face + modifier >= 0 else 0 for face in range(6))


def expected(shot: e.Shot) -> float:
    """The damage the roll was to bring on average."""
    return sum(points_of(shot)) / 6


@dataclass(slots=True)
class Account:
    """Rolls for damage: how many, how many hit, the points they were to bring on average, and brought."""

    weapon: str = ""
    rolls: int = 0
    hits: int = 0
    expected: float = 0.0
    actual: int = 0
    kinds: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, shot: e.Shot) -> None:
        """One roll more."""
        self.rolls += 1
        self.hits += shot.points > 0
        self.expected += expected(shot)
        self.actual += shot.points
        self.kinds[points_of(shot)] += 1

    @property
    def title(self) -> str:
        """The weapon in words."""
        return WEAPONS[self.weapon].capitalize()

    @property
    def luck(self) -> float:
        """The points by which the dice did better than on average, or worse."""
        return self.actual - self.expected

    @property
    def signed(self) -> str:
        """The same as a word with its sign, none before nought."""
        told = f"{abs(self.luck):.1f}"
        return told if not float(told) else f"+{told}" if self.luck > 0 else f"−{told}"

    @property
    def once_in(self) -> float:
        """In one battle of how many the same rolls do as well as this or better, if they did badly: as badly."""
        chances = _together(self.kinds)
        tail = chances[self.actual :] if self.luck > 0 else chances[: self.actual + 1]
        return 1 / max(sum(tail), 1e-9)

    @property
    def sentence(self) -> str:
        """What the dice made of the fire."""
        if not self.rolls:
            return "Not a shot was fired."
        told = f"Its fire brought {self.actual} points; average dice would have brought {self.expected:.1f}"
        if abs(self.luck) < 0.5 or self.once_in < USUAL:
            return f"{told}: nothing out of the way."
        what = f"{abs(self.luck):.1f} {'more' if self.luck > 0 else 'less'}"
        often = f"{self.once_in:.0f}" if self.once_in < 1000 else "more than a thousand"
        other = "better" if self.luck > 0 else "worse"
        return f"{told}: {what}. Of the same shots, dice make that or {other} in one battle of {often}."


def _together(kinds: Counter[tuple[int, ...]]) -> Chances:
    """How likely each sum of points is over all these rolls, exactly."""
    chances: Chances = (1.0,)
    for faces, times in kinds.items():
        chances = _sum(chances, _power(faces, times))
    return chances


@lru_cache(512)
def _power(faces: tuple[int, ...], times: int) -> Chances:
    """How likely each sum of points of so many equal rolls is."""
    if times == 1:
        return tuple(faces.count(points) / 6 for points in range(max(faces) + 1))
    half = _power(faces, times // 2)
    whole = _sum(half, half)
    return _sum(whole, _power(faces, 1)) if times % 2 else whole


def _sum(one: Chances, two: Chances) -> Chances:
    found = [0.0] * (len(one) + len(two) - 1)
    for points, chance in enumerate(one):
        if chance:
            for more, its in enumerate(two):
                found[points + more] += chance * its
    return tuple(found)


@dataclass(slots=True)
class Repairs:
    """Repairs tried: each mends on a 6 (8.7)."""

    tried: int = 0
    mended: int = 0

    @property
    def expected(self) -> float:
        """How many were to be mended on average."""
        return self.tried * MENDING


def account_of(shots: Iterable[e.Shot]) -> Account:
    """The account of all these rolls."""
    account = Account()
    for shot in shots:
        account.add(shot)
    return account
