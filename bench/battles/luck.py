"""The luck account over a hundred thousand whole battles: on average it is nothing, for either side and any weapon."""

import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from bench.battles.captains import captains
from bench.battles.fleets import of_classes
from bench.figures import Measurement
from engines.seam.commitments import DiceCommitment
from engines.seam.committed_dice import dice_of
from engines.talon import events
from engines.talon.captains.fight import fight
from engines.talon.report.luck import Account, account_of

BATTLES = 100_000
TOGETHER = 500
FLEETS = (("CA", "CA"), ("DD", "DD"), ("BB", "BB"), ("SC,DD", "FF,DD"))
"""Small ones, which between them carry every weapon that rolls for damage."""
FARTHEST = 3.5
"""Standard errors beyond which one of these means of 0 is found less than once in two hundred runs."""


@dataclass(slots=True)
class Luck:
    """The luck of many battles: how many, their sum and the sum of their squares."""

    battles: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, luck: float) -> None:
        """One battle more."""
        self.battles += 1
        self.total += luck
        self.squares += luck * luck

    def join(self, other: "Luck") -> None:
        """Those of the other as well."""
        self.battles += other.battles
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The luck of a battle, in points."""
        return self.total / self.battles

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(max(self.squares / self.battles - self.mean**2, 1e-12) / self.battles)


def figures() -> list[Measurement]:
    """The mean luck of a battle in points with its 95 % interval, by side, weapon and altogether."""
    found: dict[str, Luck] = defaultdict(Luck)
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for part in workers.map(_fought, range(0, BATTLES, TOGETHER)):
            for who, luck in part.items():
                found[who].join(luck)
    means = [_mean(f"luck_of_{who}", luck) for who, luck in sorted(found.items())]
    farthest = max(abs(luck.mean) / luck.error for luck in found.values())
    note = "the farthest of these from 0, in standard errors"
    return [*means, Measurement("luck_away_from_zero", farthest, "s.e.", FARTHEST, note=note)]


def _fought(first: int) -> dict[str, Luck]:
    """The luck of the battles from that number on, by whose it was."""
    found: dict[str, Luck] = defaultdict(Luck)
    for number in range(first, first + TOGETHER):
        for who, account in _accounts(number).items():
            found[who].add(account.luck)
    return dict(found)


def _accounts(number: int) -> dict[str, Account]:
    """The accounts of one battle: of each side, of each weapon that was fired, and of all fire."""
    dice = dice_of(DiceCommitment(f"battle:{number}", f"{number:064x}", {}), {})
    fought = fight(of_classes(*FLEETS[number % len(FLEETS)]), captains(number), dice)
    shots = [event for step in fought.events for event in step if isinstance(event, events.Shot)]
    by: dict[str, list[events.Shot]] = defaultdict(list)
    for shot in shots:
        by[fought.battle.units[shot.unit].side].append(shot)
        by[shot.weapon].append(shot)
    return {who: account_of(its) for who, its in {**by, "both": shots}.items()}


def _mean(name: str, luck: Luck) -> Measurement:
    wide = 1.96 * luck.error
    note = (
        f"mean of {luck.battles:,} battles; 95 % interval {luck.mean - wide:+.4f} to {luck.mean + wide:+.4f}"
    )
    return Measurement(name, luck.mean, "points", note=note)
