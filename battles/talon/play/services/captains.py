"""Captains and orders for the round, which play a side by hand as owed work; and the result at the end."""

from datetime import timedelta
from hashlib import sha256
from time import monotonic
from typing import NamedTuple, cast

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.live import publish as publish_notice
from accounts.work import TakenOver, Work
from battles.battle.boards import StalePlay
from battles.battle.services.resolving import doctrines_of
from battles.models import Battle, DraftLine, Play, PlayedBy, Status
from battles.talon.lessons.scene import lesson_rival
from battles.talon.play.board import board_of
from battles.talon.play.services.ending import settle_played
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import (
    BELL,
    FOLLOWED,
    deciding,
    eyes,
    joining,
    program_of,
    publish,
    quick,
    wind_on,
)
from battles.talon.play.services.rounds import Following
from engines.seam.documents import Level
from engines.seam.sides import Side
from engines.talon.captains.levels import player_of
from engines.talon.orders import AnyOrder
from engines.talon.play.drafts.lines import LineInPlay, with_draft
from engines.talon.state import Battle as Board
from engines.talon.state import Seat
from engines.talon.view import View

RENEWALS = 5


class PlayingOn(Work[Play, None]):
    """What a program owes a play: the lines of a captain or of orders for the round, or the result."""

    model = Play
    related = ("battle__terran_user", "battle__talon_user", "seal")
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1),) * 2
    went_wrong = "An error occurred while the captain played."

    def fit(self) -> Q:
        """The play is on, and its battle open and not held up."""
        going_on = Battle.objects.filter(status=Status.OPEN, held_at=None)
        return Q(stage=Play.Stage.ON, battle__in=going_on)

    def perform(self, row: Play) -> None:
        """Play on until a person decides, and write the result if the battle is over."""
        while (line := self._next_line(row)) is not None:
            self._write(row, line)
            self.renew(row)
            row = self.held(row).get()
        settle_played(row)

    def _next_line(self, row: Play) -> "_Line | None":
        """The line that a captain, or orders for the round, give now after what was drafted; None if a person decides.

        It has no orders if a stop of the orders for the round is met at once.
        """
        board = board_of(row)
        if (joined := joining(row, board)) is not None:
            return _joining(row, board, *joined)
        seat = deciding(row, board)
        level = seat and program_of(row, seat.side, board)
        if seat is None or not level:
            return None
        side = seat.side
        draft = draft_of(row, side, seat.player)
        _after, orders = with_draft(board, draft.lines)
        line = LineInPlay(board, row.seal.promise, row.mark)
        for order in orders:
            line.give(order)
        following = Following(row, side, seat.player) if level == FOLLOWED else None
        player = following or _Beating(self, row, seat, level)
        view = eyes(row, board, side, seat.player)
        while deciding(row, board) == seat and program_of(row, side, board) == level:
            given = player.decide(view)
            if given is None:
                break
            line.give(given)
        return _Line(side, PlayedBy.PERSON if following else level, draft, line, following)

    @transaction.atomic
    def _write(self, row: Play, line: "_Line") -> None:
        """Publish the line, if it has any orders, and write down what came of orders for the round."""
        if line.played.given:
            try:
                publish(row, line.played, line.side, line.by, draft=line.draft)
            except StalePlay as stale:
                raise TakenOver from stale
        if line.following is None:
            return
        published = bool(line.played.given)
        view = eyes(row, line.played.battle, line.side, line.draft.place)
        line.following.keep(row.number + published, view, published=published)
        if line.following.stopped:
            row.team = Play.objects.select_for_update().values_list("team", flat=True).get(pk=row.pk)
            changes = row.with_ordered(line.side, line.draft.place, None)
            self.renew(row, **changes)
            for name, value in changes.items():
                setattr(row, name, value)
            wind_on(row, line.played.battle, timezone.now())
            publish_notice(row.battle.topic)


class _Line(NamedTuple):
    """A line of a program: whose it is, by whom, the draft line published with it, and the orders it follows."""

    side: Side
    by: str
    draft: DraftLine
    played: LineInPlay
    following: Following | None


def _joining(row: Play, board: Board, seat: Seat, wish: AnyOrder) -> _Line:
    """The line in which a captain's seat wishes what all people of its side wish; its draft line stays."""
    line = LineInPlay(board, row.seal.promise, row.mark)
    line.give(wish)
    by = program_of(row, seat.side, board, seat.player)
    return _Line(seat.side, by, draft_of(row, seat.side, seat.player), line, None)


class _Beating:
    """A captain that renews the claim on its work while it thinks."""

    def __init__(self, work: PlayingOn, row: Play, seat: Seat, level: str) -> None:
        side, own = seat.side, f"/{seat.player}" if seat.player else ""
        seed = int.from_bytes(sha256(f"hand/{row.seal.seed}/{side}{own}/{row.number}".encode()).digest()[:4])
        self.captain = lesson_rival(row.battle, side, seed) or player_of(
            cast("Level", level), doctrines_of(row.battle)[side], seed
        )
        self.work, self.row, self.last = work, row, monotonic()

    def decide(self, view: View) -> AnyOrder:
        """What the captain decides."""
        if monotonic() - self.last > self.work.lease().total_seconds() / RENEWALS:
            self.last = monotonic()
            self.work.renew(self.row)
        return self.captain.decide(view)


PLAYS = PlayingOn()
sweep_plays = PLAYS.sweep


def go_on(battle_id: int) -> None:
    """Do at once what a program owes the play, if there is one and that is quick; a worker does the rest."""
    play = Play.objects.filter(battle_id=battle_id, stage=Play.Stage.ON, status="queued").first()
    if play is not None and quick(play, board_of(play)):
        PLAYS.attempt(play.pk)
