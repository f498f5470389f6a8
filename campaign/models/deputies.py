"""Who besides its player may act for a side of a war, and who has known that side's secrets."""

from django.db import models
from django.db.models import Q

from battles.models import AskedDeputy, DeputyTerm
from campaign.models.war import SIDES, War


class DeputyRequest(AskedDeputy):
    """A player's request to somebody to be the side's deputy, until it is answered or taken back (S70)."""

    war = models.ForeignKey(War, models.CASCADE, related_name="deputy_requests")
    side = models.CharField(max_length=6, choices=SIDES)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["war", "side"], name="one_deputy_request_a_side"),
        ]

    def __str__(self) -> str:
        return f"War {self.war_id}: {self.user_id} asked for {self.side}"


class Deputy(DeputyTerm):
    """A person who acts for a side from `given_at` until `ended_at`, None while that goes on (S70).

    Whoever has known a side's secrets may not be told the other's in the same war. One
    with `how` "held" was never a deputy, but had the seat itself before the host gave it to somebody else, and one with
    "returned" gave it back.
    """

    class How(models.TextChoices):
        REVOKED = "revoked", "revoked by the player"
        LEFT = "left", "stepped down"
        MOVED = "moved", "the seat changed hands"
        HELD = "held", "had the seat before"
        RETURNED = "returned", "gave the seat back"
        ALONE = "alone", "the war had deputies no more"

    war = models.ForeignKey(War, models.CASCADE, related_name="deputies")
    side = models.CharField(max_length=6, choices=SIDES)
    turn = models.PositiveIntegerField()
    ended_turn = models.PositiveIntegerField(null=True)
    how = models.CharField(max_length=10, choices=How.choices, blank=True)

    class Meta:
        verbose_name_plural = "deputies"
        constraints = [
            models.UniqueConstraint(
                fields=["war", "side"], condition=Q(ended_at=None), name="one_deputy_a_side"
            ),
            models.UniqueConstraint(
                fields=["war", "user"], condition=Q(ended_at=None), name="deputy_of_one_side"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_turn=None, how="")
                | Q(ended_at__gte=models.F("given_at"), ended_turn__isnull=False) & ~Q(how=""),
                name="deputy_ends_whole",
            ),
        ]
        indexes = [models.Index(fields=["user"], name="deputy_now", condition=Q(ended_at=None))]

    def __str__(self) -> str:
        return f"War {self.war_id}: {self.user_id} for {self.side}"
