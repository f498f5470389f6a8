"""One-click unsubscribing from e-mail (RFC 8058): a link that works without signing in, for one account."""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.live import publish, topic_of
from accounts.models import Delivery, User

SALT: Final = "accounts.unsubscribe"


def token_of(user: User) -> str:
    """What is in the link: the user's number, signed by this site."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def unsubscribe_link(user: User) -> str:
    """The whole address at which anybody who has it turns the user's e-mail off."""
    return f"{settings.SITE_URL}{reverse('unsubscribe', args=[token_of(user)])}"


def unsubscribe_headers(user: User) -> dict[str, str]:
    """What a mail program needs to offer it; nothing on a site without https, for which the RFC does not allow it."""
    if not settings.BEHIND_HTTPS:
        return {}
    link = unsubscribe_link(user)
    return {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def whose(token: str) -> User | None:
    """Whose link it is; None for one that this site did not make, or of an account that is gone."""
    try:
        number = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=int(number), is_active=True).first()


@transaction.atomic
def unsubscribe(user: User) -> None:
    """Turn the user's e-mail off, and cancel what is still waiting to be sent; harmless when done twice."""
    User.objects.filter(pk=user.pk).update(wants_email=False)
    cancel_mail(user)
    publish(topic_of(user.pk))


def cancel_mail(user: User) -> int:
    """How many e-mails that were still waiting were cancelled."""
    mail = Delivery.objects.filter(user=user, channel=Delivery.Channel.EMAIL, status=Delivery.Status.QUEUED)
    return mail.update(status=Delivery.Status.CANCELLED, done_at=timezone.now())
