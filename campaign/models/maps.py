"""Maps that players draw, earlier versions of them, and those that the host offers to everybody."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

NAME_LENGTH = 40


class PlayerMap(models.Model):
    """A map that a player draws; `chart` is the document of a map file, as a war keeps it.

    `faults` counts what keeps it from being played on. `version` rises with every change, `last_form` is the digest of
    the form that made the last one: the same form twice is one change. `share_token` is in the link that shows the map
    to whoever has it, None without one.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="maps")
    name = models.CharField(max_length=NAME_LENGTH)
    chart = models.BinaryField()
    faults = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    last_form = models.CharField(max_length=64, blank=True)
    share_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    made_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_map_of_a_name")]

    def __str__(self) -> str:
        return f"Map {self.pk}"


class MapVersion(models.Model):
    """A map as it was before a change, and in words what that change was: undoing goes back to the newest."""

    map = models.ForeignKey(PlayerMap, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    chart = models.BinaryField()
    words = models.CharField(max_length=120)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["map", "number"], name="one_version_of_a_number")]

    def __str__(self) -> str:
        return f"Map {self.map_id}, version {self.number}"


class ShelfMap(models.Model):
    """A copy of a player's map for everybody's use: `is_shelved` once the host has agreed to it.

    It is a copy, so what its maker changes later is not on the shelf until it is offered again.
    """

    source = models.ForeignKey(PlayerMap, models.SET_NULL, null=True, related_name="copies")
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    chart = models.BinaryField()
    is_shelved = models.BooleanField("published", default=False)
    offered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "offered map", "offered maps"
        constraints = [
            models.UniqueConstraint(
                fields=["source"], condition=Q(is_shelved=True), name="one_copy_on_the_shelf"
            ),
            models.UniqueConstraint(
                fields=["source"], condition=Q(is_shelved=False), name="one_copy_offered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({'published' if self.is_shelved else 'offered'})"

    def get_absolute_url(self) -> str:
        """The page on which the copy can be looked at."""
        return reverse("map-offered", args=[self.pk])
