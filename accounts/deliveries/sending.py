"""Sending what is owed, and throwing away what was sent long ago."""

from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.deliveries.owing import BELL, mail_address
from accounts.deliveries.unsubscribing import unsubscribe_headers, unsubscribe_link
from accounts.deliveries.webhooks import SendFailed, send_webhook
from accounts.live import publish, topic_of
from accounts.models import Delivery
from accounts.work import Work

KEPT = timedelta(days=365)


class Sending(Work[Delivery, None]):
    """Messages owed to people."""

    model = Delivery
    related = ("user",)
    bell = BELL
    lease_setting = "DELIVERY_LEASE_SECONDS"
    pauses = (timedelta(seconds=30), timedelta(seconds=60))
    went_wrong = "Something went wrong while the message was sent."

    def perform(self, row: Delivery) -> None:
        """Send the message by its channel."""
        link = f"{settings.SITE_URL}{row.path}"
        if row.channel == Delivery.Channel.EMAIL:
            _send_mail(row, link)
        else:
            send_webhook(row.user, row, link)

    def tell(self, row: Delivery, status: str) -> None:  # noqa: ARG002
        """Let the person's open pages say so."""
        publish(topic_of(row.user_id))


def _send_mail(delivery: Delivery, link: str) -> None:
    address = mail_address(delivery.user)
    if not address:
        raise SendFailed("There is no confirmed e-mail address any more.", again=False)
    off = unsubscribe_link(delivery.user)
    text = f"{delivery.body}\n\n{link}\n\nTurn off e-mail: {off}\nSettings: {settings.SITE_URL}/settings/\n"
    subject, headers = f"[{settings.SITE_NAME}] {delivery.subject}", unsubscribe_headers(delivery.user)
    message = EmailMessage(subject, text, to=[address], headers=headers)
    try:
        message.send()
    except (SMTPException, OSError, ValueError) as error:
        again = not isinstance(error, ValueError)
        raise SendFailed("The mail server did not accept the message.", again=again) from error


def prune_deliveries() -> int:
    """How many deliveries settled more than a year ago were deleted."""
    return Delivery.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


DELIVERIES = Sending()
send, sweep_deliveries = DELIVERIES.attempt, DELIVERIES.sweep
