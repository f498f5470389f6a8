"""The secret address by which a member's calendar program fetches the deadlines of a season."""

import secrets
from typing import Final

from django.db import transaction

from accounts.models import User
from clubs.models import Member, Season, SeasonCalendar
from clubs.seasons.reading import is_seen
from engines.seam.refusals import refuse

TOKEN_BYTES: Final = 32


@transaction.atomic
def make_address(*, season: Season, user: User) -> str:
    """The token of the member's address, a new one if there was none. `Refused` for a season without deadlines."""
    member = _held(season, user)
    row = SeasonCalendar.objects.filter(season=season, member=member).first()
    return row.token if row is not None else _made(season, member)


@transaction.atomic
def renew_address(*, season: Season, user: User) -> str:
    """The token of a new address; the one of before leads nowhere. `Refused` for a season without deadlines."""
    member = _held(season, user)
    SeasonCalendar.objects.filter(season=season, member=member).delete()
    return _made(season, member)


def withdraw_address(*, season: Season, user: User) -> None:
    """Take the member's address back: it leads nowhere from now on. Harmless without one."""
    SeasonCalendar.objects.filter(season=season, member__user=user).delete()


def address_of(season: Season, user: User) -> str:
    """The token of the member's address, "" without one; one query."""
    row = SeasonCalendar.objects.filter(season=season, member__user=user).first()
    return "" if row is None else row.token


def subscribed_by(token: str) -> SeasonCalendar | None:
    """Which calendar the address leads to; None unless the account is open and its user sees the season now."""
    rows = SeasonCalendar.objects.select_related("season__club", "member__user")
    row = rows.filter(token=token, member__user__is_active=True).first()
    return row if row is not None and is_seen(row.season, row.member.user) else None


def _held(season: Season, user: User) -> Member:
    """The member's place, locked, so that two presses make one address."""
    if not season.days:
        raise refuse("", "This season has no deadlines.")
    member = Member.objects.select_for_update().filter(club=season.club_id, user=user).first()
    if member is None:
        raise refuse("", "Only members of the club can subscribe to its seasons.")
    return member


def _made(season: Season, member: Member) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return SeasonCalendar.objects.create(season=season, member=member, token=token).token
