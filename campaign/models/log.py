"""The log of a war, which is the truth, and the secret orders that wait to enter it."""

from django.conf import settings
from django.db import models

from campaign.models.war import SEATS, SIDES, War


class Entry(models.Model):
    """One line of a war's log, append-only: an order, and the events that followed from it."""

    war = models.ForeignKey(War, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.CharField(max_length=6, choices=SEATS)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    kind = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    document = models.BinaryField()
    events = models.BinaryField()
    rules_version = models.CharField(max_length=20)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "log entry", "log entries"
        constraints = [models.UniqueConstraint(fields=["war", "number"], name="entry_once")]
        ordering = ["war", "number"]

    def __str__(self) -> str:
        return f"War {self.war_id}, entry {self.number}: {self.kind}"


class SealedOrder(models.Model):
    """A secret order that waits for the other side's. Never shown to anybody but its own side."""

    war = models.ForeignKey(War, models.CASCADE, related_name="sealed_orders")
    turn = models.PositiveIntegerField()
    phase = models.CharField(max_length=10)
    seat = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    document = models.BinaryField()
    revision = models.PositiveIntegerField(default=1)
    sealed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "turn", "phase", "seat"], name="sealed_once")]

    def __str__(self) -> str:
        return f"Sealed order of {self.seat} in war {self.war_id}, turn {self.turn}"


class Draft(models.Model):
    """What a side is working on; never read by game logic."""

    war = models.ForeignKey(War, models.CASCADE, related_name="drafts")
    seat = models.CharField(max_length=6, choices=SIDES)
    turn = models.PositiveIntegerField()
    phase = models.CharField(max_length=10)
    document = models.BinaryField()
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "turn", "phase", "seat"], name="draft_once")]

    def __str__(self) -> str:
        return f"Draft of {self.seat} in war {self.war_id}, turn {self.turn}"


class GivenDoctrine(models.Model):
    """The doctrine a side gave with its decision to engage: for its captain alone, until the battle is over.

    `by_hand`: the side wants to play the battle itself, in a war whose battles the computer fights (S35).
    """

    war = models.ForeignKey(War, models.CASCADE, related_name="doctrines")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    document = models.BinaryField()
    by_hand = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "number", "side"], name="doctrine_once")]

    def __str__(self) -> str:
        return f"Doctrine of {self.side} in war {self.war_id}, battle {self.number}"
