"""By when the phase of a war is due."""

from django.db import models
from django.db.models import Q

from accounts.models import Owed
from campaign.models.war import War


class Deadline(Owed):
    """The deadline of a war: of the phase that `key` names, "" while nothing is due; stored as instants.

    What is owed at `falls_at` is to go on without whoever is late (S63). `told` counts the reminders that were sent.
    The phase is another one while it is `lent`: the war waits for the computer alone, which plays a lent side (S64).
    """

    war = models.OneToOneField(War, models.CASCADE, related_name="deadline")
    key = models.CharField(max_length=100, blank=True)
    lent = models.BooleanField(default=False, db_default=False)
    begun_at = models.DateTimeField(null=True)
    falls_at = models.DateTimeField(null=True)
    told = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(key="", begun_at=None, falls_at=None)
                | ~Q(key="") & Q(begun_at__isnull=False, falls_at__isnull=False),
                name="deadline_runs_or_not",
            )
        ]
        indexes = [
            models.Index(fields=["falls_at"], name="deadline_falls", condition=Q(falls_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"Deadline of war {self.war_id}: {self.key or 'none'}"
