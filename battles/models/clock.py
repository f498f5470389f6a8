"""The clocks of a battle played by hand."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from django.db import models
from django.db.models import Q

from accounts.models import Owed
from battles.clocks import ClockRule, read_clock
from battles.models.battle import SideName
from battles.models.play import Play
from engines.seam.sides import SIDES, Side


class Time(NamedTuple):
    """What a player of a team has left, in milliseconds, and whether it ran out."""

    left: int
    fell: bool = False


def encode_times(times: Mapping[Side, Sequence[Time]]) -> str:
    """The clocks of the players of both teams, as they are stored."""
    return msgspec.json.encode({side: times[side] for side in SIDES}).decode()


def decode_times(stored: str) -> dict[Side, list[Time]]:
    """The clocks of the players of both teams."""
    return msgspec.json.decode(stored, type=dict[Side, list[Time]])


class PlayClock(Owed):
    """What each side has left, in milliseconds, and whose clock runs since when, "" if none does.

    At `falls_at` its time is out. What is owed then is to let a captain play on for `runs_for`; while no clock runs,
    nothing is owed. `terran_fell` and `talon_fell`: the side's time ran out, and its player has not come back since.

    In a battle of teams each player has a clock: `place` is that of the player for whom it runs, and `team` has what
    each has left, and whether it ran out.
    """

    play = models.OneToOneField(Play, models.CASCADE, related_name="clock")
    rule = models.CharField(max_length=24)
    terran_left = models.PositiveBigIntegerField()
    talon_left = models.PositiveBigIntegerField()
    runs_for = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    place = models.PositiveSmallIntegerField(default=0, db_default=0)
    team = models.TextField(blank=True, default="", db_default="")
    since = models.DateTimeField(null=True)
    falls_at = models.DateTimeField(null=True)
    terran_fell = models.BooleanField(default=False)
    talon_fell = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(runs_for__in=["", *SIDES]), name="play_clock_side"),
            models.CheckConstraint(
                condition=Q(runs_for="", since=None, falls_at=None)
                | ~Q(runs_for="") & Q(since__isnull=False, falls_at__isnull=False),
                name="play_clock_runs_or_not",
            ),
        ]
        indexes = [
            models.Index(fields=["falls_at"], name="play_clock_falls", condition=Q(falls_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"clock of play {self.play_id}: {self.runs_for or 'stopped'}"

    @property
    def gives(self) -> ClockRule:
        """How it runs."""
        rule = read_clock(self.rule)
        if rule is None:
            raise ValueError("a clock has a rule")
        return rule

    def left(self, side: Side, place: int = 0) -> int:
        """What the player had left when the clock was last started or stopped."""
        if self.team:
            return decode_times(self.team)[side][place].left
        return self.terran_left if side == "terran" else self.talon_left

    def fell(self, side: Side, place: int = 0) -> bool:
        """Whether the player's time ran out, and the player has not come back since."""
        if self.team:
            return decode_times(self.team)[side][place].fell
        return self.terran_fell if side == "terran" else self.talon_fell
