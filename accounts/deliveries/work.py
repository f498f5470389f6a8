"""Doing what is owed: claim a row, send, book; safe when done twice, taken up again when a worker dies."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.deliveries.owing import mail_address, ring
from accounts.deliveries.webhooks import SendFailed, send_webhook
from accounts.live import publish, topic_of
from accounts.models import MAX_ATTEMPTS, Delivery

PAUSE = timedelta(seconds=30)  # before the second attempt; twice that before the third
KEPT = timedelta(days=365)
SWEPT_AT_ONCE = 100
Status = Delivery.Status
log = logging.getLogger(__name__)


def send(number: int) -> bool:
    """Whether this call delivered the message; it does nothing if another worker has it or it is not due."""
    token = claim(number)
    if token is None:
        return False
    delivery = Delivery.objects.select_related("user").get(pk=number)
    try:
        _send_by_channel(delivery)
    except (SendFailed, SMTPException, OSError, ValueError) as error:
        _book_failure(delivery, token, error)
        return False
    return _book(delivery, token, status=Status.DONE, done_at=timezone.now(), last_error="")


def claim(number: int) -> str | None:
    """The token of the claim on this delivery, or None if it is not free."""
    token, now = uuid4().hex, timezone.now()
    free = Q(status=Status.QUEUED, due_at__lte=now) | Q(status=Status.RUNNING, lease_until__lt=now)
    claimed = Delivery.objects.filter(free, pk=number, attempts__lt=MAX_ATTEMPTS).update(
        status=Status.RUNNING, token=token, lease_until=now + lease(), attempts=F("attempts") + 1
    )
    return token if claimed else None


def lease() -> timedelta:
    """How long one attempt may take before another worker may try again."""
    return timedelta(seconds=settings.DELIVERY_LEASE_SECONDS)


def sweep_deliveries() -> int:
    """How many deliveries a worker was called for again; those with too many attempts are marked as failed."""
    now = timezone.now()
    lapsed = Q(status=Status.RUNNING, lease_until__lt=now)
    Delivery.objects.filter(lapsed, attempts__gte=MAX_ATTEMPTS).update(
        status=Status.FAILED, done_at=now, last_error="The worker stopped during the last attempt."
    )
    owed = Delivery.objects.filter(Q(status=Status.QUEUED, due_at__lte=now) | lapsed)
    numbers = list(owed.order_by("due_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
    ring(numbers)
    return len(numbers)


def prune_deliveries() -> int:
    """How many deliveries settled more than a year ago were deleted."""
    return Delivery.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


def _send_by_channel(delivery: Delivery) -> None:
    link = f"{settings.SITE_URL}{delivery.path}"
    if delivery.channel == Delivery.Channel.EMAIL:
        _send_mail(delivery, link)
    else:
        send_webhook(delivery.user, delivery, link)


def _send_mail(delivery: Delivery, link: str) -> None:
    address = mail_address(delivery.user)
    if not address:
        raise SendFailed("There is no confirmed e-mail address any more.", again=False)
    text = f"{delivery.body}\n\n{link}\n\nTurn off these messages: {settings.SITE_URL}/settings/\n"
    EmailMessage(f"[{settings.SITE_NAME}] {delivery.subject}", text, to=[address]).send()


def _book_failure(delivery: Delivery, token: str, error: Exception) -> None:
    reason = str(error) if isinstance(error, SendFailed) else "The mail server did not accept the message."
    log.warning(
        "not delivered", extra={"delivery": delivery.pk, "why": type(error).__name__, "reason": reason}
    )
    again = error.again if isinstance(error, SendFailed) else not isinstance(error, ValueError)
    final = delivery.attempts >= MAX_ATTEMPTS or not again
    now = timezone.now()
    _book(
        delivery,
        token,
        status=Status.FAILED if final else Status.QUEUED,
        due_at=now + PAUSE * delivery.attempts,
        done_at=now if final else None,
        last_error=reason[:200],
    )


def _book(delivery: Delivery, token: str, **outcome: str | datetime | None) -> bool:
    mine = Delivery.objects.filter(pk=delivery.pk, token=token, status=Status.RUNNING)
    with transaction.atomic():
        booked = bool(mine.update(lease_until=None, **outcome))
        if booked:
            publish(topic_of(delivery.user_id))
    return booked
