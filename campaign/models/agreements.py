"""What the players of a war have arranged about its time."""

from django.db import models

from campaign.models.war import SIDES, War


class TimeNote(models.Model):
    """Something that a side has said or done about the time of a war, kept for its history (S65).

    `asked` is what it is about: "pause", "none", a pace as battles/pace.py writes it, the instant at which a
    holiday ends, in ISO 8601, or where the battle is that is being played.
    """

    class Kind(models.TextChoices):
        ASKED = "asked", "asked"
        AGREED = "agreed", "agreed"
        DECLINED = "declined", "declined"
        DROPPED = "dropped", "took the proposal back"
        EXPIRED = "expired", "got no answer"
        RESUMED = "resumed", "resumed the war"
        AWAY = "away", "went on holiday"
        BACK = "back", "is back"
        PLAYING = "playing", "is playing the battle"

    war = models.ForeignKey(War, models.CASCADE, related_name="time_notes")
    turn = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    asked = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["war", "id"], name="time_of_war")]

    def __str__(self) -> str:
        return f"War {self.war_id}: {self.side} {self.kind} {self.asked}"


class Holiday(models.Model):
    """A time in which a side is away and its deadlines stand still (S66); `ends_at` is earlier if it comes back."""

    war = models.ForeignKey(War, models.CASCADE, related_name="holidays")
    side = models.CharField(max_length=6, choices=SIDES)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("begins_at")), name="holiday_has_a_length"
            )
        ]
        indexes = [models.Index(fields=["war", "ends_at"], name="holidays_of_war")]

    def __str__(self) -> str:
        return f"War {self.war_id}: {self.side} away until {self.ends_at}"
