"""Games of Space Empires: 4X whose battles are fought here (32): their battles, and troops that are sealed for one."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from battles.models.battle import Battle, SideName
from engines.seam.sides import SIDES, Side, as_side

MOST_BATTLES = 200
"""The most battles of one game."""


class SpaceEmpiresGame(models.Model):
    """A game on the table of two players: `user` has it here and plays `side`; `rival` is None until somebody accepts.

    The rival is the user where both play at one screen, or the computer. `chart` is their file of values that the rules
    of Talon have only as pictures, "" without one. `token` is in the link for the rival, `share_token` in the one
    that shows the game to whoever has it, None without one.
    """

    class Opponent(models.TextChoices):
        ONE_SCREEN = "one_screen", "a friend at this screen"
        LINK = "link", "a friend, by link"
        COMPUTER = "computer", "the computer"

    token = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="space_empires")
    rival = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="space_empires_accepted"
    )
    side = models.CharField(max_length=6, choices=SideName.choices)
    chart = models.TextField(blank=True)
    share_token = models.CharField(max_length=64, unique=True, null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "game of Space Empires", "games of Space Empires"
        constraints = [
            models.CheckConstraint(condition=Q(side__in=SIDES), name="space_empires_side"),
        ]

    def __str__(self) -> str:
        return f"game of Space Empires {self.pk}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("space_empires_game", args=[self.pk])

    @property
    def users_side(self) -> Side:
        """The side of the one who has it here."""
        return as_side(self.side)


class SpaceEmpiresBattle(models.Model):
    """A battle of such a game, counted from 1: what has been `entered` of it, and the documents that follow from that.

    `brief` is None while it is still being entered. `rolled` is what dice decided when it began, and `battle` is None
    until then; between the two the attacker puts troops aboard.
    """

    game = models.ForeignKey(SpaceEmpiresGame, models.CASCADE, related_name="battles")
    number = models.PositiveSmallIntegerField()
    entered = models.BinaryField(default=b"{}")
    brief = models.BinaryField(null=True)
    rolled = models.BinaryField(null=True)
    battle = models.OneToOneField(Battle, models.CASCADE, null=True, related_name="space_empires")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = "battle of Space Empires", "battles of Space Empires"
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="space_empires_battle_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MOST_BATTLES), name="space_empires_battle_number_sane"
            ),
            models.CheckConstraint(
                condition=Q(battle=None, rolled=None)
                | Q(battle__isnull=False, brief__isnull=False, rolled__isnull=False),
                name="space_empires_battle_begun",
            ),
        ]

    def __str__(self) -> str:
        return f"battle {self.number} of game of Space Empires {self.game_id}"

    def get_absolute_url(self) -> str:
        """Its page: where it is entered, and later what to carry back."""
        return reverse("space_empires_battle", args=[self.game_id, self.number])


class SealedTroops(models.Model):
    """The troops that a side has put aboard its transports, for nobody else to see until they have landed (32.3)."""

    told = models.ForeignKey(SpaceEmpiresBattle, models.CASCADE, related_name="troops")
    side = models.CharField(max_length=6, choices=SideName.choices)
    troops = models.BinaryField()
    sealed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "sealed troops", "sealed troops"
        constraints = [
            models.UniqueConstraint(fields=["told", "side"], name="sealed_troops_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="sealed_troops_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side}'s troops in battle {self.told_id}"
