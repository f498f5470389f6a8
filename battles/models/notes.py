"""What each side has typed of its report so far, and the log of who did what to a battle."""

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.db.models import Q

from battles.models.battle import Battle, SideName
from engines.seam.sides import SIDES


class ReportDraft(models.Model):
    """What one side has typed of its report so far: field names and values, complete or not."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="drafts")
    side = models.CharField(max_length=6, choices=SideName.choices)
    document = models.BinaryField()
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "side"], name="report_draft_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="report_draft_side"),
        ]

    def __str__(self) -> str:
        return f"draft {self.revision} of {self.side}"


class BattleNote(models.Model):
    """Who did what to a battle, and when; never changed once written.

    `user` is the side's player; `deputy` is who acted for the player, None if nobody did.
    """

    WITHDREW = "request withdrawn"
    """The text of one who asks for nothing else any more."""
    RESUMED = "from where it stood"
    """The text of a battle that was begun in the browser before."""

    class Kind(models.TextChoices):
        OPENED = "opened", "opened the battle"
        ENTERED = "entered", "entered the report"
        CORRECTED = "corrected", "entered a corrected report"
        CONFIRMED = "confirmed", "confirmed the report"
        AGREED = "agreed", "agreed on the report"
        DISPUTED = "disputed", "disputed the report"
        STOOD = "stood", "the report was not answered in time"
        REOPENED = "reopened", "both sides withdrew the result"
        ASKED_BACK = "asked_back", "asked to take the result back"
        LEFT = "left", "left the result as it is"
        VOIDED = "voided", "the battle was called off"
        HELD = "held", "the host froze the battle"
        RELEASED = "released", "the battle resumed"
        ASKED = "asked", "asked how the battle is settled"
        QUEUED = "queued", "the battle was given to the computer"
        RECALLED = "recalled", "the battle was taken back from the computer"
        FAILED = "failed", "the computer failed to fight the battle"
        FOUGHT = "fought", "the computer fought the battle"
        BEGUN = "begun", "the battle is played in the browser"
        LAID = "laid", "the battle in the browser was laid aside"
        PLAYED = "played", "the battle was played to its end"

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="notes")
    at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    side = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["", *SIDES]), name="battle_note_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.get_kind_display()}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new note; a written one stays as it is."""
        if not self._state.adding:
            raise TypeError("a note in the log is never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        """Refuse: the log only grows."""
        raise TypeError("a note in the log is never deleted")
