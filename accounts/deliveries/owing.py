"""Who is owed what, and by which channel."""

from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.clock import CLOCK_STEP
from accounts.models import Delivery, MessageKind, SentWhen, User
from accounts.work import Bell

MAIL_BELL, OUTSIDE_BELL = Bell("accounts.tasks.send"), Bell("accounts.tasks.send_outside")
"""A worker of its own hears the second one: what it sends goes to servers that people have named."""
A_DAY = timedelta(days=1)


def owe(*, user: User, kind: MessageKind, key: str, subject: str, body: str, path: str) -> list[Delivery]:
    """The new rows of what the user is now owed, one for each channel wanted; none for a key owed before.

    There are none either of a `kind` that the user never wants. `key` names the thing ("war:17:turn:3:assign"), `path`
    the page to go to ("/wars/17/"). Call it in the transaction that made the thing happen; sending begins after commit.
    """
    if user.when_sent(kind) == SentWhen.NEVER:
        return []
    subject = " ".join(subject.split())
    wanted = [
        Delivery(
            user=user,
            key=key,
            kind=kind,
            channel=channel,
            subject=subject,
            body=body,
            path=path,
            due_at=timezone.now(),
            held_until=_held_until(user, kind, channel),
        )
        for channel in channels_of(user)
    ]
    if not wanted:
        return []
    mine = Delivery.objects.filter(user=user, key=key)
    known = dict(mine.values_list("channel", "status"))
    if Delivery.Status.CANCELLED in known.values():
        for row in wanted:
            _wait_again(mine.filter(channel=row.channel, status=Delivery.Status.CANCELLED, attempts=0), row)
    if all(row.channel in known for row in wanted):
        return []
    Delivery.objects.bulk_create([row for row in wanted if row.channel not in known], ignore_conflicts=True)
    fresh = [row for row in Delivery.objects.filter(user=user, key=key) if row.channel not in known]
    for row in fresh:
        _bell(row.channel).ring(row.pk)
    return fresh


def owe_chat(
    *, user: User, key: str, title: str, writer: str, told: str, path: str, did: str = "wrote to you"
) -> None:
    """Owe one message for all lines of a chat until the user has read them; it does not quote them.

    Its subject is short: what the `writer` `did`, under the `title`; its body is what is `told` of it.
    """
    owe(
        user=user,
        kind=MessageKind.CHAT,
        key=key,
        subject=f"{title}: {writer} {did}",
        body=f"{writer} {told}.",
        path=path,
    )


def _bell(channel: str) -> Bell:
    return MAIL_BELL if channel == Delivery.Channel.EMAIL else OUTSIDE_BELL


def _held_until(user: User, kind: MessageKind, channel: Delivery.Channel) -> datetime | None:
    """When the next e-mail may go out of the kinds that the user wants once a day; None: at once."""
    if channel != Delivery.Channel.EMAIL or user.when_sent(kind) != SentWhen.DAILY:
        return None
    mine, now = daily_mail(user), timezone.now()
    if mine.filter(held_until=None, status__in=(Delivery.Status.QUEUED, Delivery.Status.RUNNING)).exists():
        return now + A_DAY
    sent = mine.filter(status=Delivery.Status.DONE).order_by("-done_at")
    last = sent.values_list("done_at", flat=True).first()
    return last + A_DAY if last is not None and now - A_DAY < last <= now + CLOCK_STEP else None


def daily_mail(user: User) -> QuerySet[Delivery]:
    """The e-mails of the kinds that the user wants once a day."""
    kinds = user.kinds_sent(SentWhen.DAILY)
    return Delivery.objects.filter(user=user, channel=Delivery.Channel.EMAIL, kind__in=kinds)


def _wait_again(called_back: QuerySet[Delivery], row: Delivery) -> None:
    """Queue a cancelled message again as `row` would be, as its reason has come back."""
    now = timezone.now()
    called_back.update(
        status=Delivery.Status.QUEUED,
        body=row.body,
        made_at=now,
        due_at=now,
        held_until=row.held_until,
        done_at=None,
    )


def cancel_owed(*, user: User, key: str) -> int:
    """How many messages under the key were cancelled: those that were still waiting."""
    waiting = Delivery.objects.filter(user=user, key=key, status=Delivery.Status.QUEUED)
    return waiting.update(status=Delivery.Status.CANCELLED, done_at=timezone.now())


def cancel_owed_below(*, user: User, prefix: str) -> int:
    """How many messages under keys that begin with the prefix were cancelled: those that were still waiting."""
    waiting = Delivery.objects.filter(user=user, key__startswith=prefix, status=Delivery.Status.QUEUED)
    return waiting.update(status=Delivery.Status.CANCELLED, done_at=timezone.now())


def cancel_kinds(user: User, kinds: Collection[str]) -> int:
    """How many messages of these kinds were cancelled: those that were still waiting."""
    waiting = Delivery.objects.filter(user=user, kind__in=kinds, status=Delivery.Status.QUEUED)
    return waiting.update(status=Delivery.Status.CANCELLED, done_at=timezone.now())


def cancel_all_owed(user: User) -> int:
    """How many messages of an account that is closed were cancelled: it gets none of them if it is opened again."""
    waiting = Delivery.objects.filter(user=user, status=Delivery.Status.QUEUED)
    return waiting.update(status=Delivery.Status.CANCELLED, done_at=timezone.now())


def channels_of(user: User) -> list[Delivery.Channel]:
    """The channels that this user has chosen and can use."""
    if not user.is_active:
        return []
    channels = [Delivery.Channel.EMAIL] if user.wants_email and mail_address(user) else []
    channels += [Delivery.Channel.WEBHOOK] if user.webhook_url else []
    return channels + ([Delivery.Channel.PUSH] if user.wants_push else [])


def mail_address(user: User) -> str:
    """The user's confirmed address; "" without one, or on a site that sends no mail."""
    if not settings.HAS_MAIL:
        return ""
    proved = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    return proved.email if proved else ""
