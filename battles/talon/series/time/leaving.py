"""A player of a campaign game goes on holiday, and comes back (S66)."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from battles.holidays import DAY, check_leaving
from battles.models import Series
from battles.talon.series.arranging import other_of, tell
from battles.talon.series.holding import held
from battles.talon.series.manners import has_deadlines
from battles.talon.series.reading import player_in
from battles.talon.series.time.agreements import WHOLE, check_player, say
from battles.talon.series.time.holidays import accounts_of, begin_holiday, end_holiday


@transaction.atomic
def go_on_holiday(*, series_id: int, user: User, days: int) -> Series:
    """The campaign game with the player away from now on; `Refused` if they have not so many days, or are away."""
    row, battles = held(series_id)
    player = check_player(row, user)
    check_leaving(accounts_of(row)[player], days, due=has_deadlines(row), whole=WHOLE)
    ends_at = timezone.now() + days * DAY
    begin_holiday(row, battles, player, ends_at)
    tell(row)
    rival = other_of(row, user)
    if rival is not None:
        say(row, user, f"is on holiday until {instant_words(ends_at, zone_of(rival))}")
    return row


@transaction.atomic
def come_back(*, series_id: int, user: User) -> Series:
    """The campaign game with the player's holiday over; days that have not begun count no more. Harmless done twice."""
    row, battles = held(series_id)
    player = player_in(row, user)
    if player is not None and end_holiday(row, battles, player):
        tell(row)
        say(row, user, "is back from holiday")
    return row
