"""The computer as a player of a battle: it agrees to everything it is asked for (S57)."""

from django.db import transaction

from battles.battle.services.resolving import agree_to_way
from battles.battle.services.settling import settle_as
from battles.battle.services.step import read
from engines.seam.sides import Side


@transaction.atomic
def agree(*, battle_id: int, side: Side) -> bool:
    """Whether the computer, as the side's player, agreed to an open report or request.

    For a seat that it took over with a question open; later requests are answered at once.
    """
    battle = read(battle_id)
    if battle.held_at is not None or not battle.user_of(side).is_computer:
        return False
    if battle.answering_side == side:
        settle_as(battle, "confirmed", side)
        return True
    return agree_to_way(battle, side)
