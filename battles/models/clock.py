"""The clocks of a battle played by hand."""

from django.db import models
from django.db.models import Q

from accounts.models import Owed
from battles.clocks import ClockRule, read_clock
from battles.models.battle import SideName
from battles.models.play import Play
from engines.seam.sides import SIDES, Side


class PlayClock(Owed):
    """What each side has left, in milliseconds, and whose clock runs since when, "" if none does.

    At `falls_at` its time is out. What is owed then is to let a captain play on for `runs_for`; while no clock runs,
    nothing is owed. `terran_fell` and `talon_fell`: the side's time ran out, and its player has not come back since.
    """

    play = models.OneToOneField(Play, models.CASCADE, related_name="clock")
    rule = models.CharField(max_length=24)
    terran_left = models.PositiveBigIntegerField()
    talon_left = models.PositiveBigIntegerField()
    runs_for = models.CharField(max_length=6, choices=SideName.choices, blank=True)
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

    def left(self, side: Side) -> int:
        """What the side had left when its clock was last started or stopped."""
        return self.terran_left if side == "terran" else self.talon_left

    def fell(self, side: Side) -> bool:
        """Whether the side's time ran out, and its player has not come back since."""
        return self.terran_fell if side == "terran" else self.talon_fell
