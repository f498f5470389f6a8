"""Handing a side to a captain, for an impulse or for good, and taking it back."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.live import publish as publish_notice
from accounts.models import User
from battles.battle.boards import StalePlay
from battles.battle.signals import battle_changed
from battles.models import Battle, Play, PlayedBy, SeatPlayer
from battles.talon.play.board import board_of
from battles.talon.play.services.clocks import come_back
from battles.talon.play.services.ordering import Seen, check_seen, draft_of
from battles.talon.play.services.publishing import (
    BELL,
    change_draft,
    check_playable,
    check_seat,
    clock,
    owing,
    play_of,
    quick,
    wind_on,
)
from engines.seam.sides import Side
from engines.talon.state import Battle as Board

TRIES = 5
First = Callable[[Play, datetime], None]


def hand_over(
    *,
    battle_id: int,
    side: Side,
    for_good: bool,
    seen: Seen | None = None,
    user: User | None = None,
    place: int = 0,
) -> None:
    """Let a captain give the side's orders: to the end of this impulse, or of the battle. Harmless when done twice.

    `seen` is the moment that the player's page showed: the same request again changes nothing, `StalePlay` if it is for
    any other moment than now. `SeatLost` if the `user` may act for the side no more. None for both: the site does it.
    In a team it is the player of that `place` whose orders a captain gives.
    """

    def changes(play: Play, board: Board) -> dict[str, Any]:
        now = SeatPlayer(play.battle.levels[side]) if for_good else play.player(side, place)
        player = now if for_good else now._replace(through=clock(board), ordered=None)
        return play.with_player(side, place, player)

    if seen is None:
        _change(battle_id, changes, lambda play, _now: check_seat(play.pk, side, user, place))
        return
    play = play_of(battle_id)
    draft, until = draft_of(play, side, place), "the end" if for_good else "the impulse ends"
    did = f"captain until {until}, {seen.at}.{seen.draft}"
    if draft.handed == did:
        return
    check_seen(play, draft, seen)
    board = board_of(play)
    with transaction.atomic():
        # The draft line first, as where a line is published: of two requests at once, neither holds what both need.
        change_draft(draft, draft.orders, did, user, handed=did)
        if not _written(play, board, changes(play, board), None):
            raise StalePlay


def take_back(*, battle_id: int, side: Side, user: User | None = None, place: int = 0) -> None:
    """Give the side's orders oneself from now on; what was published by a captain, or by the round's orders, stays.

    `Refused` in the turn in which the player's time ran out, `SeatLost` if the `user` may act for the side no more.
    """
    _change(
        battle_id,
        lambda play, _board: play.with_player(side, place, SeatPlayer(PlayedBy.PERSON)),
        lambda play, now: _come_back(play, side, place, user, now),
    )


def _come_back(play: Play, side: Side, place: int, user: User | None, now: datetime) -> None:
    check_seat(play.pk, side, user, place)
    come_back(play, side, now, place)


@transaction.atomic
def hand_over_absent(*, battle_id: int, side: Side, number: int) -> bool:
    """Whether a captain gives the side's orders from now on; not if a line was published since line `number` (S12)."""
    play = play_of(battle_id)
    if (play.number, play.decider, play.by(side)) != (number, side, PlayedBy.PERSON):
        return False
    check_playable(play)
    return _written(
        play, board_of(play), play.with_player(side, 0, SeatPlayer(play.battle.levels[side])), None
    )


def try_again(*, battle_id: int) -> None:
    """Let a captain that failed try once more; harmless while none has."""
    failed = Play.objects.filter(battle_id=battle_id, stage=Play.Stage.ON, status="failed")
    failed.update(status="queued", attempts=0, last_error="", due_at=timezone.now())


def _change(battle_id: int, changes: Any, first: First | None = None) -> None:
    """Write changes of who plays, and what a program owes from now on; tried again if a line comes in between.

    `first` is called in the transaction, before the clock is wound on.
    """
    for _ in range(TRIES):
        play = play_of(battle_id)
        check_playable(play)
        board = board_of(play)
        if _written(play, board, changes(play, board), first):
            return
    raise StalePlay


@transaction.atomic
def _written(play: Play, board: Board, found: dict[str, Any], first: First | None) -> bool:
    now, before = timezone.now(), play.team
    for name, value in found.items():
        setattr(play, name, value)
    changes = {**found, **owing(play, board, now)}
    row = Play.objects.filter(pk=play.pk, number=play.number, stage=Play.Stage.ON, team=before)
    if not row.update(**changes):
        return False
    if first is not None:
        first(play, now)
    wind_on(play, board, now)
    publish_notice(play.battle.topic)
    if any(name.endswith("_by") for name in found):
        battle_changed.send(Battle, battle_id=play.battle_id)
    if changes["status"] == "queued" and not quick(play, board):
        BELL.ring(play.pk)
    return True
