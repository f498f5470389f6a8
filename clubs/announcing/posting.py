"""Announcements posted to the club's own channel, by a webhook of one of its organisers."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.deliveries.webhooks import Words, post_words
from accounts.models import User, WebhookKind
from accounts.work import Bell, TakenOver, Work
from clubs.membership.locking import held, organiser
from clubs.models import Announcement, ChannelPost, Club, ClubNote

BELL = Bell("clubs.tasks.post_outside")
"""A worker that posts to servers that people have named hears it."""


class Posting(Work[ChannelPost, None]):
    """Announcements owed to the webhooks of clubs."""

    model = ChannelPost
    related = ("announcement__club",)
    bell = BELL
    lease_setting = "DELIVERY_LEASE_SECONDS"
    pauses: tuple[timedelta, ...] = (timedelta(seconds=30), timedelta(seconds=60))
    went_wrong = "Something went wrong while the announcement was posted."

    def perform(self, row: ChannelPost) -> None:
        """Post the announcement, unless the club has no webhook any more, or is closed."""
        said, club = row.announcement, row.announcement.club
        if not club.webhook_url or club.closed_at is not None:
            self.book(row, "cancelled", done_at=timezone.now())
            raise TakenOver
        words = Words(club.name, said.text, f"{settings.SITE_URL}{club.get_absolute_url()}")
        more = {"id": said.pk, "key": f"club:{club.pk}:announcement:{said.pk}", "kind": "club"}
        post_words(club.webhook_url, WebhookKind(club.webhook_kind), words, more)


POSTS = Posting()


def owe_post(row: Announcement) -> None:
    """Owe an announcement to its club's webhook, if there is one; in the transaction that makes it."""
    if row.club.webhook_url:
        BELL.ring(ChannelPost.objects.create(announcement=row, due_at=timezone.now()).pk)


@transaction.atomic
def set_channel(*, club_id: int, user: User, url: str, kind: WebhookKind) -> Club:
    """The club, whose announcements are posted to that address from now on, "" for nowhere; `Refused` for others."""
    club = held(club_id)
    organiser(club, user)
    if (club.webhook_url, club.webhook_kind) != (url, kind):
        club.webhook_url, club.webhook_kind = url, kind
        club.save(update_fields=["webhook_url", "webhook_kind"])
        ClubNote.objects.create(club=club, kind=ClubNote.Kind.CHANNEL, by=user)
    return club


def last_post(club: Club) -> ChannelPost | None:
    """The newest announcement that was owed to the club's webhook, and what became of it."""
    return ChannelPost.objects.filter(announcement__club=club).order_by("-pk").first()
