"""Announcing something to all members, and taking it back."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.deliveries import owe
from accounts.deliveries.owing import cancel_owed
from accounts.models import MessageKind, User
from clubs.announcing.posting import owe_post
from clubs.membership.locking import held, organiser
from clubs.membership.reading import members_of
from clubs.models import Announcement

AGAIN: Final = timedelta(minutes=10)
"""Within this time the same text is the same announcement, as after two clicks."""
SUBJECT_LENGTH: Final = 80


@transaction.atomic
def announce(*, club_id: int, by: User, text: str) -> Announcement:
    """The announcement, of which every other member gets a message."""
    club = held(club_id)
    organiser(club, by)
    same = club.announcements.filter(by=by, made_at__gt=timezone.now() - AGAIN).order_by("-pk").first()
    if same is not None and same.text == text:
        return same
    row = Announcement.objects.create(club=club, by=by, text=text)
    owe_post(row)
    for one in members_of(club):
        if one.user_id != by.pk:
            owe(
                user=one.user,
                kind=MessageKind.CLUB,
                key=_key(row),
                subject=f"{club.name}: {_first_line(text)}",
                body=text,
                path=club.get_absolute_url(),
            )
    return row


@transaction.atomic
def take_back(*, club_id: int, by: User, number: int) -> None:
    """Deletes an announcement, with the messages of it that have not been sent yet."""
    club = held(club_id)
    organiser(club, by)
    row = club.announcements.filter(pk=number).first()
    if row is None:
        return
    for one in members_of(club):
        cancel_owed(user=one.user, key=_key(row))
    row.delete()


def _first_line(text: str) -> str:
    line = text.splitlines()[0]
    return line if len(line) <= SUBJECT_LENGTH else f"{line[: SUBJECT_LENGTH - 1]}…"


def _key(row: Announcement) -> str:
    return f"club:{row.club_id}:announcement:{row.pk}"
