"""The mail server, and how it is left alone while it does not answer."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPException,
    SMTPHeloError,
    SMTPServerDisconnected,
)
from typing import Final

from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from accounts.clock import CLOCK_STEP
from accounts.models import Delivery, Letter
from accounts.work import Failed

REST_SECONDS: Final = 120
RESTING: Final = "mail:resting-since"
"""A row of the cache, which is in the database: one worker that has waited in vain spares all others the same."""
PATIENCE: Final = timedelta(days=1)
"""How long mail waits for a server that is away, before attempts count."""
PAUSES: Final = (timedelta(seconds=30), timedelta(minutes=10), timedelta(hours=1))
"""Between attempts that count: a server that does not know the site may refuse its mail for some minutes at first."""
_OF_THE_SERVER: Final = (SMTPServerDisconnected, SMTPConnectError, SMTPHeloError, SMTPAuthenticationError)


def hand_over(messages: Iterable[EmailMessage], row: Delivery | Letter) -> None:
    """Give the messages of a row to the mail server, by one connection; `Failed` if one of them is not accepted.

    An error that says that there is no server begins a rest, and so does any on the way to it. That is no attempt of a
    row that has not waited long: only a server that was reached may have taken a message. smtplib's errors are
    OSErrors, and one about a certificate is a ValueError, too.
    """
    connection, reached = get_connection(), False
    try:
        connection.open()
        reached = True
        for message in messages:
            message.connection = connection
            message.send()
    except (OSError, ValueError) as error:
        if not reached or _is_away(error):
            cache.set(RESTING, timezone.now(), REST_SECONDS)
        raise Failed(
            f"The mail server did not accept the {'letter' if isinstance(row, Letter) else 'message'}.",
            again=isinstance(error, OSError),
            counts=reached or _waits_since(row) < timezone.now() - PATIENCE,
        ) from error
    finally:
        with suppress(OSError):
            connection.close()


def resting() -> bool:
    """Whether mail waits, because the mail server did not answer a moment ago; not since a time that is ahead."""
    since = cache.get(RESTING)
    return since is not None and since <= timezone.now() + CLOCK_STEP


def _is_away(error: Exception) -> bool:
    if isinstance(error, SMTPException):
        return isinstance(error, _OF_THE_SERVER)
    return isinstance(error, OSError)


def _waits_since(row: Delivery | Letter) -> datetime:
    """When the row could have been sent first: a message for a daily e-mail is held back until then."""
    held_until = row.held_until if isinstance(row, Delivery) else None
    return max(row.made_at, held_until or row.made_at)
