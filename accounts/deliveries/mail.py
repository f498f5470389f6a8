"""The mail server, and how it is left alone while it does not answer."""

from smtplib import SMTPConnectError, SMTPException, SMTPServerDisconnected

from django.core.cache import cache
from django.core.mail import EmailMessage

REST_SECONDS = 120
RESTING = "mail:resting"
"""A row of the cache, which is in the database: one worker that has waited in vain spares all others the same."""


def hand_over(message: EmailMessage) -> None:
    """Give the message to the mail server; an error that says that there is none begins a rest."""
    try:
        message.send()
    except OSError as error:  # smtplib's errors are too, also those about one message
        if isinstance(error, SMTPServerDisconnected | SMTPConnectError) or not isinstance(
            error, SMTPException
        ):
            cache.set(RESTING, True, REST_SECONDS)
        raise


def resting() -> bool:
    """Whether mail waits, because the mail server did not answer a moment ago."""
    return bool(cache.get(RESTING))
