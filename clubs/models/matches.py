"""Two clubs that meet as teams: the match, its boards, and who plays on each."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from clubs.models.club import Club
from clubs.models.games import ONE_KIND, OUTCOMES, WAR_HAS_TERMS, ArrangedGame, GameTerms

MATCH_NAME: Final = 40
MOST_BOARDS: Final = 20


class Match(GameTerms):
    """A match of two clubs on so many `boards`: `home` has challenged `away`.

    Once the challenge is accepted each club names its team, which the other does not see until both have; then the
    games begin. `days` is how long they last, 0 without a deadline.
    """

    class Stage(models.TextChoices):
        """How far it is."""

        ASKED = "asked", "challenged"
        NAMING = "naming", "teams are named"
        ON = "on", "has begun"
        CALLED_OFF = "called_off", "called off"

    home = models.ForeignKey(Club, models.CASCADE, related_name="matches_home")
    away = models.ForeignKey(Club, models.CASCADE, related_name="matches_away")
    name = models.CharField(max_length=MATCH_NAME)
    boards = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.ASKED)
    made_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True, default=None)
    due_at = models.DateTimeField(null=True, default=None)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="match_of_two"),
            models.CheckConstraint(condition=Q(boards__gte=1, boards__lte=MOST_BOARDS), name="match_boards"),
            models.CheckConstraint(condition=WAR_HAS_TERMS, name="match_war_has_terms"),
            models.CheckConstraint(
                condition=Q(stage="on", begun_at__isnull=False)
                | ~Q(stage="on") & Q(begun_at=None, due_at=None),
                name="match_begun",
            ),
        ]

    def __str__(self) -> str:
        return f"Match {self.pk} of clubs {self.home_id} and {self.away_id}"

    def get_absolute_url(self) -> str:
        """The page of the match."""
        return reverse("match", args=[self.pk])


class TeamPlace(models.Model):
    """Who plays for a club on a board of a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="places")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    board = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="team_places")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "club", "board"], name="one_player_a_board"),
            models.UniqueConstraint(fields=["match", "user"], name="player_on_one_board"),
        ]

    def __str__(self) -> str:
        return f"Board {self.board} of club {self.club_id} in match {self.match_id}"


class Board(ArrangedGame):
    """A board of a match that has begun, with the game of its two players.

    `first` plays for the home club on boards with an odd number, for the away club on the others. `given_up` says for
    whose player an organiser gave the board up, "" for nobody.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="board_set")
    number = models.PositiveSmallIntegerField()
    first = models.OneToOneField(TeamPlace, models.CASCADE, related_name="+")
    second = models.OneToOneField(TeamPlace, models.CASCADE, related_name="+")
    given_up = models.CharField(
        max_length=6, choices=[("first", "first"), ("second", "second")], blank=True, default=""
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="board_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="board_of_two"),
            models.CheckConstraint(condition=ONE_KIND, name="board_one_kind"),
            models.CheckConstraint(condition=Q(outcome__in=["", *OUTCOMES]), name="board_outcome"),
            models.CheckConstraint(condition=Q(given_up__in=["", "first", "second"]), name="board_given_up"),
        ]

    def __str__(self) -> str:
        return f"Board {self.number} of match {self.match_id}"

    def get_absolute_url(self) -> str:
        """The page of the board."""
        return reverse("match_board", args=[self.match_id, self.number])
