"""Fleets of Warfleets: FTL that players keep."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from battles.models.fleets import KeptFleet


class WarfleetsFleet(KeptFleet):
    """A fleet of a player's, as far as it is put together; the rules may refuse it still.

    `points` are those of the game it is for.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="warfleets")
    points = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="one_warfleets_fleet_of_a_name")]

    def __str__(self) -> str:
        return f"Fleet of Warfleets {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which its player changes it."""
        return reverse("warfleets_fleet", args=[self.pk])
