"""Holidays of the players of a campaign game: while one is away their deadlines stand still (S66)."""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.clock import Written
from accounts.work import sweep
from battles.battle.services.opening import follow_absence
from battles.holidays import Account, account
from battles.models import Battle, Series, SeriesHoliday
from battles.talon.series.holding import held
from battles.talon.series.phases import renew
from battles.talon.series.reading import user_of
from engines.seam.series import PLAYERS, Player
from engines.seam.sides import SIDES, Side


def accounts_of(series: Series) -> dict[Player, Account]:
    """The holidays of both players as they are now; one query."""
    now, rows = timezone.now(), list(series.holidays.all())
    return {
        player: account([(row.begins_at, row.ends_at) for row in rows if row.player == player], now)
        for player in PLAYERS
    }


def begin_holiday(row: Series, battles: Iterable[int], player: Player, ends_at: datetime) -> None:
    """The player is away from now on; the caller holds the campaign game and its battles, and tells of it."""
    SeriesHoliday.objects.create(series=row, player=player, begins_at=timezone.now(), ends_at=ends_at)
    _follow(row, battles, (player,))


def end_holiday(row: Series, battles: Iterable[int], player: Player) -> bool:
    """Whether the player was on holiday, which is over now; the caller holds all and tells of it."""
    Written(SeriesHoliday, "begins_at", ("ends_at",)).move_back(series=row, player=player)
    now = timezone.now()
    going = SeriesHoliday.objects.filter(series=row, player=player, ends_at__gt=now)
    ended = bool(going.update(ends_at=now, closed=True))
    if ended:
        _follow(row, battles, (player,))
    return ended


def end_holidays(row: Series, battles: Iterable[int]) -> None:
    """Both players are back; the caller holds the campaign game and its battles."""
    numbers = list(battles)
    for player in PLAYERS:
        end_holiday(row, numbers, player)


def _follow(row: Series, battles: Iterable[int], players: Iterable[Player]) -> None:
    """Let what runs for these players stand still while they are away, or run again."""
    absent = {user.pk for player in players if (user := user_of(row, player)) is not None}
    for number in battles:
        battle = Battle.objects.get(pk=number)
        for side in SIDES:
            if battle.user_of(side).pk in absent:
                follow_absence(battle_id=number, side=side)
    renew(row.pk)


def sweep_series_holidays() -> int:
    """For how many players who were on holiday clocks were started again, now that it is over."""
    over = SeriesHoliday.objects.filter(closed=False, ends_at__lte=timezone.now())
    return sweep("battles.series_holidays", over, _run_again, due="ends_at")


@transaction.atomic
def _run_again(number: int) -> bool:
    row = SeriesHoliday.objects.get(pk=number)
    series, battles = held(row.series_id)
    closed = SeriesHoliday.objects.filter(pk=number, closed=False, ends_at__lte=timezone.now())
    if not closed.update(closed=True):
        return False
    _follow(series, battles, (cast("Player", row.player),))
    return True


def away_from(battle: Battle, side: Side) -> datetime | None:
    """Until when the player of a side in a leg's battle is on holiday, None if they are not; one query."""
    user = battle.user_of(side).pk
    mine = Q(player="user", series__user=user) | Q(player="rival", series__rival=user)
    rows = SeriesHoliday.objects.filter(
        mine, series__legs__battles__battle=battle.pk, ends_at__gt=timezone.now()
    )
    return rows.values_list("ends_at", flat=True).first()
