"""Fleets that players put together, to be used in battles of no war."""

from django.conf import settings
from django.db import models
from django.urls import reverse

NAME_LENGTH = 40


class KeptFleet(models.Model):
    """What a fleet has that its player keeps, of whichever game; `fleet` is its document.

    `version` rises with every change. `share_token` is in the link that shows the fleet to whoever has it, None without
    one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    name = models.CharField(max_length=NAME_LENGTH)
    fleet = models.BinaryField()
    version = models.PositiveIntegerField(default=1)
    share_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    made_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class SavedFleet(KeptFleet):
    """A fleet for battles of no war; its document has whose ships it has, its size, and how many of each class.

    A battle keeps its own copy, so nothing here changes one that has begun.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="fleets")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="one_fleet_of_a_name")]

    def __str__(self) -> str:
        return f"Fleet {self.pk}"

    def get_absolute_url(self) -> str:
        """The page on which its player changes it."""
        return reverse("fleet", args=[self.pk])
