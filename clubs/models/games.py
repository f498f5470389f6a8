"""What players of a club meet in: what is played, and a game between two of them."""

from typing import Final

from django.db import models
from django.db.models import Q

from battles.models import Series, Tempo, Way
from campaign.models import War

OUTCOMES: Final = ["first", "drawn", "second"]


class WarTerms(models.Model):
    """The settings of wars that are arranged, and the map on which they are fought, as a war keeps them."""

    settings = models.BinaryField()
    chart = models.BinaryField()
    map_name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"Wars on {self.map_name}"


class GameTerms(models.Model):
    """What each two players meet in: a campaign game of `legs`, of these `scenarios` if they are picked, or a war.

    The legs are fought in that `way`, and in the browser in that `tempo`. A war has `war_terms`.
    """

    class Legs(models.TextChoices):
        """What is played."""

        PICKED = "picked", "The scenarios picked below, once each"
        PAIR = "pair", "One scenario, played from both sides"
        BEST = "best", "Best of the twelve: five that differ most"
        ALL = "once", "All twelve scenarios, once each"
        WAR = "war", "An Empire War"

    legs = models.CharField(max_length=6, choices=Legs.choices, default=Legs.BEST)
    scenarios = models.JSONField(default=list)
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.HAND)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.ROUND)
    days = models.PositiveSmallIntegerField(default=0)
    war_terms = models.OneToOneField(WarTerms, models.PROTECT, null=True, default=None, related_name="+")

    class Meta:
        abstract = True

    @property
    def plays_wars(self) -> bool:
        """Whether a war is played, not a campaign game."""
        return self.legs == self.Legs.WAR


class ArrangedGame(models.Model):
    """A game that is made for two players: a campaign game or a war, and what has become of it.

    `outcome` and both points follow from it, and change with it; `outcome` is "" until it is over. `reached` says how
    far it is: so many legs are over, or the turn of the war.
    """

    series = models.OneToOneField(Series, models.SET_NULL, null=True, default=None, related_name="+")
    war = models.OneToOneField(War, models.SET_NULL, null=True, default=None, related_name="+")
    outcome = models.CharField(max_length=6, blank=True, default="")
    first_points = models.PositiveSmallIntegerField(default=0)
    second_points = models.PositiveSmallIntegerField(default=0)
    reached = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def is_made(self) -> bool:
        """Whether its campaign game or war has been made."""
        return self.series_id is not None or self.war_id is not None


ONE_KIND: Final = Q(series=None) | Q(war=None)
"""No game is a campaign game and a war."""
WAR_HAS_TERMS: Final = Q(legs="war", war_terms__isnull=False) | ~Q(legs="war") & Q(war_terms=None)
