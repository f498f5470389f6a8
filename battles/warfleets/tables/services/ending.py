"""Ending a battle before its end."""

from accounts.models import User
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.publishing import Ended, end, locked
from engines.seam.sides import as_side, opponent


def concede(*, battle_id: int, user: User, seen: int) -> None:
    """Give up; at one screen the side that decides now does."""
    with locked(battle_id, user, seen) as row:
        seats = row.seats_of(user.pk)
        side = as_side(row.decider) if row.decider in seats else seats[0]
        end(row, match_of(row), how=Ended.CONCEDED, winner=opponent(side))
