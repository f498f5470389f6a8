"""The battles of a player: those under way, those that wait for somebody, and the last that are over."""

from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.under_way import BattleLine

MOST: Final = 30
"""So many battles are listed."""
GAME: Final = "Warfleets: FTL"
Stage = WarfleetsBattle.Stage


def battle_lines(user: User) -> tuple[BattleLine, ...]:
    """The last battles of the player, and those to which they are invited, the latest change first; one query.

    Battles of a war are listed with the war.
    """
    return _lines(_of(user), user)


def under_way(user: User) -> tuple[BattleLine, ...]:
    """The same without those that are over; one query."""
    return _lines(_of(user).exclude(stage=Stage.OVER), user)


def _of(user: User) -> QuerySet[WarfleetsBattle]:
    mine = Q(terran_user=user) | Q(talon_user=user) | Q(invited=user, stage=Stage.WAITING)
    rows = WarfleetsBattle.objects.filter(mine, play=None).exclude(stage=Stage.OFF)
    return rows.select_related("terran_user", "talon_user", "invited").order_by("-moved_at", "-pk")


def _lines(rows: QuerySet[WarfleetsBattle], user: User) -> tuple[BattleLine, ...]:
    return tuple(_line(row, user) for row in rows[:MOST])


def _line(row: WarfleetsBattle, user: User) -> BattleLine:
    if row.stage == Stage.WAITING:
        if row.terran_user_id != user.pk:
            return BattleLine(
                row.path_to_join, GAME, row.terran_user.username, row.points, "You are invited", waits=True
            )
        rival = "" if row.invited is None else row.invited.username
        words = "Waiting for an answer" if rival else "Send the link"
        return BattleLine(row.path_to_join, GAME, rival, row.points, words, waits=False)
    waits = row.decider in row.seats_of(user.pk)
    words = "Over" if row.stage == Stage.OVER else "Your turn" if waits else "Waiting for the other side"
    return BattleLine(row.get_absolute_url(), GAME, _rival(row, user), row.points, words, waits)


def _rival(row: WarfleetsBattle, user: User) -> str:
    if row.level:
        return "the computer"
    rival = row.talon_user if row.terran_user_id == user.pk else row.terran_user
    return "" if row.one_screen or rival is None else rival.username
