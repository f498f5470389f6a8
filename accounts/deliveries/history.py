"""What was delivered to a person last, and what failed since."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet, Subquery

from accounts.models import Delivery, User


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
