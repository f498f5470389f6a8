"""The chats of single battles and campaign games: what players write, and what each has read. A war has its own."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from battles.models.battle import Battle, SideName
from battles.models.series import Series
from engines.seam.series import PLAYERS
from engines.seam.sides import SIDES


class BattleChatLine(models.Model):
    """What a player wrote to the other one."""

    MOST = 1000

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="chat_lines")
    side = models.CharField(max_length=6, choices=SideName.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=MOST)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "chat line of a single battle", "chat lines of single battles"
        constraints = [models.CheckConstraint(condition=Q(side__in=SIDES), name="battle_chat_side")]
        indexes = [models.Index(fields=["battle", "id"], name="chat_of_battle")]

    def __str__(self) -> str:
        return f"Chat line {self.pk} of {self.side} in battle {self.battle_id}"


class BattleReader(models.Model):
    """Up to which line a player has read the chat, and whether the other side's lines are hidden from them.

    `place` is the player's in the order of the side.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="readers")
    side = models.CharField(max_length=6, choices=SideName.choices)
    place = models.PositiveSmallIntegerField(default=0, db_default=0)
    read = models.BigIntegerField(default=0)
    mutes = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "side", "place"], name="battle_reader_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="battle_reader_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side} as a reader of battle {self.battle_id}"


class SeriesChatLine(models.Model):
    """What one of the two players of a campaign game wrote to the other."""

    MOST = BattleChatLine.MOST

    series = models.ForeignKey(Series, models.CASCADE, related_name="chat_lines")
    player = models.CharField(max_length=5, choices=Series.Player.choices)
    text = models.CharField(max_length=MOST)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = (
            "chat line of a campaign game",
            "chat lines of campaign games",
        )
        constraints = [models.CheckConstraint(condition=Q(player__in=PLAYERS), name="series_chat_player")]
        indexes = [models.Index(fields=["series", "id"], name="chat_of_series")]

    def __str__(self) -> str:
        return f"Chat line {self.pk} of {self.player} in campaign game {self.series_id}"


class SeriesReader(models.Model):
    """Up to which line a player has read the chat of a campaign game, and whether the other's lines are hidden."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="readers")
    player = models.CharField(max_length=5, choices=Series.Player.choices)
    read = models.BigIntegerField(default=0)
    mutes = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "player"], name="series_reader_once"),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="series_reader_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} as a reader of campaign game {self.series_id}"
