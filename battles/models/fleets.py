"""Fleets that players put together, to be used in battles of no war."""

from django.conf import settings
from django.db import models
from django.urls import reverse

NAME_LENGTH = 40


class SavedFleet(models.Model):
    """A fleet of a player's; `fleet` is its document, with whose ships it has, its size, and how many of each class.

    `version` rises with every change. `share_token` is in the link that shows the fleet to whoever has it, None without
    one. A battle keeps its own copy, so nothing here changes one that has begun.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="fleets")
    name = models.CharField(max_length=NAME_LENGTH)
    fleet = models.BinaryField()
    version = models.PositiveIntegerField(default=1)
    share_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    made_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="one_fleet_of_a_name")]

    def __str__(self) -> str:
        return f"Fleet {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which its player changes it."""
        return reverse("fleet", args=[self.pk])
