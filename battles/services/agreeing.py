"""The computer as a player of a battle: whatever it is asked for it agrees to (S57)."""

from django.db import transaction

from battles.services.resolving import agree_to_way
from battles.services.settling import settle_as
from battles.services.step import read
from engines.seam.sides import Side


@transaction.atomic
def agree(*, battle_id: int, side: Side) -> bool:
    """Whether the computer was asked for something as the side's player, and agreed: to a report, or who settles it.

    For a seat that it took over with a question open; what it is asked for later is answered at once.
    """
    battle = read(battle_id)
    if battle.held_at is not None or not battle.user_of(side).is_computer:
        return False
    if battle.answering_side == side:
        settle_as(battle, "confirmed", side)
        return True
    return agree_to_way(battle, side)
