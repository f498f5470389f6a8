"""Fleets of Warfleets: FTL that players keep."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from battles.models.fleets import NAME_LENGTH


class WarfleetsFleet(models.Model):
    """A fleet of a player's, as far as it is put together; the rules may refuse it still.

    `fleet` is its document and `points` those of the game it is for. `version` rises with every change. `share_token`
    is in the link that shows the fleet to whoever has it, None without one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="warfleets")
    name = models.CharField(max_length=NAME_LENGTH)
    points = models.PositiveIntegerField()
    fleet = models.BinaryField()
    version = models.PositiveIntegerField(default=1)
    share_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    made_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="one_warfleets_fleet_of_a_name")]

    def __str__(self) -> str:
        return f"Fleet of Warfleets {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which its player changes it."""
        return reverse("warfleets_fleet", args=[self.pk])
