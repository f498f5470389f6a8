"""A club, who belongs to it, who may soon, and what its organisers have done."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse

from accounts.models import WebhookKind

NAME_LENGTH = 60
ABOUT_LENGTH = 1000
WORDS_LENGTH = 200


class Joining(models.TextChoices):
    """How somebody becomes a member who has neither an invitation nor the link."""

    ASK = "ask", "Players see the club and can ask to join"
    INVITED = "invited", "Only members see the club, and whom you invite"


class Club(models.Model):
    """A club. `token` is in the link by which one joins, None without one; `closed_at` is None while it is open.

    What is announced is posted to `webhook_url` too, "" for nowhere.
    """

    name = models.CharField(max_length=NAME_LENGTH)
    about = models.TextField(max_length=ABOUT_LENGTH, blank=True)
    joining = models.CharField(max_length=7, choices=Joining.choices, default=Joining.ASK)
    token = models.CharField(max_length=43, unique=True, null=True, default=None)
    webhook_url = models.CharField(max_length=500, blank=True, default="")
    webhook_kind = models.CharField(max_length=10, choices=WebhookKind.choices, default=WebhookKind.DISCORD)
    founded_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, default=None)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("name"), condition=Q(closed_at=None), name="one_open_club_of_a_name"
            ),
        ]

    def __str__(self) -> str:
        return f"Club {self.pk}"

    def get_absolute_url(self) -> str:
        """The page of the club."""
        return reverse("club", args=[self.pk])


class Member(models.Model):
    """A player in a club; `organiser_since` is None for whoever is no organiser."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    since = models.DateTimeField(auto_now_add=True)
    organiser_since = models.DateTimeField(null=True, default=None)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="member_once")]

    def __str__(self) -> str:
        return f"Member {self.pk} of club {self.club_id}"


class Candidate(models.Model):
    """Somebody who is invited, or has asked to join with a few words; with both, they are a member."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="candidates")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    is_invited = models.BooleanField()
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="candidate_once")]

    def __str__(self) -> str:
        return f"Candidate {self.pk} of club {self.club_id}"


class ClubNote(models.Model):
    """What an organiser has done, for every member to see; `whom` is None where it concerns nobody alone.

    `words` say which season, round or game it concerns, "" for the club itself.
    """

    class Kind(models.TextChoices):
        """What was done; the label is its sentence, with `by`, `whom` and `words` to be put in."""

        FOUNDED = "founded", "{by} founded the club."
        ADMITTED = "admitted", "{by} let {whom} in."
        REMOVED = "removed", "{by} removed {whom}."
        APPOINTED = "appointed", "{by} made {whom} an organiser."
        DISMISSED = "dismissed", "{by} ended {whom}’s time as an organiser."
        STEPPED_DOWN = "stepped_down", "{by} is no longer an organiser."
        CHANGED = "changed", "{by} changed what the club says about itself."
        CHANNEL = "channel", "{by} changed where announcements are posted."
        SEASON_MADE = "season_made", "{by} opened the season {words}."
        SEASON_OFF = "season_off", "{by} called the season {words} off."
        SEASON_ON = "season_on", "{by} started the season {words}."
        ROUND_BEGUN = "round_begun", "{by} began {words}."
        EXTENDED = "extended", "{by} gave {words}."
        RULED = "ruled", "{by} decided {words}"
        UNRULED = "unruled", "{by} took back the decision on {words}."
        WITHDREW = "withdrew", "{by} withdrew {whom} from {words}."
        CHALLENGED = "challenged", "{by} challenged {words}."
        ACCEPTED = "accepted", "{by} accepted the challenge of {words}."
        DECLINED = "declined", "{by} declined the challenge of {words}."
        TAKEN_BACK = "taken_back", "{by} called off the match with {words}."
        TEAM = "team", "{by} named the team for the match with {words}."
        GAVE_UP = "gave_up", "{by} gave up {words}."

    club = models.ForeignKey(Club, models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    words = models.CharField(max_length=500, blank=True, default="")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["club", "id"], name="note_of_club")]

    def __str__(self) -> str:
        return f"Note {self.pk} of club {self.club_id}"
