"""Orders for the round: given by a player, and followed for them as owed work."""

from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from battles.battle.boards import StalePlay
from battles.models import DraftLine, GivenRound, Play
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import Seen, check_seen, done_before, draft_of
from battles.talon.play.services.publishing import (
    BELL,
    FOLLOWED,
    change_draft,
    eyes,
    owing,
    play_of,
    program_of,
    quick,
    wind_on,
)
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.orders import AnyOrder
from engines.talon.play.drafts.lines import with_draft
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.following import Unable
from engines.talon.play.rounds.in_force import InForce
from engines.talon.play.rounds.orders import RoundOrders, decode_round, encode_round
from engines.talon.play.rounds.stops import Met, decode_watched, encode_watched, watch, without_lapsed
from engines.talon.state import Seat
from engines.talon.view import View

MOST_FOLLOWED = 40
"""Of so many lines is kept that they followed orders for the round."""


class FollowedLine(NamedTuple):
    """A line that followed orders for the round, by its number, and what of them was not possible in it."""

    line: int
    unable: tuple[Unable, ...] = ()


class Asked(NamedTuple):
    """Why a side was asked again: the stops, and the number of published lines then."""

    at: int = 0
    met: tuple[Met, ...] = ()


def given_round(draft: DraftLine) -> GivenRound | None:
    """What the draft line's side ordered last for a round; None if it never has."""
    return getattr(draft, "given_round", None)


def followed_of(given: GivenRound) -> tuple[FollowedLine, ...]:
    """The lines that followed the side's orders for the round, the last ones."""
    return msgspec.json.decode(bytes(given.told), type=tuple[FollowedLine, ...])


def asked_of(given: GivenRound) -> Asked:
    """Why the side was asked again the last time."""
    return msgspec.json.decode(bytes(given.asked), type=Asked)


def stops_met(play: Play, side: Side, given: GivenRound | None, place: int = 0) -> tuple[Met, ...]:
    """The stops at which the player is asked now, until a line is published that is a turn."""
    asked = asked_of(given) if given is not None else Asked()
    if (play.decider, play.place) != (side, place) or not asked.met:
        return ()
    still = asked.at == play.number or not play.lines.filter(number__gt=asked.at, aside="").exists()
    return asked.met if still else ()


def give_round(
    *, battle_id: int, side: Side, seen: Seen, orders: RoundOrders, user: User | None = None, place: int = 0
) -> None:
    """Have these orders followed until the round ends or a stop is met, from the side's next decision on.

    They are added to the draft line, which is published with the first of them. They replace those given before. The
    same request again changes nothing. `StalePlay` if the page was older than the battle, `Refused` if they are not
    possible, `SeatLost` if the `user` may act for the side no more; nothing is written then. In a team they are
    those of the player of that `place`, for units of their own.
    """
    _have_followed(battle_id, Seat(side, place), seen, orders, user)


def _have_followed(
    battle_id: int, seat: Seat, seen: Seen, orders: RoundOrders, user: User | None, *, as_before: bool = False
) -> None:
    play, document, side = play_of(battle_id), encode_round(orders), seat.side
    draft, did = draft_of(play, *seat), f"round {document.decode()}"
    if done_before(draft, seen, did):
        return
    check_seen(play, draft, seen)
    board, _orders = with_draft(board_of(play), draft.lines)
    if program_of(play, side, board, seat.player) not in ("", FOLLOWED):
        raise refuse("", "A captain gives your orders. Take back command first.")
    view = eyes(play, board, *seat)
    check_round(orders, view, again=as_before)
    written = {
        "round": orders.round,
        "document": document,
        "seen": encode_watched(watch(view, orders.stops.reach)),
        "asked": b"[]",
    }
    with transaction.atomic():
        change_draft(draft, draft.orders, did, user)
        GivenRound.objects.update_or_create(draft=draft, defaults=written)
        _follow(play, seat, orders.round)


def again(*, battle_id: int, side: Side, seen: Seen, user: User | None = None, place: int = 0) -> None:
    """Have the orders that the side gave last followed further, from what it sees now.

    Refused as by `give_round`; but ships, missiles and targets that are lost since are passed over.
    """
    given = given_round(draft_of(play_of(battle_id), side, place))
    if given is None:
        raise refuse("", "There are no orders for the round yet.")
    orders = decode_round(bytes(given.document))
    _have_followed(battle_id, Seat(side, place), seen, orders, user, as_before=True)


def _follow(play: Play, seat: Seat, last: int) -> None:
    """Let the player's orders be followed to the end of that round, and say what is owed by that."""
    row = Play.objects.filter(pk=play.pk, number=play.number, stage=Play.Stage.ON, team=play.team)
    ordered = play.with_ordered(*seat, last)
    for name, value in ordered.items():
        setattr(play, name, value)
    board = board_of(play)
    changes = owing(play, board, timezone.now()) if (play.decider, play.place) == seat else {}
    if not row.update(**ordered, **changes):
        raise StalePlay
    wind_on(play, board, timezone.now())
    if changes.get("status") == "queued" and not quick(play, board):
        BELL.ring(play.pk)


class Following:
    """A player's orders for the round while a line follows them, and the row in which what comes of it is written."""

    def __init__(self, play: Play, side: Side, place: int = 0) -> None:
        self.given = GivenRound.objects.get(draft__play=play, draft__side=side, draft__place=place)
        orders = decode_round(bytes(self.given.document))
        self.orders = InForce(orders, decode_watched(bytes(self.given.seen)))

    def decide(self, view: View) -> AnyOrder | None:
        """The next order; None if a stop is met."""
        return self.orders.decide(view)

    @property
    def stopped(self) -> bool:
        """Whether a stop was met."""
        return bool(self.orders.met)

    def keep(self, at: int, view: View, *, published: bool) -> None:
        """Write down what came of it, in the caller's transaction; `at` lines are published, the last by it or not.

        The side has the `view` after it.
        """
        followed = followed_of(self.given)
        if published:
            followed = (*followed, FollowedLine(at, tuple(self.orders.unable)))[-MOST_FOLLOWED:]
        row, asked = GivenRound.objects.filter(pk=self.given.pk), Asked(at, self.orders.met)
        seen = encode_watched(without_lapsed(self.orders.seen, view))
        row.update(told=msgspec.json.encode(followed), asked=msgspec.json.encode(asked), seen=seen)
