"""Deputies: what their rows have in a war and in a campaign game (S70), and those of campaign games (S96)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from battles.models.series import Series
from engines.seam.series import PLAYERS


class AskedDeputy(models.Model):
    """A player's request to somebody to be their deputy, until it is answered or taken back."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        abstract = True


class DeputyTerm(models.Model):
    """The time in which a person may act for a player: from `given_at` until `ended_at`, None while it goes on.

    Rows stay when they have ended: whoever has known a player's secrets may not be told those of the other.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    given_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class SeriesDeputyRequest(AskedDeputy):
    """A request of a player of a campaign game."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="deputy_requests")
    player = models.CharField(max_length=5, choices=Series.Player.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "player"], name="one_series_deputy_request"),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="series_deputy_request_player"),
        ]

    def __str__(self) -> str:
        return f"Campaign game {self.series_id}: {self.user_id} asked for {self.player}"


class SeriesDeputy(DeputyTerm):
    """A deputy of a player of a campaign game, in the battles of all its legs (S96)."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="deputies")
    player = models.CharField(max_length=5, choices=Series.Player.choices)

    class Meta:
        verbose_name_plural = "series deputies"
        constraints = [
            models.UniqueConstraint(
                fields=["series", "player"], condition=Q(ended_at=None), name="one_series_deputy"
            ),
            models.UniqueConstraint(
                fields=["series", "user"], condition=Q(ended_at=None), name="series_deputy_of_one"
            ),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="series_deputy_player"),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=models.F("given_at")),
                name="series_deputy_ends_whole",
            ),
        ]
        indexes = [models.Index(fields=["user"], name="series_deputy_now", condition=Q(ended_at=None))]

    def __str__(self) -> str:
        return f"Campaign game {self.series_id}: {self.user_id} for {self.player}"
