"""Battles of teams (25): who sits where, which units each player has, and what the players of a side say."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from battles.models.battle import Battle, LevelName, SideName
from battles.models.play import Tempo
from engines.seam.sides import SIDES, Side


class TeamBattle(models.Model):
    """A battle of teams, from when it is set up: `user` set it up, and `battle` is None until everybody is ready.

    `revision` grows with every change of seats and units, so that nobody answers a page that is out of date. `token` is
    in the link by which anybody may take any free seat. `at_table`: it is fought at a table, and its result recorded.
    `again_of` is the battle after which its players play the same once more. `terran_changed_by` and
    `talon_changed_by` are who last changed the order, the division or the captains of a side.
    """

    token = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="team_battles")
    title = models.CharField(max_length=120)
    setup = models.BinaryField()
    clock = models.CharField(max_length=24, blank=True)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.STEP)
    at_table = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(auto_now_add=True)
    withdrawn = models.BooleanField(default=False)
    battle = models.OneToOneField(Battle, models.CASCADE, null=True, related_name="team")
    again_of = models.ForeignKey(Battle, models.SET_NULL, null=True, blank=True, related_name="teams_again")
    terran_changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    talon_changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name, verbose_name_plural = "battle of teams", "battles of teams"
        constraints = [
            models.CheckConstraint(condition=Q(tempo__in=Tempo.values), name="team_battle_tempo"),
            models.CheckConstraint(
                condition=Q(battle__isnull=True) | Q(withdrawn=False), name="team_battle_begun_or_withdrawn"
            ),
        ]

    def __str__(self) -> str:
        return f"team battle {self.pk}: {self.title}"

    def changed_by(self, side: Side) -> User | None:
        """Who last changed the order, the division or the captains of a side; None before anybody has."""
        return self.terran_changed_by if side == "terran" else self.talon_changed_by


class TeamSeat(models.Model):
    """A player's seat: its side, and its `place` in the order of the side's players, from 0.

    A free seat has neither a `user` nor the `level` of a captain. `units` are the names of the player's units, one a
    line, and `token` is in the link by which somebody takes this seat. `read` is the newest line of the side's talk
    that its player has read, and `heard` the last that is not theirs to read: it was said while they were with the
    other side. `asked` is the revision at which they had the message that they are waited for, 0 if they have had none
    since they were ready. `refuses`: asked by others of the side, its player has refused to concede.
    """

    team = models.ForeignKey(TeamBattle, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=6, choices=SideName.choices)
    place = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="team_seats")
    level = models.CharField(max_length=7, choices=LevelName.choices, blank=True)
    token = models.CharField(max_length=64, unique=True)
    units = models.TextField(blank=True)
    ready = models.BooleanField(default=False)
    read = models.BigIntegerField(default=0)
    heard = models.BigIntegerField(default=0, db_default=0)
    asked = models.PositiveIntegerField(default=0, db_default=0)
    refuses = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = "seat of a battle of teams", "seats of battles of teams"
        ordering = ["team", "side", "place"]
        constraints = [
            models.UniqueConstraint(fields=["team", "side", "place"], name="team_seat_once"),
            models.UniqueConstraint(
                fields=["team", "user"], condition=Q(user__isnull=False), name="team_seat_of_user"
            ),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="team_seat_side"),
            models.CheckConstraint(condition=Q(level__in=["", *LevelName.values]), name="team_seat_level"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(level=""), name="team_seat_one_player"),
            models.CheckConstraint(condition=Q(ready=False) | Q(user__isnull=False), name="team_seat_ready"),
        ]

    def __str__(self) -> str:
        return f"seat {self.place + 1} of {self.side} in team battle {self.team_id}"

    @property
    def taken(self) -> bool:
        """Whether somebody, or the computer, has it."""
        return self.user_id is not None or bool(self.level)

    @property
    def name(self) -> str:
        """Who has it, as others read it; "" while it is free."""
        if self.user is not None:
            return self.user.username
        return LevelName(self.level).label if self.level else ""

    @property
    def unit_names(self) -> tuple[str, ...]:
        """The names of the player's units."""
        return tuple(self.units.splitlines())


class TeamLine(models.Model):
    """What a player says to the others of the side (25); the other side never reads it.

    `words` is how many words it has. `round` is 0 if it was said during set-up, else the round in whose Power Phase.
    `departure`: nothing was said, but its player has left the side.
    """

    class Departure(models.TextChoices):
        LEFT = "left", "left the side"
        OVER = "over", "plays for the other side now"

    MOST = 1000

    team = models.ForeignKey(TeamBattle, models.CASCADE, related_name="lines")
    side = models.CharField(max_length=6, choices=SideName.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=MOST, blank=True)
    departure = models.CharField(
        max_length=4, choices=Departure.choices, blank=True, default="", db_default=""
    )
    words = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "line of a side's talk", "lines of sides' talk"
        constraints = [
            models.CheckConstraint(condition=Q(side__in=SIDES), name="team_line_side"),
            models.CheckConstraint(
                condition=~Q(text="") | Q(departure__in=["left", "over"]), name="team_line_says_something"
            ),
        ]
        indexes = [models.Index(fields=["team", "side", "id"], name="team_lines")]

    def __str__(self) -> str:
        return f"line {self.pk} of {self.side} in team battle {self.team_id}"
