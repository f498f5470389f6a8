"""Scenarios that players write."""

from django.conf import settings
from django.db import models

from engines.seam.words.names import LONGEST


class OwnScenario(models.Model):
    """A scenario that a player writes: `text` is its file, also while something is wrong with it.

    `faults` counts what keeps it from being played. `version` rises with every change, `last_form` is the digest of the
    form that made the last one: the same form twice is one change. `share_token` is in the link that shows it to
    whoever has it, None without one.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="scenarios")
    title = models.CharField(max_length=LONGEST)
    text = models.TextField()
    faults = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    last_form = models.CharField(max_length=64, blank=True)
    share_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    made_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "own scenario"

    def __str__(self) -> str:
        return f"Scenario {self.pk}"


class OwnScenarioVersion(models.Model):
    """A scenario as it was before a change, and in words what that change was: undoing goes back to the newest."""

    scenario = models.ForeignKey(OwnScenario, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    words = models.CharField(max_length=120)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scenario", "number"], name="one_scenario_version_of_a_number")
        ]

    def __str__(self) -> str:
        return f"Scenario {self.scenario_id}, version {self.number}"
