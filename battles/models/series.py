"""Campaign games (28): who plays whom, their legs in order, and the battles in which the legs were fought."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.models import Owed
from battles.models.battle import Battle, LevelName, SideName
from battles.models.fighting import Way
from battles.models.play import Tempo
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.series import PLAYERS
from engines.seam.sides import SIDES

MOST_LEGS: Final = 40
"""The most legs of a campaign game."""


class Series(models.Model):
    """A campaign game between the one who set it up and a `rival`, None until somebody has accepted.

    `level` is that of the computer's captains if the rival is the computer. `way`, `tempo` and `clock` are those of the
    legs, unless the players choose another way for one. `pace` is that of its deadlines, "" for none, as
    battles/pace.py writes it. `conceded_by` has given up; if that player has `left`, the account was closed, which
    counts as much (S87). `early` is a leg that one player asks to play before its turn, and `early_by` who asks.
    `watch_token` is that of the link for onlookers, and `watch_by` made it. `time_asked` is the pace or pause that the
    player `time_asked_by` has proposed at `time_asked_at`, "" for nothing. While it is `paused` nothing moves and no
    time runs. `user_deputy` and `rival_deputy` act for the two now (S96). Somebody else may have `arranged` it for the
    two, and hears of every change. The score is not stored: it follows from the battles.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", "waiting for an opponent"
        ON = "on", "going on"
        OVER = "over", "over"
        CALLED_OFF = "called_off", "called off"

    class Player(models.TextChoices):
        USER = "user", "who set it up"
        RIVAL = "rival", "the opponent"

    token = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="series_begun")
    rival = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="series_accepted"
    )
    user_deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    rival_deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    level = models.CharField(max_length=7, choices=LevelName.choices, default=LevelName.CAPTAIN)
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.HAND)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.STEP)
    clock = models.CharField(max_length=24, blank=True)
    pace = models.CharField(max_length=60, blank=True, db_default="")
    arranged = models.BooleanField(default=False, db_default=False)
    paused = models.BooleanField(default=False, db_default=False)
    time_asked = models.CharField(max_length=60, blank=True, db_default="")
    time_asked_by = models.CharField(max_length=5, choices=Player.choices, blank=True, db_default="")
    time_asked_at = models.DateTimeField(null=True)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.WAITING)
    conceded_by = models.CharField(max_length=5, choices=Player.choices, blank=True)
    left = models.BooleanField(default=False, db_default=False)
    early = models.PositiveSmallIntegerField(null=True)
    early_by = models.CharField(max_length=5, choices=Player.choices, blank=True)
    watch_token = models.CharField(max_length=64, unique=True, null=True)
    watch_by = models.CharField(max_length=5, choices=Player.choices, blank=True, db_default="")
    made_at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "campaign game", "campaign games"
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__in=["waiting", "called_off"])
                | Q(stage__in=["on", "over"], rival__isnull=False),
                name="series_stage",
            ),
            models.CheckConstraint(condition=Q(way__in=Way.values), name="series_way"),
            models.CheckConstraint(condition=Q(tempo__in=Tempo.values), name="series_tempo"),
            models.CheckConstraint(
                condition=Q(conceded_by="") | Q(conceded_by__in=PLAYERS, stage="over"), name="series_conceded"
            ),
            models.CheckConstraint(condition=Q(left=False) | ~Q(conceded_by=""), name="series_left"),
            models.CheckConstraint(
                condition=Q(early__isnull=True, early_by="") | Q(early__isnull=False, early_by__in=PLAYERS),
                name="series_early",
            ),
            models.CheckConstraint(
                condition=Q(stage="over", over_at__isnull=False) | ~Q(stage="over") & Q(over_at__isnull=True),
                name="series_over_at",
            ),
            models.CheckConstraint(
                condition=Q(watch_token=None, watch_by="")
                | Q(watch_token__isnull=False, watch_by__in=PLAYERS),
                name="series_watched",
            ),
            models.CheckConstraint(condition=Q(paused=False) | Q(stage="on"), name="series_paused"),
            models.CheckConstraint(
                condition=Q(time_asked="", time_asked_by="", time_asked_at=None)
                | ~Q(time_asked="") & Q(time_asked_by__in=PLAYERS, time_asked_at__isnull=False, stage="on"),
                name="series_time_asked",
            ),
            models.CheckConstraint(
                condition=Q(rival__isnull=True) | ~Q(user=models.F("rival")), name="series_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"campaign game {self.pk}: {self.name}"

    @property
    def topic(self) -> str:
        """The topic of notices to its onlookers; its players hear of it by their own."""
        return f"series:{self.pk}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("series", args=[self.pk])


class Leg(models.Model):
    """A leg: a battle between the two, or a pair of battles with sides changed (R68), counted from 1.

    `user_side` is the side that the one who set the campaign game up plays, in a pair that of its first battle.
    `scenario` is the number of the printed scenario, None for a battle of one's own. `way` is how it is fought, "" for
    that of the campaign game; on the board each decision can have its own `pace`, "" for that of the campaign game.
    With a `design` both sides choose their fleets in secret (27), as that document says; until then there is no set-up.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="legs")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=120)
    scenario = models.PositiveSmallIntegerField(null=True)
    setup = models.BinaryField()
    user_side = models.CharField(max_length=6, choices=SideName.choices)
    pair = models.BooleanField(default=False)
    way = models.CharField(max_length=6, choices=Way.choices, blank=True, db_default="")
    pace = models.CharField(max_length=60, blank=True, db_default="")
    design = models.BinaryField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="leg_number"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=MOST_LEGS), name="leg_number_sane"),
            models.CheckConstraint(condition=Q(user_side__in=SIDES), name="leg_side"),
            models.CheckConstraint(condition=Q(way__in=["", *Way.values]), name="leg_way"),
            models.CheckConstraint(condition=Q(pace="") | Q(way=Way.HAND), name="leg_pace"),
        ]

    def __str__(self) -> str:
        return f"leg {self.number} of campaign game {self.series_id}"

    @property
    def setup_document(self) -> BattleSetup:
        """The set-up, of a leg whose fleets are chosen."""
        return codec.decode_setup(bytes(self.setup))


class LegBattle(models.Model):
    """A battle in which a leg is fought: `half` 1 or 2 of a pair, and each `attempt` after one that nobody won."""

    leg = models.ForeignKey(Leg, models.CASCADE, related_name="battles")
    half = models.PositiveSmallIntegerField(default=1)
    attempt = models.PositiveSmallIntegerField(default=1)
    battle = models.OneToOneField(Battle, models.CASCADE, related_name="leg_battle")

    class Meta:
        ordering = ["half", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["leg", "half", "attempt"], name="leg_battle_once"),
            models.CheckConstraint(condition=Q(half__in=[1, 2]), name="leg_battle_half"),
        ]

    def __str__(self) -> str:
        return f"attempt {self.attempt} at leg {self.leg_id}"


class SeriesDeadline(Owed):
    """Since when a campaign game is in the phase that `key` names, "" while it waits for nobody, and when it is due.

    `falls_at` is None where no deadlines are agreed on. What is owed then is to go on without whoever is late (S88).
    `told` counts the reminders that were sent.
    """

    series = models.OneToOneField(Series, models.CASCADE, related_name="deadline")
    key = models.CharField(max_length=60, blank=True)
    begun_at = models.DateTimeField(null=True)
    falls_at = models.DateTimeField(null=True)
    told = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(key="", begun_at=None, falls_at=None) | ~Q(key="") & Q(begun_at__isnull=False),
                name="series_deadline_runs_or_not",
            )
        ]
        indexes = [
            models.Index(
                fields=["falls_at"], name="series_deadline_falls", condition=Q(falls_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"Deadline of campaign game {self.series_id}: {self.key or 'none'}"


class SeriesRecord(models.Model):
    """A campaign game that a user has imported: a record, which cannot be played on and counts nowhere.

    `data` is the file as the site writes it, and `digest` names it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="series_records")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    data = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "imported campaign game", "imported campaign games"
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="series_record_once")]

    def __str__(self) -> str:
        return f"imported campaign game {self.pk}: {self.name}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("series_record", args=[self.pk])


class SeriesHoliday(models.Model):
    """A time in which a player is away and their deadlines stand still (S66); `ends_at` is earlier if they come back.

    It is `closed` once what stood still runs again.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="holidays")
    player = models.CharField(max_length=5, choices=Series.Player.choices)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    closed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=models.F("begins_at")), name="series_holiday_length"
            ),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="series_holiday_player"),
        ]
        indexes = [models.Index(fields=["ends_at"], name="series_holidays_on", condition=Q(closed=False))]

    def __str__(self) -> str:
        return f"Campaign game {self.series_id}: {self.player} away until {self.ends_at}"
