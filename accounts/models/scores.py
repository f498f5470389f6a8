"""The score for life of two opponents."""

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.people import User


def today() -> date:
    """The day it is by UTC."""
    return timezone.now().date()


class LifetimeLine(models.Model):
    """Points for `player` against `opponent`, once a source, as "battle:17" or "war:4" (20.3, 28, 31.9, S33, S84).

    `drawn`: nobody has won, and it has no points. `side` is the player's, "" if both were, or if it is not known. `way`
    is how it was settled. `note` says in one sentence which rule the points follow, "" where it is only the degree.
    """

    class Kind(models.TextChoices):
        BATTLE = "battle", "Single battle"
        FRONT = "front", "Battle of a war"
        LEG = "leg", "Leg of a campaign game"
        WAR = "war", "War"
        SERIES = "series", "Campaign game"

    class Way(models.TextChoices):
        HAND = "hand", "On the board"
        WORKER = "worker", "By captains"
        TABLE = "table", "At a table"

    source = models.CharField(max_length=60, unique=True)
    player = models.ForeignKey(User, models.CASCADE, related_name="lifetime_lines")
    opponent = models.ForeignKey(User, models.CASCADE, related_name="lifetime_lines_against")
    points = models.PositiveSmallIntegerField()
    drawn = models.BooleanField(default=False, db_default=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    side = models.CharField(max_length=6, blank=True, default="", db_default="")
    scenario = models.CharField(max_length=80, blank=True, default="", db_default="")
    mode = models.CharField(max_length=60, blank=True, default="", db_default="")
    way = models.CharField(max_length=6, choices=Way.choices, blank=True, default="", db_default="")
    words = models.CharField(max_length=200)
    note = models.CharField(max_length=200, blank=True, default="", db_default="")
    path = models.CharField(max_length=300)
    played_on = models.DateField(default=today)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(points__lte=6), name="lifetime_points_0_to_6"),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="lifetime_between_two"),
            models.CheckConstraint(condition=Q(drawn=False) | Q(points=0), name="lifetime_drawn_for_nothing"),
            models.CheckConstraint(condition=Q(side__in=["", "terran", "talon"]), name="lifetime_side"),
        ]
        indexes = [models.Index(fields=["player", "opponent", "id"], name="lifetime_pair")]

    def __str__(self) -> str:
        return f"{self.source}: {self.points}"
