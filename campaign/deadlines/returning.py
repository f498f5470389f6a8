"""The player of a side that was lent to the computer is back (S64)."""

from accounts.models import User
from campaign.models import War
from campaign.rules.orders import TakeSeatBack
from campaign.war.services.acting import check_seat
from campaign.war.services.log import GivenOrder, append, locked, running
from engines.seam.sides import Side


def take_seat_back(*, war_id: int, side: Side, user: User) -> War:
    """The war with the side commanded by its player again, however old the page was; harmless when done twice."""
    with locked(war_id) as war:
        state = running(war)
        check_seat(war, side, user)
        if side in state.lent:
            append(war, state, GivenOrder(side, user, TakeSeatBack()))
    return war
