"""Who has a callsign, what a person's own pages show, and whether the worker is silent."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from allauth.account.internal.userkit import get_user_by_username
from django.db.models import Q, QuerySet, Subquery
from django.utils import timezone

from accounts.callsigns import in_any_case, tidy
from accounts.clock import CLOCK_STEP
from accounts.models import CALLSIGN_LENGTH, Delivery, Heartbeat, User

WORKER_QUIET = timedelta(seconds=15)
"""How long something waits for a silent worker before its page says so."""


def person_called(callsign: str) -> User | None:
    """Whoever has the callsign, in whatever case; of several from before that was refused, who writes it like this."""
    callsign = tidy(callsign)
    found: User | None = get_user_by_username(callsign)
    if found is None and not callsign.isascii() and len(callsign) <= CALLSIGN_LENGTH:
        found = User.objects.filter(in_any_case(callsign)).order_by("pk").first()
    return found


def worker_is_silent(*, since: datetime) -> bool:
    """Whether work has waited `since` then for a while without a sign of the worker; one query at most.

    A time ahead of now was written before this machine's clock was set back, so it is long ago.
    """
    before, ahead = timezone.now() - WORKER_QUIET, timezone.now() + CLOCK_STEP
    if before <= since <= ahead:
        return False
    return not Heartbeat.objects.filter(name="worker", at__range=(before, ahead)).exists()


@dataclass(frozen=True, slots=True)
class ChannelHistory:
    """The last message delivered by a channel, and a failure since then."""

    channel: str
    done: Delivery | None
    trouble: Delivery | None


def delivery_history(user: User) -> list[ChannelHistory]:
    """One line for each channel; two queries."""
    rows = Delivery.objects.filter(user=user)
    done = _first_by_channel(rows.filter(status=Delivery.Status.DONE).order_by("-done_at"))
    troubled = _first_by_channel(rows.exclude(last_error="").order_by("-made_at"))
    return [_history(channel, done.get(channel), troubled.get(channel)) for channel in Delivery.Channel]


def _first_by_channel(rows: QuerySet[Delivery]) -> dict[str, Delivery]:
    """The first of the rows of each channel that has any; one query."""
    firsts = (rows.filter(channel=channel).values("pk")[:1] for channel in Delivery.Channel)
    found = Delivery.objects.filter(reduce(or_, (Q(pk=Subquery(first)) for first in firsts)))
    return {row.channel: row for row in found}


def _history(channel: Delivery.Channel, done: Delivery | None, troubled: Delivery | None) -> ChannelHistory:
    stale = done and troubled and troubled.made_at < (done.done_at or done.made_at)
    return ChannelHistory(channel.label, done, None if stale else troubled)
