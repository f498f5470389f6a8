"""The link by which a person shows what their lifetime score comes to (S86)."""

import secrets
from typing import Final

from django.db import transaction

from accounts.models import ScoreLink, User

TOKEN_BYTES: Final = 32


@transaction.atomic
def show_score(user: User) -> str:
    """The token of the user's link, a new one if there was none."""
    User.objects.select_for_update().get(pk=user.pk)
    row = ScoreLink.objects.filter(user=user).first()
    return (row or ScoreLink.objects.create(user=user, token=secrets.token_urlsafe(TOKEN_BYTES))).token


def hide_score(user: User) -> None:
    """Take the user's link back: it leads nowhere from now on. Harmless without one."""
    ScoreLink.objects.filter(user=user).delete()


def link_of(user: User) -> str:
    """The token of the user's link, "" without one."""
    row = ScoreLink.objects.filter(user=user).first()
    return "" if row is None else row.token


def shown_by(token: str) -> User | None:
    """Whose score the link shows; None if it was taken back or never was, or while the account is closed."""
    row = ScoreLink.objects.select_related("user").filter(token=token, user__is_active=True).first()
    return None if row is None else row.user
