"""Mail about an account, such as a link for a new password: written by a page, posted by the worker.

A page that makes a letter does the same work, and takes the same time, whether or not the address is known.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.deliveries.mail import PAUSES, hand_over, resting
from accounts.models import Letter, User
from accounts.work import DONE, FAILED, Bell, Work

BELL = Bell("accounts.tasks.post")
KEPT = timedelta(days=30)
MOST_RESETS = 5
"""Links that one request brings to an address, which anybody may name in any number of accounts."""


def write(*, address: str, subject: str, body: str) -> None:
    """Owe a letter to an address."""
    _owe(Letter(address=address, subject=subject, body=body))


def write_reset(*, address: str) -> None:
    """Owe links for new passwords to an address; whose it is, if anybody's, the worker finds out."""
    _owe(Letter(address=address, kind=Letter.Kind.RESET))


def reset_link(user: User) -> str:
    """A link with which the user sets a new password; it works once."""
    names = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return f"{settings.SITE_URL}{reverse('account_reset_password_from_key', kwargs=names)}"


class Posting(Work[Letter, None]):
    """Letters owed to addresses."""

    model = Letter
    related = ()
    bell = BELL
    lease_setting = "DELIVERY_LEASE_SECONDS"
    pauses = PAUSES
    went_wrong = "Something went wrong while the letter was sent."

    def fit(self) -> Q:
        """No letter while the mail server rests; it loses no attempt by that."""
        return Q(pk__in=[]) if resting() else Q()

    def perform(self, row: Letter) -> None:
        """Send the letter."""
        letters = _resets(row.address) if row.kind == Letter.Kind.RESET else [(row.subject, row.body)]
        if letters:
            hand_over(self._each(row, letters), row)

    def _each(self, row: Letter, letters: list[tuple[str, str]]) -> Iterator[EmailMessage]:
        """The letters one by one; a slow server has the time of a lease for each."""
        for subject, body in letters:
            self.renew(row)
            yield EmailMessage(subject, body, to=[row.address])

    def notify(self, row: Letter, status: str) -> None:
        """Delete the text, which may hold a link into an account."""
        if status in (DONE, FAILED):
            Letter.objects.filter(pk=row.pk).update(body="")


def prune_letters() -> int:
    """How many letters settled more than a month ago were deleted."""
    return Letter.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


def _owe(letter: Letter) -> None:
    letter.due_at = timezone.now()
    letter.save()
    BELL.ring(letter.pk)


def _resets(address: str) -> list[tuple[str, str]]:
    """Subject and text for each account that has the address, confirmed ones before others; the oldest MOST_RESETS."""
    users = cast("list[User]", filter_users_by_email(address, is_active=True, prefer_verified=True))
    return [_reset(user) for user in sorted(users, key=lambda user: user.pk)[:MOST_RESETS]]


def _reset(user: User) -> tuple[str, str]:
    known: dict[str, Any] = {"user": user, "password_reset_url": reset_link(user)}
    message = get_adapter().render_mail("account/email/password_reset_key", "", known)
    return str(message.subject), str(message.body)


LETTERS = Posting()
post, sweep_letters = LETTERS.attempt, LETTERS.sweep
