"""Giving what a captain would order with one unit, or would fire in a step, as the player's own orders."""

from dataclasses import dataclass

from accounts.models import User
from battles.battle.services.resolving import doctrines_of
from battles.models import PlayedBy
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import Seen, check_seen, check_turn, done_before, draft_of, give
from battles.talon.play.services.publishing import change_draft, deciding, eyes, play_of, publish
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.play.advice import advice_for
from engines.talon.play.drafts.lines import LineInPlay, with_draft
from engines.talon.play.offers.volley import still, volley
from engines.talon.state import Seat
from engines.talon.text import write_order


@dataclass(frozen=True, slots=True)
class Fired:
    """What was fired as a captain suggested, in words, and how many orders of the suggestion were not given."""

    words: tuple[str, ...]
    left: int


def give_as_captain(
    *, battle_id: int, side: Side, seen: Seen, unit: int, user: User | None = None, place: int = 0
) -> None:
    """Give what a captain would order with one unit in this step; refused as by `give`, and if that is nothing."""
    play, did = play_of(battle_id), f"captain {unit}"
    draft = draft_of(play, side, place)
    if done_before(draft, seen, did):
        return
    check_seen(play, draft, seen)
    board, _orders = with_draft(board_of(play), draft.lines)
    orders = advice_for(eyes(play, board, side, place), unit, doctrines_of(play.battle)[side])
    if not orders:
        raise refuse("", "The captain would give it no orders now.")
    words = [write_order(order, board) for order in orders]
    give(battle_id=battle_id, side=side, seen=seen, orders=words, did=did, user=user, place=place)


def fire_as_captain(
    *, battle_id: int, side: Side, seen: Seen, user: User | None = None, place: int = 0
) -> Fired | None:
    """Fire what a captain would in this step, until a die changes what it would order next; refused as by `give`.

    All in one line, which is published if a die was rolled. None if the same request was carried out before.
    """
    play, did = play_of(battle_id), "captain fire"
    draft, board = draft_of(play, side, place), board_of(play)
    if done_before(draft, seen, did):
        return None
    check_seen(play, draft, seen)
    check_turn(play, board, side, place)
    now, drafted = with_draft(board, draft.lines)
    suggested = volley(eyes(play, now, side, place))
    if not suggested:
        raise refuse("", "The captain would not fire now.")
    line, given = LineInPlay(board, play.seal.promise, play.mark), 0
    for order in drafted:
        line.give(order)
    for one in suggested:
        if given and not still(eyes(play, line.battle, side, place), one.order):
            break
        line.give(one.order)
        given += 1
    if line.written().rolled or deciding(play, line.battle) != Seat(side, place):
        publish(play, line, side, PlayedBy.PERSON, draft=draft, did=did, user=user)
    else:
        written = [*(draft.lines if drafted else ()), *(one.line for one in suggested[:given])]
        change_draft(draft, "\n".join(written), did, user)
    return Fired(tuple(one.words for one in suggested[:given]), len(suggested) - given)
