"""Fleets of Warfleets: FTL that players keep, and battles that they play on a table in the browser."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.models.battle import Battle, LevelName, SideName
from battles.models.fleets import KeptFleet
from battles.models.play import Play, PlayedBy
from engines.seam.commitments import DiceCommitment
from engines.seam.sides import SIDES, Side, opponent


class WarfleetsFleet(KeptFleet):
    """A fleet of a player's, as far as it is put together; the rules may refuse it still.

    `points` are those of the game it is for.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="warfleets")
    points = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="one_warfleets_fleet_of_a_name")]

    def __str__(self) -> str:
        return f"Fleet of Warfleets {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which its player changes it."""
        return reverse("warfleets_fleet", args=[self.pk])


class WarfleetsBattle(models.Model):
    """A battle of Warfleets on a table in the browser: who plays it, with which fleets, and how far it is.

    Who has begun it plays Terran. Of one that waits for somebody, `talon_fleet` is empty; `invited` is whom it waits
    for, and without one it waits for whoever has the link with the `token`. `level` is that of the computer if it plays
    Talon. Documents are copies: what becomes of a kept fleet changes no battle. `terrain` lies from the beginning; if
    it is empty, the players lay it. `dice` is the battle's name in its dice, which follow from the `seed`, secret until
    it is over; `commitment` is shown from the first.

    A battle of a war has a `play`, by which its battle knows how it stands and who gives the orders; its dice are those
    of the play. `starts` are the ships that do not begin as their fleet lists them. There `left_by` is the side that
    breaks off when the round ends (WF60), which the other does not know until then; `left_too`: so would the other.

    `number` rises with every change, and `decider` is who decides now. `drawn_by` has offered a draw, and `left_by` has
    asked to call it off. `told` is the `number` at which somebody was last told that it is their turn.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", "waiting for an opponent"
        ON = "on", "under way"
        OVER = "over", "over"
        OFF = "off", "called off"

    class Ended(models.TextChoices):
        PLAYED = "played", "played to its end"
        CONCEDED = "conceded", "conceded"
        DRAWN = "drawn", "drawn by agreement"

    token = models.CharField(max_length=64, unique=True)
    terran_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="warfleets_battles"
    )
    talon_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="warfleets_battles_joined"
    )
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="warfleets_invitations"
    )
    level = models.CharField(max_length=7, choices=LevelName.choices, blank=True)
    play = models.OneToOneField(Play, models.CASCADE, null=True, related_name="table")
    points = models.PositiveIntegerField()
    terran_fleet = models.BinaryField()
    talon_fleet = models.BinaryField(default=b"")
    terrain = models.BinaryField()
    starts = models.BinaryField(default=b"", db_default=b"")
    dice = models.CharField(max_length=80, unique=True)
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64)
    stage = models.CharField(max_length=7, choices=Stage.choices)
    ended = models.CharField(max_length=8, choices=Ended.choices, blank=True)
    winner = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    decider = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    number = models.PositiveIntegerField(default=0)
    told = models.PositiveIntegerField(default=0)
    drawn_by = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    left_by = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    left_too = models.BooleanField(default=False, db_default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "battle of Warfleets", "battles of Warfleets"
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__in=["waiting", "on", "over", "off"]), name="warfleets_battle_stage"
            ),
            models.CheckConstraint(
                condition=Q(stage__in=["waiting", "off"]) | Q(talon_user__isnull=False),
                name="warfleets_battle_of_two",
            ),
            models.CheckConstraint(
                condition=Q(stage="on") & Q(decider__in=SIDES) | ~Q(stage="on") & Q(decider=""),
                name="warfleets_battle_decider",
            ),
            models.CheckConstraint(
                condition=Q(stage="over") & Q(ended__in=["played", "conceded", "drawn"])
                | ~Q(stage="over") & Q(ended=""),
                name="warfleets_battle_ended",
            ),
            models.CheckConstraint(
                condition=Q(winner="") | Q(winner__in=SIDES, ended__in=["played", "conceded"]),
                name="warfleets_battle_winner",
            ),
            models.CheckConstraint(
                condition=Q(drawn_by__in=["", *SIDES], left_by__in=["", *SIDES]), name="warfleets_battle_asks"
            ),
            models.CheckConstraint(
                condition=Q(left_too=False) | Q(left_by__in=SIDES, play__isnull=False, stage="on"),
                name="warfleets_battle_left_too",
            ),
            models.CheckConstraint(condition=Q(told__lte=F("number")), name="warfleets_battle_told"),
            models.CheckConstraint(
                condition=Q(play__isnull=True) & ~Q(seed="")
                | Q(play__isnull=False, seed="", stage__in=["on", "over"], drawn_by=""),
                name="warfleets_battle_of_a_war",
            ),
        ]

    def __str__(self) -> str:
        return f"Battle of Warfleets {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which it is played."""
        return reverse("warfleets_table", args=[self.pk])

    @property
    def path_to_join(self) -> str:
        """The page on which somebody joins it: a key, for whoever has it."""
        return reverse("warfleets_join", args=[self.token])

    @property
    def topic(self) -> str:
        """Under which notices say that it has changed."""
        return f"warfleets:{self.pk}"

    @property
    def one_screen(self) -> bool:
        """Whether one person plays both sides."""
        return self.terran_user_id == self.talon_user_id

    @property
    def promise(self) -> DiceCommitment:
        """What the dice are made from. Secret until the battle is over."""
        if self.play is not None:
            return self.play.seal.promise
        return DiceCommitment(self.dice, self.seed, {})

    @property
    def war_battle(self) -> Battle | None:
        """The battle of a war that it is."""
        return None if self.play is None else self.play.battle

    @property
    def leaving(self) -> tuple[Side, ...]:
        """The sides of a battle of a war that would break off when the round ends, who said so first in front."""
        first = [side for side in SIDES if side == self.left_by]
        return (*first, *(opponent(side) for side in first if self.left_too))

    @property
    def computers(self) -> tuple[Side, ...]:
        """The sides that the computer plays."""
        battle = self.war_battle
        if battle is not None:
            return tuple(side for side in SIDES if battle.user_of(side).is_computer)
        return ("talon",) if self.level else ()

    def captain_of(self, side: Side) -> str:
        """The level of the captain who gives a side's orders now, "" if a person does."""
        if self.play is not None:
            by = self.play.by(side)
            return "" if by == PlayedBy.PERSON else by
        return self.level if side in self.computers else ""

    def player_of(self, side: Side) -> User | None:
        """Who plays a side; None for Talon while it waits for somebody."""
        return self.terran_user if side == "terran" else self.talon_user

    def seats_of(self, user_id: int) -> tuple[Side, ...]:
        """The sides that a person plays; in a battle of a war also for the player whose deputy they are (S70)."""
        battle = self.war_battle
        if battle is not None:
            return tuple(
                side for side in SIDES if user_id in (battle.user_of(side).pk, battle.deputy_of(side))
            )
        players = {"terran": self.terran_user_id, "talon": self.talon_user_id}
        return tuple(side for side in SIDES if players[side] == user_id)


class WarfleetsOrder(models.Model):
    """An order that was given in a battle, as a line of the notation, with the dice rolled for it, one digit each.

    `captain`: a captain gave it, for the computer or for a player of a war.
    """

    battle = models.ForeignKey(WarfleetsBattle, models.CASCADE, related_name="orders")
    number = models.PositiveIntegerField()
    line = models.CharField(max_length=1000)
    dice = models.CharField(max_length=1000, blank=True)
    captain = models.BooleanField(default=False, db_default=False)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = "order of Warfleets", "orders of Warfleets"
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="warfleets_order_once")]

    def __str__(self) -> str:
        return f"Order {self.number} of {self.battle_id}"
