"""What a request to be somebody's deputy, and a deputy's term, have in a war and in a campaign game (S70)."""

from django.conf import settings
from django.db import models


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
