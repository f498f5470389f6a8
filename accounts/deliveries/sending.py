"""Sending what is owed, and throwing away what was sent long ago."""

import time
from abc import abstractmethod
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.deliveries import allowance
from accounts.deliveries.mail import PAUSES, hand_over, resting
from accounts.deliveries.owing import MAIL_BELL, OUTSIDE_BELL, daily_mail, mail_address
from accounts.deliveries.push import send_push
from accounts.deliveries.unsubscribing import unsubscribe_headers, unsubscribe_link
from accounts.deliveries.webhooks import SendFailed, send_webhook
from accounts.live import publish, topic_of
from accounts.models import Delivery, SentWhen
from accounts.work import DONE, FAILED, QUEUED, RUNNING, TakenOver, Work

KEPT = timedelta(days=365)


class Sending(Work[Delivery, None]):
    """Messages owed to people by some of the channels."""

    model = Delivery
    related = ("user",)
    lease_setting = "DELIVERY_LEASE_SECONDS"
    pauses: tuple[timedelta, ...] = (timedelta(seconds=30), timedelta(seconds=60))
    went_wrong = "Something went wrong while the message was sent."

    @abstractmethod
    def send(self, row: Delivery) -> None:
        """Send a message that is still wanted."""

    def perform(self, row: Delivery) -> None:
        """Send the message if it is still wanted."""
        self._still_wanted(row)
        self.send(row)

    def _still_wanted(self, row: Delivery) -> None:
        """End a message to an account closed since, or one turned off since it was owed: `TakenOver`."""
        no_mail = row.channel == Delivery.Channel.EMAIL and not row.user.wants_email
        never = row.user.when_sent(row.kind) == SentWhen.NEVER
        if no_mail or never or not row.user.is_active:
            self.book(row, Delivery.Status.CANCELLED, done_at=timezone.now())
            raise TakenOver

    def notify(self, row: Delivery, status: str) -> None:  # noqa: ARG002
        """Let the person's open pages say so."""
        publish(topic_of(row.user_id))


class Mailing(Sending):
    """Messages owed by e-mail."""

    bell = MAIL_BELL
    pauses = PAUSES

    def fit(self) -> Q:
        """The message waits for no daily e-mail any more, and the mail server does not rest."""
        due = Q(held_until=None) | Q(held_until__lte=timezone.now())
        return Q(pk__in=[]) if resting() else due & Q(channel=Delivery.Channel.EMAIL)

    def send(self, row: Delivery) -> None:
        """Send the message, in one e-mail with all others of kinds that are wanted once a day."""
        _send_mail(row, [row, *_along(row)])

    @transaction.atomic
    def settle(self, row: Delivery, outcome: None) -> bool:
        """Whether it was booked that the message is sent, and those that went along with it."""
        now = timezone.now()
        _gone_along(row).update(status=DONE, done_at=now, last_error="", lease_until=None)
        return super().settle(row, outcome)

    @transaction.atomic
    def book(self, row: Delivery, status: str, **changes: Any) -> bool:
        """Whether the claim still stood and was ended as said; messages that were to go along wait again as long.

        An attempt that counts is one of theirs too if their time had come, and may be their last.
        """
        booked = super().book(row, status, **changes)
        if booked:
            now, along = timezone.now(), _gone_along(row)
            if status in (QUEUED, FAILED) and "attempts" not in changes:
                due = along.filter(Q(held_until=None) | Q(held_until__lte=now))
                ended = {"status": FAILED, "done_at": now, "last_error": changes["last_error"]}
                due.filter(attempts__gte=len(self.pauses)).update(lease_until=None, **ended)
                due.update(attempts=F("attempts") + 1)
            along.update(status=QUEUED, due_at=changes.get("due_at", now), lease_until=None)
        return booked


class Posting(Sending):
    """Messages owed by webhook and to browsers: to servers that people have named, and that may be slow on purpose."""

    bell = OUTSIDE_BELL

    def fit(self) -> Q:
        """The person's allowance does not keep it waiting."""
        return ~Q(channel=Delivery.Channel.EMAIL) & ~Q(user__in=allowance.waiting())

    def claim(self, number: int) -> Delivery | None:
        """The row, held and paid for; None when it is not to be had, or another of the same person was begun first."""
        with transaction.atomic():
            row = super().claim(number)
            if row is not None and not allowance.take(row.user_id):
                transaction.set_rollback(True)
                return None
        return row

    def perform(self, row: Delivery) -> None:
        """Send the message if it is still wanted; what it takes is the person's to pay for."""
        began = time.monotonic()
        try:
            super().perform(row)
        finally:
            allowance.give_back(row.user_id, time.monotonic() - began)
            self._ring_for_next(row)

    def _ring_for_next(self, row: Delivery) -> None:
        """Ring for another message of the person, whose own bell was heard while this one was being sent."""
        others = self._owed(timezone.now()).filter(user=row.user_id).exclude(pk=row.pk)
        self.bell.ring(*others.order_by("due_at", "pk").values_list("pk", flat=True)[:1])

    def send(self, row: Delivery) -> None:
        """Send the message by its channel."""
        if row.channel == Delivery.Channel.PUSH:
            send_push(row, link_of(row))
        else:
            send_webhook(row.user, row, link_of(row))


def link_of(delivery: Delivery) -> str:
    """The whole address of the page that a message is about."""
    return f"{settings.SITE_URL}{delivery.path}"


def _along(row: Delivery) -> list[Delivery]:
    """The other e-mails that the same person wants once a day, claimed along with the row if it is such a one."""
    if row.user.when_sent(row.kind) != SentWhen.DAILY:
        return []
    free = Q(status=QUEUED) | Q(status=RUNNING, lease_until__lt=timezone.now())
    daily_mail(row.user).filter(free).update(status=RUNNING, token=row.token, lease_until=row.lease_until)
    return list(_gone_along(row).order_by("pk"))


def _gone_along(row: Delivery) -> QuerySet[Delivery]:
    """The other messages that are held by the claim of the row."""
    return Delivery.objects.filter(user=row.user_id, token=row.token, status=RUNNING).exclude(pk=row.pk)


def _written(rows: list[Delivery]) -> tuple[str, str]:
    """The subject and the text of an e-mail about all this."""
    if len(rows) == 1:
        return rows[0].subject, f"{rows[0].body}\n\n{link_of(rows[0])}"
    parts = [f"{row.subject}\n{row.body}\n{link_of(row)}" for row in sorted(rows, key=lambda row: row.pk)]
    return f"{len(rows)} messages", "\n\n".join(parts)


def _send_mail(delivery: Delivery, rows: list[Delivery]) -> None:
    address = mail_address(delivery.user)
    if not address:
        raise SendFailed("There is no confirmed e-mail address any more.", again=False)
    off = unsubscribe_link(delivery.user)
    about, words = _written(rows)
    text = f"{words}\n\nTurn off e-mail: {off}\nSettings: {settings.SITE_URL}/settings/\n"
    subject, headers = f"[{settings.SITE_NAME}] {about}", unsubscribe_headers(delivery.user)
    message = EmailMessage(subject, text, to=[address], headers=headers)
    hand_over([message], delivery)


def prune_deliveries() -> int:
    """How many deliveries settled more than a year ago were deleted."""
    return Delivery.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


MAILS, POSTS = Mailing(), Posting()
