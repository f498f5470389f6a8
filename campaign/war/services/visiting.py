"""When a player looked at a war, so that the next visit begins with what happened in between."""

from datetime import timedelta

from django.utils import timezone

from accounts.clock import CLOCK_STEP
from campaign.models import Seat

VISIT = timedelta(minutes=30)
"""After so long without news, a look at the war is a new visit."""
AT_MOST_EVERY = timedelta(minutes=1)
STILL_HERE = timedelta(minutes=5)
"""So long after a look at the war, its player has seen on the open page what happened since."""


def note_visit(seat: Seat, version: int) -> None:
    """Note that the seat's player has seen the war up to this entry; on a new visit, which entries came meanwhile.

    Writes only if there are entries the player had not seen, and at most once a minute.
    """
    now, away = timezone.now(), _away(seat)
    if version <= seat.seen_entry or (away is not None and away < AT_MOST_EVERY):
        return
    before = seat.seen_entry
    seat.seen_entry, seat.seen_at = version, now
    if away is not None and away >= VISIT:
        seat.news_from, seat.news_upto = before, version
    changed = {name: getattr(seat, name) for name in ("seen_entry", "seen_at", "news_from", "news_upto")}
    Seat.objects.filter(pk=seat.pk, seen_entry=before).update(**changed)


def _away(seat: Seat) -> timedelta | None:
    """How long ago the player looked; VISIT if that was ahead of now, None if they never did."""
    if seat.seen_at is None:
        return None
    away = timezone.now() - seat.seen_at
    return away if away >= -CLOCK_STEP else VISIT


def is_away(seat: Seat) -> bool:
    """Whether the player has left the war's page; somebody who never opened it was not there, and is not away."""
    away = _away(seat)
    return away is not None and away >= STILL_HERE


def has_news(seat: Seat) -> bool:
    """Whether the player is still on the visit that began with news, and has not dismissed them."""
    away = _away(seat)
    return away is not None and away < VISIT and seat.news_from < seat.news_upto


def dismiss_news(seat: Seat) -> None:
    """Put away what happened before this visit."""
    Seat.objects.filter(pk=seat.pk, news_upto=seat.news_upto).update(news_from=seat.news_upto)
