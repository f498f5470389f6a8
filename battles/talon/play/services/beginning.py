"""Beginning to play a battle by hand."""

from django.db import transaction
from django.utils import timezone

from battles.battle.services.dice import closed, current
from battles.battle.services.step import Kind, note
from battles.models import (
    Battle,
    DraftLine,
    Play,
    PlayedBy,
    SeatPlayer,
    TeamSeat,
    Tempo,
    encode_players,
    side_by,
)
from battles.talon.play.services.clocks import set_up_clock
from battles.talon.play.services.publishing import BELL, deciding, owing, wind_on
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.documents.codec import encode_position
from engines.talon.play.drafts.lines import first_mark
from engines.talon.state import Battle as Board


@transaction.atomic
def begin(battle: Battle, tempo: str = "", board: Board | None = None) -> Play:
    """The battle, to be played from its first decision on, or from the board of a lesson.

    Without a tempo a battle of a war is played by round, any other by step. Its dice take nothing more from the
    players. A side of the computer is played by a captain of the battle's level. In the caller's transaction, if there
    is one.
    """
    seal, board = closed(current(battle)), board or game.new_battle(battle.setup_document)
    now, mark, players = timezone.now(), first_mark(seal.promise, board), _players(battle)
    play = Play(
        battle=battle,
        seal=seal,
        position=encode_position(board),
        chain=mark.chain,
        team=encode_players(players) if battle.teams else "",
        tempo=tempo or (Tempo.ROUND if battle.owner_topic and not battle.sandbox else Tempo.STEP),
        told=1 if battle.owner_topic else 0,  # a war tells its players of a new battle itself
        **{f"{side}_by": side_by(players[side]) for side in SIDES},
    )
    if (first := deciding(play, board)) is not None:
        play.decider, play.place = first.side, first.player
    for name, value in owing(play, board, now).items():
        setattr(play, name, value)
    play.save()
    set_up_clock(play, now)
    wind_on(play, board, now)
    seats = [(side, place) for side in SIDES for place in range(len(players[side]))]
    DraftLine.objects.bulk_create([DraftLine(play=play, side=side, place=place) for side, place in seats])
    note(battle, Kind.BEGUN)
    if play.status == "queued":
        BELL.ring(play.pk)
    return play


def _players(battle: Battle) -> dict[Side, list[SeatPlayer]]:
    """Who gives the orders of each player of both sides: the person, or a captain of a seat of the computer."""
    if battle.teams:
        return {side: [_of_team(seat) for seat in battle.seats if seat.side == side] for side in SIDES}
    return {side: [SeatPlayer(_player(battle, side))] for side in SIDES}


def _of_team(seat: TeamSeat) -> SeatPlayer:
    return SeatPlayer(seat.level or PlayedBy.PERSON)


def _player(battle: Battle, side: Side) -> str:
    return battle.levels[side] if battle.user_of(side).is_computer else PlayedBy.PERSON
