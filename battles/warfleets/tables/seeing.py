"""A battle as one of its players sees it now."""

from msgspec.structs import replace

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.of_war import stands_still
from battles.warfleets.tables.positions import view_of
from battles.warfleets.tables.services.ordering import own_seats
from engines.warfleets.records.match import Match
from engines.warfleets.view import BattleView


def seen_by(row: WarfleetsBattle, user: User, match: Match) -> BattleView:
    """The battle with what is asked, which is nothing where no order can be given.

    That is so once it has ended, even if the rules would go on, while its war stands still, and where a captain decides
    for the user.
    """
    seats = row.seats_of(user.pk)
    seen = view_of(match, seats)
    if seen.asked is None:
        return seen
    led = seen.asked.side in seats and seen.asked.side not in own_seats(row, user)
    if row.stage != WarfleetsBattle.Stage.ON or led or (row.play is not None and stands_still(row.play)):
        return replace(seen, asked=None)
    return seen
