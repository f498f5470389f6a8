"""Giving what a captain would order with one unit, as the player's own orders."""

from accounts.models import User
from battles.services.play.ordering import Seen, check_seen, done_before, draft_of, give
from battles.services.play.publishing import board_of, play_of
from battles.services.resolving import doctrines_of
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.play.advice import advice_for
from engines.talon.play.lines import with_draft
from engines.talon.text import write_order
from engines.talon.view import View


def give_as_captain(*, battle_id: int, side: Side, seen: Seen, unit: int, user: User | None = None) -> None:
    """Give what a captain would order with one unit in this step; refused as by `give`, and if that is nothing."""
    play, did = play_of(battle_id), f"captain {unit}"
    draft = draft_of(play, side)
    if done_before(draft, seen, did):
        return
    check_seen(play, draft, seen)
    board, _orders = with_draft(board_of(play), draft.lines)
    orders = advice_for(View(board, side), unit, doctrines_of(play.battle)[side])
    if not orders:
        raise refuse("", "The captain would order nothing with it now.")
    words = [write_order(order, board) for order in orders]
    give(battle_id=battle_id, side=side, seen=seen, orders=words, did=did, user=user)
