"""The luck account: the damage that fire dealt compared with the average of its dice.

Only this module computes it. Each roll is compared with the average of its own table row, range and modifier, so luck
is 0 on average for every roll, battle, side and weapon.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from engines.talon import events as e
from engines.talon.report.edges import is_hit
from engines.talon.report.words import WEAPONS
from engines.talon.weapon_table import DAMAGE

USUAL = 3
"""Luck that comes in at least one battle of so many is called about average."""
MENDING = 1 / 6
Chances = tuple[float, ...]
"""How likely 0, 1, 2 and more points are."""


def points_of(shot: e.Shot) -> tuple[int, ...]:
    """The points of the six faces, all that changes the roll included (8, 32.4, 32.5); below 1 always misses."""
    changed = shot.modifier + shot.technology + shot.crews
    return _faces(shot.weapon, shot.distance, changed, shot.spared)


@lru_cache(512)
def _faces(weapon: str, distance: int, modifier: int, spared: int) -> tuple[int, ...]:
    row = DAMAGE[weapon][distance]
    results = [min(5, face + modifier) for face in range(6)]
    return tuple(max(0, row[result] - spared) if result >= 0 else 0 for result in results)


def expected(shot: e.Shot) -> float:
    """The average damage of the roll."""
    return sum(points_of(shot)) / 6


@dataclass(slots=True)
class Account:
    """Rolls for damage: how many, how many hit, their average damage, and the actual damage."""

    weapon: str = ""
    rolls: int = 0
    hits: int = 0
    expected: float = 0.0
    actual: int = 0
    kinds: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, shot: e.Shot) -> None:
        """One roll more."""
        self.rolls += 1
        self.hits += is_hit(shot)
        self.expected += expected(shot)
        self.actual += shot.points
        self.kinds[points_of(shot)] += 1

    @property
    def title(self) -> str:
        """The weapon in words."""
        return WEAPONS[self.weapon].capitalize()

    @property
    def luck(self) -> float:
        """The points above the average; negative below it."""
        return self.actual - self.expected

    @property
    def signed(self) -> str:
        """The luck as text with its sign; no sign for 0.0."""
        size = f"{abs(self.luck):.1f}"
        return size if not float(size) else f"+{size}" if self.luck > 0 else f"−{size}"

    @property
    def once_in(self) -> float:
        """One in how many battles has this luck or more with the same rolls; with bad luck, this or worse."""
        chances = _together(self.kinds)
        tail = chances[self.actual :] if self.luck > 0 else chances[: self.actual + 1]
        return 1 / max(sum(tail), 1e-9)

    @property
    def sentence(self) -> str:
        """The damage dealt compared with the average, and how rare this luck is."""
        if not self.rolls:
            return "No shots fired."
        dealt = f"Dealt {self.actual} damage; average {self.expected:.1f}"
        if abs(self.luck) < 0.5 or self.once_in < USUAL:
            return f"{dealt}: about average."
        apart = f"{abs(self.luck):.1f} {'above' if self.luck > 0 else 'below'} average"
        rare = self.once_in >= 1000
        often = "Less than 1 battle in 1000" if rare else f"1 battle in {self.once_in:.0f}"
        return f"{dealt}: {apart}. {often} is as {'lucky' if self.luck > 0 else 'unlucky'}."


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
class RepairLuck:
    """Repair attempts: each succeeds on a 6 (8.7)."""

    tried: int = 0
    mended: int = 0

    @property
    def expected(self) -> float:
        """The average number of successful repairs."""
        return self.tried * MENDING


def account_of(shots: Iterable[e.Shot]) -> Account:
    """The account of all these rolls."""
    account = Account()
    for shot in shots:
        account.add(shot)
    return account
