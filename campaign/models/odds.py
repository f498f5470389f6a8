"""What sides have asked of battles, and the play-outs that answer it."""

from django.db import models
from django.db.models import Q

from accounts.models import Owed
from campaign.models.war import SIDES, War


class Forecast(models.Model):
    """What one side has asked of a battle; nobody else sees it. It is worked at until `wanted_until`.

    `key` follows from the side and what was asked, so that the same is not worked out twice for a side, and an address
    tells nothing of what others have asked. `in_short`: it is played out against one doctrine of the enemy alone, and
    less often, as one battle of a whole plan. `shares` is how often the side won in each case, kept when it engaged
    with the odds before its eyes.
    """

    war = models.ForeignKey(War, models.CASCADE, related_name="forecasts")
    side = models.CharField(max_length=6, choices=SIDES)
    battle = models.PositiveIntegerField()
    key = models.CharField(max_length=32)
    asked = models.BinaryField()
    in_short = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    wanted_until = models.DateTimeField()
    kept_at = models.DateTimeField(null=True)
    shares = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "side", "key"], name="forecast_once")]

    def __str__(self) -> str:
        return f"Odds of battle {self.battle} in war {self.war_id} for {self.side}"


class ForecastChunk(Owed):
    """Play-outs of one case of a forecast, from number `start` on; `fought` and their tally once they are done."""

    forecast = models.ForeignKey(Forecast, models.CASCADE, related_name="chunks")
    case = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    fought = models.PositiveIntegerField(default=0)
    tally = models.BinaryField(default=b"")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["forecast", "case", "start"], name="forecast_chunk_once")
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="forecast_chunk_owed", condition=Q(status__in=["queued", "running"])
            )
        ]

    def __str__(self) -> str:
        return (
            f"Play-outs of forecast {self.forecast_id}, case {self.case}, from {self.start} ({self.status})"
        )
