"""A battle whose fleets are still being chosen: what is agreed on, what dice decided, and what each side has chosen."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from battles.models.battle import Battle, LevelName, SideName
from battles.models.fighting import Way
from battles.models.play import Tempo
from battles.models.teams import TeamBattle
from engines.seam.sides import SIDES


class DesignedBattle(models.Model):
    """A battle that two design (27): `side` is that of the one who began it, `rival` who plays the other.

    `design` is the document of what is agreed on. `drawn` is what dice decided before anybody chooses; None until the
    rival is there. The dice follow from `seed`, committed to from the beginning, and from `entropy`, which the one adds
    who accepts. The seed is secret until the battle has begun. `token` is in the link for the
    rival, and `way` says what will settle the battle. Where a side has several players, `user` and `rival` are the
    first of their sides, and once both fleets are chosen `team` has the seats of all. With its battle, or its teams, it
    goes: without them nothing would tell it from one whose fleets are still being chosen. It may be the battle of a
    `leg` of a campaign game.
    """

    class Opponent(models.TextChoices):
        COMPUTER = "computer", "the computer"
        ONE_SCREEN = "one_screen", "a friend at this screen"
        LINK = "link", "a friend, by link"

    token = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="designs")
    rival = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="designs_accepted"
    )
    side = models.CharField(max_length=6, choices=SideName.choices)
    opponent = models.CharField(max_length=10, choices=Opponent.choices)
    level = models.CharField(max_length=7, choices=LevelName.choices, default=LevelName.CAPTAIN)
    clock = models.CharField(max_length=24, blank=True)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.STEP)
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.HAND, db_default=Way.HAND)
    design = models.BinaryField()
    drawn = models.BinaryField(null=True)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    entropy = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    withdrawn = models.BooleanField(default=False)
    battle = models.OneToOneField(Battle, models.CASCADE, null=True, related_name="design")
    leg = models.OneToOneField("battles.Leg", models.CASCADE, null=True, blank=True, related_name="designed")
    team = models.OneToOneField(TeamBattle, models.CASCADE, null=True, blank=True, related_name="design")

    OPEN: ClassVar = Q(battle=None, team=None, withdrawn=False)
    """Those whose fleets are still being chosen."""

    class Meta:
        verbose_name, verbose_name_plural = "battle being designed", "battles being designed"
        constraints = [
            models.CheckConstraint(condition=Q(side__in=SIDES), name="designed_battle_side"),
            models.CheckConstraint(
                condition=Q(opponent__in=["computer", "one_screen", "link"]), name="designed_battle_opponent"
            ),
            models.CheckConstraint(
                condition=Q(rival__isnull=True, drawn__isnull=True)
                | Q(rival__isnull=False, drawn__isnull=False),
                name="designed_battle_drawn_with_rival",
            ),
            models.CheckConstraint(condition=Q(way__in=Way.values), name="designed_battle_way"),
        ]

    def __str__(self) -> str:
        return f"Design {self.pk}"

    @property
    def is_chosen(self) -> bool:
        """Whether both fleets are chosen."""
        return self.battle_id is not None or self.team_id is not None


class SealedFleet(models.Model):
    """The fleet that one side has sealed (27): a copy of the player's, seen by nobody else until both are sealed."""

    designed = models.ForeignKey(DesignedBattle, models.CASCADE, related_name="sealed")
    side = models.CharField(max_length=6, choices=SideName.choices)
    name = models.CharField(max_length=40)
    fleet = models.BinaryField()
    sealed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["designed", "side"], name="sealed_fleet_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="sealed_fleet_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side} in design {self.designed_id}"


class ChosenShip(models.Model):
    """A ship that a side has chosen where both choose in turn (33.2), in their order; "" if it chooses no more."""

    designed = models.ForeignKey(DesignedBattle, models.CASCADE, related_name="choices")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=6, choices=SideName.choices)
    ship_class = models.CharField(max_length=40, blank=True)
    chosen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["designed", "number"], name="chosen_ship_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="chosen_ship_side"),
        ]

    def __str__(self) -> str:
        return f"choice {self.number} in design {self.designed_id}"
