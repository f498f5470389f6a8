"""What a person's own pages show about them."""

from dataclasses import dataclass

from accounts.models import Delivery, User


@dataclass(frozen=True, slots=True)
class ChannelHistory:
    """The last message that came through by a channel, and a failure since then."""

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
