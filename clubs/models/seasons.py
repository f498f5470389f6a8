"""A season of a club: who takes part, its rounds, and the games of each."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from accounts.models import Owed
from clubs.models.club import Club, Member
from clubs.models.games import ONE_KIND, OUTCOMES, WAR_HAS_TERMS, ArrangedGame, GameTerms

SEASON_NAME = 40
REASON_LENGTH = 300


class Season(GameTerms):
    """A season. In each pairing the same is played.

    `rounds` is chosen for a Swiss, the most there can be until it starts, and follows from the players in a round
    robin. `days` is how long
    a round lasts, 0 without deadlines.
    """

    class System(models.TextChoices):
        """Who plays whom."""

        ROBIN = "robin", "Round robin: everybody meets once"
        ROBIN_TWICE = "twice", "Round robin: everybody meets twice"
        SWISS = "swiss", "Swiss: in each round players meet whose scores are near"

    class Stage(models.TextChoices):
        """How far it is."""

        OPEN = "open", "members sign up"
        ON = "on", "has started"
        CALLED_OFF = "called_off", "called off"

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=SEASON_NAME)
    system = models.CharField(max_length=6, choices=System.choices, default=System.ROBIN)
    rounds = models.PositiveSmallIntegerField(default=0)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.OPEN)
    made_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, default=None)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(stage="on", started_at__isnull=False, rounds__gte=1)
                | ~Q(stage="on") & Q(started_at=None),
                name="season_started",
            ),
            models.CheckConstraint(condition=WAR_HAS_TERMS, name="season_war_has_terms"),
            models.UniqueConstraint(
                fields=["club", "name"], condition=~Q(stage="called_off"), name="one_season_of_a_name"
            ),
        ]

    def __str__(self) -> str:
        return f"Season {self.pk} of club {self.club_id}"

    @property
    def is_swiss(self) -> bool:
        """Whether each round is paired by the scores so far."""
        return self.system == self.System.SWISS

    def get_absolute_url(self) -> str:
        """The page of the season."""
        return reverse("season", args=[self.club_id, self.pk])


class Entrant(models.Model):
    """A player in a season. `number` is the one in the tables, None until it starts.

    `struck`: withdrawn from a round robin so early that none of the games counts.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="season_places")
    number = models.PositiveSmallIntegerField(null=True, default=None)
    withdrawn_at = models.DateTimeField(null=True, default=None)
    struck = models.BooleanField(default=False)
    signed_up_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="entrant_once"),
            models.UniqueConstraint(fields=["season", "number"], name="entrant_number"),
            models.CheckConstraint(
                condition=Q(struck=False) | Q(withdrawn_at__isnull=False), name="entrant_struck"
            ),
        ]

    def __str__(self) -> str:
        return f"Entrant {self.pk} of season {self.season_id}"


class SeasonCalendar(models.Model):
    """The secret address by which a member's calendar program fetches the deadlines of a season.

    It goes with the member's place in the club, so that whoever joins again does not find an old address open.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="calendars")
    member = models.ForeignKey(Member, models.CASCADE, related_name="season_calendars")
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "member"], name="season_calendar_once")]

    def __str__(self) -> str:
        return f"Calendar {self.pk} of season {self.season_id}"


class Round(models.Model):
    """A round. `begun_at` is None until it begins, and `due_at` stays so without deadlines.

    `reminded_for` is the deadline of which players were reminded last.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    begun_at = models.DateTimeField(null=True, default=None)
    due_at = models.DateTimeField(null=True, default=None)
    reminded_for = models.DateTimeField(null=True, default=None)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["due_at"], name="round_due", condition=Q(due_at__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="round_once"),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(begun_at__isnull=False), name="round_due_once_begun"
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.number} of season {self.season_id}"


class Pairing(ArrangedGame):
    """Two players of a round, and the game in which they meet; `second` is None for a bye.

    `ruled` is what an organiser has decided instead, "" for nothing, `reason` why, and `ruled_by` who.
    """

    class Ruled(models.TextChoices):
        """What an organiser can decide."""

        FIRST = "first", "won by the first-named"
        DRAWN = "drawn", "drawn"
        SECOND = "second", "won by the second-named"
        VOID = "void", "does not count"

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="pairings_first")
    second = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="pairings_second")
    ruled = models.CharField(max_length=6, choices=Ruled.choices, blank=True, default="")
    reason = models.CharField(max_length=REASON_LENGTH, blank=True, default="")
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True, default=None)

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="pairing_table"),
            models.UniqueConstraint(fields=["round", "first"], name="pairing_of_first_once"),
            models.UniqueConstraint(fields=["round", "second"], name="pairing_of_second_once"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("first")), name="pairing_of_two"),
            models.CheckConstraint(
                condition=Q(second__isnull=False) | Q(series=None, war=None, outcome="", ruled=""),
                name="pairing_bye",
            ),
            models.CheckConstraint(condition=ONE_KIND, name="pairing_one_kind"),
            models.CheckConstraint(condition=Q(outcome__in=["", *OUTCOMES]), name="pairing_outcome"),
            models.CheckConstraint(
                condition=Q(ruled="", reason="", ruled_at=None)
                | Q(ruled__in=[*OUTCOMES, "void"], ruled_at__isnull=False) & ~Q(reason=""),
                name="pairing_ruled",
            ),
        ]

    def __str__(self) -> str:
        return f"Pairing {self.pk} of round {self.round_id}"

    def get_absolute_url(self) -> str:
        """The page of the game in its season."""
        season = self.round.season
        return reverse("season_game", args=[season.club_id, season.pk, self.pk])


class OwedRound(Owed):
    """A round that is to begin, since all games of the one before are decided."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="owed_rounds")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name, verbose_name_plural = "round to begin", "rounds to begin"
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="owed_round_once")]
        indexes = [
            models.Index(fields=["due_at"], name="round_owed", condition=Q(status__in=["queued", "running"]))
        ]

    def __str__(self) -> str:
        return f"Round {self.number} owed to season {self.season_id} ({self.status})"
