"""Deputies for tests: asked by the player, and accepting at once."""

from accounts.models import User
from campaign.models import Deputy
from campaign.seats.naming import accept, ask_deputy
from engines.seam.sides import Side


def name_deputy(*, war_id: int, side: Side, player: User, user: User) -> Deputy:
    """The user as the side's deputy from now on."""
    ask_deputy(war_id=war_id, side=side, player=player, user=user)
    return accept(war_id=war_id, side=side, user=user)
