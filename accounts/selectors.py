"""What a person's own pages show, and whether the worker is silent."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import Delivery, Heartbeat, User
from accounts.work import CLOCK_STEP

WORKER_QUIET = timedelta(seconds=15)
"""How long something waits for a silent worker before its page says so."""


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
    """One line for each channel; two queries each."""
    return [_history(user, channel) for channel in Delivery.Channel]


def _history(user: User, channel: Delivery.Channel) -> ChannelHistory:
    rows = Delivery.objects.filter(user=user, channel=channel)
    done = rows.filter(status=Delivery.Status.DONE).order_by("-done_at").first()
    troubled = rows.exclude(last_error="").order_by("-made_at").first()
    stale = done and troubled and troubled.made_at < (done.done_at or done.made_at)
    return ChannelHistory(channel.label, done, None if stale else troubled)
