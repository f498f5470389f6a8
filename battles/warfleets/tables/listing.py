"""The battles of a player: those under way, those that wait for somebody, and the last that are over."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from accounts.models import User
from battles.models import WarfleetsBattle

MOST: Final = 30
"""So many battles are listed."""
Stage = WarfleetsBattle.Stage


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in a list: where it leads, against whom, and how it stands; `waits`: it is the reader's turn."""

    path: str
    rival: str
    points: int
    words: str
    waits: bool


def battle_lines(user: User) -> tuple[BattleLine, ...]:
    """The last battles of the player, and those to which they are invited, the latest change first; one query."""
    mine = Q(terran_user=user) | Q(talon_user=user) | Q(invited=user, stage=Stage.WAITING)
    rows = WarfleetsBattle.objects.filter(mine).exclude(stage=Stage.OFF)
    rows = rows.select_related("terran_user", "talon_user", "invited").order_by("-moved_at", "-pk")
    return tuple(_line(row, user) for row in rows[:MOST])


def _line(row: WarfleetsBattle, user: User) -> BattleLine:
    if row.stage == Stage.WAITING:
        if row.terran_user_id != user.pk:
            return BattleLine(
                row.path_to_join, row.terran_user.username, row.points, "You are invited", waits=True
            )
        rival = "" if row.invited is None else row.invited.username
        words = "Waiting for an answer" if rival else "Send the link"
        return BattleLine(row.path_to_join, rival, row.points, words, waits=False)
    waits = row.decider in row.seats_of(user.pk)
    words = "Over" if row.stage == Stage.OVER else "Your turn" if waits else "Waiting for the other side"
    return BattleLine(row.get_absolute_url(), _rival(row, user), row.points, words, waits)


def _rival(row: WarfleetsBattle, user: User) -> str:
    if row.level:
        return "the computer"
    rival = row.talon_user if row.terran_user_id == user.pk else row.terran_user
    return "" if row.one_screen or rival is None else rival.username
