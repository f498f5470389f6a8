"""The lifetime score of two opponents, and results of before that are entered for it."""

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least, Lower
from django.urls import reverse
from django.utils import timezone

from accounts.models.people import User


def today() -> date:
    """The day it is by UTC."""
    return timezone.now().date()


class LifetimeLine(models.Model):
    """Points for `player` against `opponent`, once a source, as "battle:17" or "war:4" (20.3, 28, 31.9, S33, S84).

    `drawn`: nobody has won, and it has no points. `side` is the player's, "" if both were, or if it is not known. `way`
    is how it was settled. `note` says in one sentence which rule the points follow, "" where it is only the degree.
    What counts in one `system` never counts in another.
    """

    class System(models.TextChoices):
        TALON = "talon", "Talon"
        WARFLEETS = "warfleets", "Warfleets: FTL"

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
    system = models.CharField(
        max_length=9, choices=System.choices, default=System.TALON, db_default=System.TALON
    )
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
    played_on = models.DateField(default=date.today)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(points__lte=6), name="lifetime_points_0_to_6"),
            models.CheckConstraint(condition=~Q(player=F("opponent")), name="lifetime_between_two"),
            models.CheckConstraint(condition=Q(drawn=False) | Q(points=0), name="lifetime_drawn_for_nothing"),
            models.CheckConstraint(condition=Q(side__in=["", "terran", "talon"]), name="lifetime_side"),
            models.CheckConstraint(
                condition=Q(system="talon")
                | Q(system="warfleets") & (Q(points__lte=1) | Q(kind__in=["front", "war"])),
                name="lifetime_system",
            ),
        ]
        indexes = [models.Index(fields=["player", "opponent", "id"], name="lifetime_pair")]

    def __str__(self) -> str:
        return f"{self.source}: {self.points}"


class PastResult(models.Model):
    """A result of before, or of a table: entered by one of two players, and counted once the other has confirmed it.

    All is told from the side of `by`: the `outcome`, the `side`, the LP of a battle of a war, None where they are not
    known, and the `details` that its `system` asks for, b"" in Talon. `game` tells two games of one day apart.
    `version` rises with every correction: what is confirmed is what was read. `asks_back` wants to take the confirmed
    result back.
    """

    class Stage(models.TextChoices):
        ASKED = "asked", "to be confirmed"
        COUNTED = "counted", "confirmed"
        REFUSED = "refused", "refused"
        WITHDRAWN = "withdrawn", "withdrawn"

    class Outcome(models.TextChoices):
        WON = "won", "I won"
        DRAWN = "drawn", "Draw"
        LOST = "lost", "I lost"

    class Degree(models.TextChoices):
        MINOR = "minor", "Minor victory"
        GREAT = "great", "Great victory"
        DEVASTATING = "devastating", "Devastating victory"

    class Asks(models.TextChoices):
        BY = "by", "who entered it"
        OTHER = "other", "the other player"

    by = models.ForeignKey(User, models.CASCADE, related_name="past_results")
    other = models.ForeignKey(User, models.CASCADE, related_name="past_results_asked")
    system = models.CharField(
        max_length=9,
        choices=LifetimeLine.System.choices,
        default=LifetimeLine.System.TALON,
        db_default=LifetimeLine.System.TALON,
    )
    details = models.BinaryField(default=b"", db_default=b"")
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.ASKED)
    outcome = models.CharField(max_length=5, choices=Outcome.choices)
    kind = models.CharField(max_length=10, choices=LifetimeLine.Kind.choices)
    degree = models.CharField(max_length=11, choices=Degree.choices, blank=True)
    side = models.CharField(max_length=6, blank=True)
    scenario = models.CharField(max_length=80, blank=True)
    mode = models.CharField(max_length=60, blank=True)
    way = models.CharField(max_length=6, choices=LifetimeLine.Way.choices, blank=True)
    own_lp = models.PositiveSmallIntegerField(null=True)
    their_lp = models.PositiveSmallIntegerField(null=True)
    game = models.PositiveSmallIntegerField(default=1)
    played_on = models.DateField()
    version = models.PositiveIntegerField(default=1)
    asks_back = models.CharField(max_length=5, choices=Asks.choices, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("by", "other"),
                Greatest("by", "other"),
                "played_on",
                "system",
                "kind",
                Lower("scenario"),
                "game",
                condition=Q(stage__in=["asked", "counted"]),
                name="past_result_once",
            ),
            models.CheckConstraint(condition=~Q(by=F("other")), name="past_result_of_two"),
            models.CheckConstraint(
                condition=Q(stage__in=["asked", "counted", "refused", "withdrawn"]), name="past_result_stage"
            ),
            models.CheckConstraint(condition=Q(side__in=["", "terran", "talon"]), name="past_result_side"),
            models.CheckConstraint(
                condition=Q(own_lp__isnull=True, their_lp__isnull=True)
                | Q(own_lp__isnull=False, their_lp__isnull=False, kind="front"),
                name="past_result_lp",
            ),
            models.CheckConstraint(
                condition=Q(system="warfleets", kind="battle", degree="")
                | Q(system="talon")
                & (
                    Q(kind__in=["war", "series"], degree="")
                    | Q(kind__in=["battle", "front", "leg"], outcome="drawn", degree="")
                    | Q(kind__in=["battle", "front", "leg"], outcome__in=["won", "lost"])
                    & Q(degree__in=["minor", "great", "devastating"])
                ),
                name="past_result_degree",
            ),
            models.CheckConstraint(
                condition=Q(asks_back="") | Q(asks_back__in=["by", "other"], stage="counted"),
                name="past_result_asks_back",
            ),
        ]

    def __str__(self) -> str:
        return f"past result {self.pk} ({self.stage})"

    def get_absolute_url(self) -> str:
        """Its page."""
        name = "past-result" if self.system == LifetimeLine.System.TALON else f"{self.system}_game"
        return reverse(name, args=[self.pk])

    @property
    def source(self) -> str:
        """The source of its line in the lifetime score."""
        return f"past:{self.pk}"


class ScoreLink(models.Model):
    """The link by which its user shows what their lifetime score comes to (S86)."""

    user = models.OneToOneField(User, models.CASCADE, related_name="score_link")
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"link to the score of {self.user_id}"
