"""What organisers tell all members of their club."""

from django.conf import settings
from django.db import models

from accounts.models import Owed
from clubs.models.club import Club


class Announcement(models.Model):
    """A text for all members; `by` is None once the account is gone."""

    MOST = 2000

    club = models.ForeignKey(Club, models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=MOST)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["club", "id"], name="announcement_of_club")]

    def __str__(self) -> str:
        return f"Announcement {self.pk} of club {self.club_id}"


class ChannelPost(Owed):
    """An announcement that is owed to the club's webhook."""

    announcement = models.OneToOneField(Announcement, models.CASCADE, related_name="post")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "announcement owed to a webhook", "announcements owed to webhooks"
        indexes = [
            models.Index(
                fields=["due_at"],
                name="channel_post_owed",
                condition=models.Q(status__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"Post {self.pk} ({self.status})"
