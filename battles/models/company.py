"""Who else is there while a battle is played by hand: onlookers, found by a link."""

from django.db import models
from django.db.models import Q

from battles.models.battle import Battle, SideName
from engines.seam.sides import SIDES


class OnlookerLink(models.Model):
    """The link by which anybody may watch a battle; `side` is that of the player who made it."""

    battle = models.OneToOneField(Battle, models.CASCADE, related_name="onlooker_link")
    token = models.CharField(max_length=64, unique=True)
    side = models.CharField(max_length=6, choices=SideName.choices)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(side__in=SIDES), name="onlooker_link_side")]

    def __str__(self) -> str:
        return f"onlookers of battle {self.battle_id}"
