"""Battles of games of Space Empires that have not begun, as the page of single battles lists them."""

from typing import Final

from django.db.models import Q

from accounts.models import User
from battles.models import SpaceEmpiresBattle
from battles.talon.play.playing import DesignLine
from battles.talon.space_empires.access import acting_for
from battles.talon.space_empires.beginning import waiting_sides
from battles.talon.space_empires.page import rival_words

MOST: Final = 20
"""How many are listed."""


def lines_of(user: User) -> list[DesignLine]:
    """The battles that the user and an opponent are entering, or that wait for troops, the last first; two queries."""
    mine = Q(game__user=user) | Q(game__rival=user)
    rows = SpaceEmpiresBattle.objects.filter(mine, battle=None).select_related("game__user", "game__rival")
    return [_line(row, user) for row in rows.prefetch_related("troops").order_by("-pk")[:MOST]]


def _line(row: SpaceEmpiresBattle, user: User) -> DesignLine:
    return DesignLine(
        row.get_absolute_url(),
        f"{row.game.name}: {_todo(row, user)}",
        f"against {rival_words(row.game, user)}",
    )


def _todo(row: SpaceEmpiresBattle, user: User) -> str:
    """What is to be done next."""
    if row.brief is None:
        return f"enter battle {row.number}"
    if set(waiting_sides(row)) & set(acting_for(row.game, user)):
        return "put your troops aboard"
    return "troops go aboard"
