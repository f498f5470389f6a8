"""Giving orders, taking them back, and showing them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from django.db import transaction
from django.db.models import QuerySet

from accounts.live import publish as publish_notice
from accounts.models import User
from battles.battle.boards import StalePlay
from battles.models import DraftLine, Play, PlayedBy, TeamSeat
from battles.talon.play.board import board_of
from battles.talon.play.services.publishing import (
    FOLLOWED,
    change_draft,
    check_playable,
    play_of,
    program_of,
    publish,
)
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.orders import AnyOrder, Concede, Exceed, FightOn, OfferDraw
from engines.talon.play.barriers import try_order
from engines.talon.play.drafts.lines import LineInPlay, with_draft
from engines.talon.play.offers.dangers import of_order
from engines.talon.state import Battle as Board
from engines.talon.teams import players
from engines.talon.text import read_order
from engines.talon.view import View

STANDING: Final = {"concede", "offer-draw", "fight-on", "exceed"}
"""The words of what a player may order at any time, whoever decides."""
MOST_ORDERS = 200
"""The most orders in one request: a sheet of every ship, and more."""


class Seen(NamedTuple):
    """What a page showed when a button was pressed: the number of published lines and the draft line's revision."""

    at: int
    draft: int


def draft_of(play: Play, side: Side, place: int = 0) -> DraftLine:
    """The draft line of the player of that place, with what the side ordered last for a round; one query."""
    return DraftLine.objects.select_related("given_round").get(play=play, side=side, place=place)


@dataclass(frozen=True, slots=True)
class _Request:
    """What a player wants of a play: `did` names it, so that the same again is known; `user` is who asked."""

    play: Play
    board: Board
    draft: DraftLine
    did: str
    user: User | None

    @property
    def side(self) -> Side:
        """Whose request it is."""
        return cast("Side", self.draft.side)

    def publish(self, orders: Iterable[AnyOrder], *, keep: bool = False, left: int = 0) -> None:
        """Publish the orders with their dice; `keep` the draft line. `left` are not given any more."""
        line = LineInPlay(self.board, self.play.seal.promise, self.play.mark)
        for order in orders:
            line.give(order)
        by, draft = PlayedBy.PERSON, self.draft
        publish(
            self.play,
            line,
            self.side,
            by,
            draft=draft,
            did=self.did,
            not_given=left,
            keep=keep,
            user=self.user,
        )

    def keep(self, orders: Sequence[str], *, left: int = 0) -> None:
        """Keep the orders as the draft line; `left` are not given any more."""
        change_draft(self.draft, "\n".join(orders), self.did, self.user, not_given=left)


def give(
    *,
    battle_id: int,
    side: Side,
    seen: Seen,
    orders: Sequence[str],
    did: str = "",
    user: User | None = None,
    place: int = 0,
) -> int:
    """How many of the orders, in our notation, were taken: those up to the first that cannot be taken back.

    That one publishes the draft line. The same request again, which `did` names if not its orders, changes nothing.
    `StalePlay` if the page was older than the battle, `Refused` if an order is illegal or not the side's, `SeatLost` if
    the `user` who gives it, None for a program, may act for the side no more; nothing is written then. `place` is that
    of the player in the order of the side.
    """
    play, did = play_of(battle_id), did or "\n".join(orders)
    draft = draft_of(play, side, place)
    if done_before(draft, seen, did):
        return len(orders) - draft.not_given
    check_seen(play, draft, seen)
    if not 0 < len(orders) <= MOST_ORDERS:
        raise refuse("", f"Give one order, or up to {MOST_ORDERS} together.")
    request = _Request(play, board_of(play), draft, did, user)
    standing = _standing(orders, request.board)
    if standing is not None:
        _at_once(request, standing)
        return 1
    check_turn(play, request.board, side, place)
    return _given(request, orders)


def undo(
    *,
    battle_id: int,
    side: Side,
    seen: Seen,
    everything: bool = False,
    user: User | None = None,
    place: int = 0,
) -> None:
    """Take back the last order of the draft line, or all of it; see `give` for what is refused."""
    play, did = play_of(battle_id), "undo all" if everything else "undo"
    draft = draft_of(play, side, place)
    if done_before(draft, seen, did):
        return
    check_seen(play, draft, seen)
    if not draft.orders:
        raise refuse(
            "", "You cannot take anything back: a die was rolled, or the other side has decided since."
        )
    change_draft(draft, "" if everything else "\n".join(draft.lines[:-1]), did, user)


def show(*, battle_id: int, side: Side, seen: Seen, user: User | None = None, place: int = 0) -> None:
    """Publish the draft line as it is: it cannot be taken back any more, and the other side sees it."""
    play = play_of(battle_id)
    draft = draft_of(play, side, place)
    if done_before(draft, seen, "show"):
        return
    check_seen(play, draft, seen)
    _board, orders = with_draft(board_of(play), draft.lines)
    if not orders:
        raise refuse("", "There is nothing to show yet.")
    _Request(play, board_of(play), draft, "show", user).publish(orders)


def refuse_to_concede(*, battle_id: int, side: Side, place: int) -> None:
    """Answer others of one's team, who would concede, that one does not; harmless when done twice.

    `Refused` if nobody else of the side would concede. The battle hears nothing of it: a concession needs everybody.
    """
    play = play_of(battle_id)
    check_playable(play)
    if not any(seat.player != place for seat in View(board_of(play), side).wishes[0]):
        raise refuse("", "Nobody else of your side would concede now.")
    _seats(play).filter(side=side, place=place).update(refuses=True)
    publish_notice(play.battle.topic)


def _seats(play: Play) -> QuerySet[TeamSeat]:
    return TeamSeat.objects.filter(team__battle=play.battle_id)


def _ask_again(request: _Request) -> None:
    """Whoever would concede asks the others anew: who refused before is asked once more."""
    conceding, _drawing = View(request.board, request.side).wishes
    if not conceding:
        _seats(request.play).filter(side=request.side, refuses=True).update(refuses=False)
    else:
        _seats(request.play).filter(side=request.side, place=request.draft.place).update(refuses=False)


def done_before(draft: DraftLine, seen: Seen, did: str) -> bool:
    """Whether just this was the last thing done, from the same page: a double click, or the same request again."""
    return draft.revision == seen.draft + 1 and draft.did == did


def check_seen(play: Play, draft: DraftLine, seen: Seen) -> None:
    """Raise `StalePlay` if the page was older than the play, `Refused` if orders are not possible now."""
    if (play.number, draft.revision) != seen:
        raise StalePlay
    check_playable(play)


def check_turn(play: Play, board: Board, side: Side, place: int = 0) -> None:
    """Raise `Refused` if the player does not decide now, or a program decides for them."""
    if play.decider != side:
        raise refuse("", f"{play.decider.title()} has to decide now.")
    if play.place != place:
        other = play.battle.name_of(side, play.place)
        raise refuse("25", f"Now {other} decides, for units of their own.")
    by = program_of(play, side, board)
    if by:
        who = "Your orders for the round are followed" if by == FOLLOWED else "A captain gives your orders"
        raise refuse("", f"{who}. Take back command first.")


def _standing(orders: Sequence[str], board: Board) -> AnyOrder | None:
    """The order, if it is one of those that a player may give at any time, whoever decides."""
    if len(orders) > 1 or not STANDING.intersection(orders[0].split()):
        return None
    order = read_order(orders[0], board)
    return order if isinstance(order, Concede | OfferDraw | FightOn | Exceed) else None


def _at_once(request: _Request, order: AnyOrder) -> None:
    """Publish a concession after the orders of the draft line, or an offer before them; they then stay a draft.

    While an effect waits for an answer neither is possible (R30): then the draft line, which has it, is published too.
    In a team one player's concession is an offer as well, until it is the last that is needed.
    """
    if order.side != request.side:
        raise refuse("", f"This is an order of {order.side.title()}. Give orders of your own side.")
    if request.play.team and getattr(order, "player", 0) != request.draft.place:
        raise refuse("25", "This is an order of another player of your side. Each speaks for themselves.")
    drafted: list[AnyOrder] = []
    if request.board.agenda or _ends(request, order):
        _after, drafted = with_draft(request.board, request.draft.lines)
    with transaction.atomic():
        if request.play.team and isinstance(order, Concede):
            _ask_again(request)  # before the board is that after the order
        request.publish([*drafted, order], keep=not drafted)


def _ends(request: _Request, order: AnyOrder) -> bool:
    """Whether the order gives the battle up: in a team once every other player of the side has said so."""
    if not isinstance(order, Concede):
        return False
    conceding, _drawing = View(request.board, request.side).wishes
    said = {seat.player for seat in conceding} | {request.draft.place}
    return not request.play.team or len(said) == players(request.board, request.side)


def _given(request: _Request, orders: Sequence[str]) -> int:
    """How many orders were taken, after they were kept as a draft or published.

    None after the first is given that risks more than when it was chosen: what moved before it stands in its way.
    """
    now, given = with_draft(request.board, request.draft.lines)
    written, chosen_at = list(request.draft.lines) if given else [], now
    for number, words in enumerate(orders, 1):
        order = read_order(words, now)
        if number > 1 and _risks_more(chosen_at, now, order):
            request.keep(written, left=len(orders) - number + 1)
            return number - 1
        tried = try_order(now, order, request.side, request.draft.place if request.play.team else None)
        given.append(order)
        written.append(words)
        if tried.barrier:
            request.publish(given, left=len(orders) - number)
            return number
        now = tried.battle
    request.keep(written)
    return len(orders)


def _risks_more(chosen_at: Board, now: Board, order: AnyOrder) -> bool:
    """Whether a move has a warning now that its giver has not seen."""
    risk = of_order(View(now, order.side), order)
    return bool(risk) and risk != of_order(View(chosen_at, order.side), order)
