"""Corrected results that the players of a war have proposed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaign.models.war import SIDES, War


class Correction(models.Model):
    """A corrected result that a side proposes, with what is to change (S67): `document` is the order.

    `battle` is the number of the battle, `turn` when it was proposed. It falls due for an answer at `expires_at`.

    `way` is what becomes of the war since (S67, S69). `entry` is the number of the entry that it has become, 0 for
    none; `by_host`: the host has decided it. One that is carried along was agreed on before the war went back, and is
    made once more when a turn is planned (S71).
    """

    class Status(models.TextChoices):
        OPEN = "open", "open"
        AGREED = "agreed", "agreed"
        DECLINED = "declined", "declined"
        DROPPED = "dropped", "taken back"
        EXPIRED = "expired", "not answered in time"
        LAPSED = "lapsed", "the war went on first"
        CARRIED = "carried", "waits until a turn is planned"
        UNDONE = "undone", "agreed, but its battle no longer counts"

    class Way(models.TextChoices):
        NOW = "now", "settle the difference now"
        AS_IT_IS = "as_it_is", "as if recorded right from the start"
        REWIND = "rewind", "go back to the battle"
        FIT = "fit", "go on again with fitted plans"

    war = models.ForeignKey(War, models.CASCADE, related_name="corrections")
    battle = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    document = models.BinaryField()
    way = models.CharField(max_length=10, choices=Way.choices, default=Way.NOW)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    by_host = models.BooleanField(default=False)
    entry = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "corrected result", "corrected results"
        constraints = [
            models.UniqueConstraint(fields=["war"], condition=Q(status="open"), name="one_open_correction")
        ]
        indexes = [
            models.Index(fields=["expires_at"], name="corrections_due", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return f"War {self.war_id}, battle {self.battle}: corrected result ({self.status})"


class SetAside(models.Model):
    """A battle that no longer counts, because its war has gone back to an earlier one; `number` is what it had there.

    `entry` is the number of the entry by which the war went back (S69).
    """

    war = models.ForeignKey(War, models.CASCADE, related_name="set_aside")
    battle = models.OneToOneField("battles.Battle", models.CASCADE, related_name="set_aside")
    number = models.PositiveIntegerField()
    entry = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "battles set aside"
        constraints = [models.UniqueConstraint(fields=["war", "number", "entry"], name="set_aside_once")]

    def __str__(self) -> str:
        return f"War {self.war_id}, battle {self.number}: set aside by entry {self.entry}"
