"""Where a battle that is played by hand stands, in a few words and as its system writes it."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeGuard

from battles.models import Battle, BattleNote, Play
from battles.services.play.publishing import board_of
from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import refuse_all
from engines.seam.sides import Side
from engines.talon.documents.codec import encode_position, recall_position
from engines.talon.play.recorded import as_it_stood, begun_refusals
from engines.talon.state import IMPULSES
from engines.talon.state import Battle as Board
from engines.talon.view import View

SETTING_UP = "Setting up"


@dataclass(frozen=True)
class PlayStanding:
    """Where a battle stands for one side: `position`, "" before its first line; `when`, such as "Round 2, impulse B".

    `covered`: the enemy's counters are covered, so that the side knows no position.
    """

    position: str = ""
    when: str = ""
    covered: bool = False


def standing_of(battle: Battle, side: Side) -> PlayStanding:
    """Where the battle stands after its last line, as the side knows it, laid aside or not; one query."""
    play = Play.objects.filter(battle=battle, stage__in=(Play.Stage.ON, Play.Stage.LAID)).first()
    if play is None or not play.number:
        return PlayStanding()
    board = board_of(play)
    view = View(board, side)
    if view.veiled:
        return PlayStanding(when=moment_on(board), covered=True)
    return PlayStanding(encode_position(view.imagined()).decode(), moment_on(board))


def laid_board(battle: Battle) -> Board | None:
    """Where a battle stood on the board when it was laid aside; None if it was not; one query."""
    play = Play.objects.filter(battle=battle, stage=Play.Stage.LAID).first()
    return None if play is None else board_of(play)


def laid_since(battle: Battle) -> datetime | None:
    """When the battle was last laid aside; None if it never was; one query."""
    return battle.notes.filter(kind=BattleNote.Kind.LAID).order_by("-pk").values_list("at", flat=True).first()


def setup_now(battle: Battle) -> BattleSetup:
    """What the battle is recorded from: its set-up, or where it stood when it was laid aside in the browser."""
    board, setup = laid_board(battle), battle.setup_document
    return setup if board is None else as_it_stood(board, setup)


def is_set_up(board: Board | None) -> TypeGuard[Board]:
    """Whether there is a board, and both sides have set up on it."""
    return board is not None and board.round > 0


def check_since_board(battle: Battle, report: Report) -> None:
    """Raise `Refused` where a report is better than the battle stood on the board when it was laid aside (S35)."""
    board = laid_board(battle)
    if board is not None:
        refuse_all([*begun_refusals(board, report)])


def moment_of(position: str) -> str:
    """When a position was: "Round 2, impulse B"."""
    return moment_on(recall_position(position.encode()))


def destroyed_in(position: str) -> set[str]:
    """The names of the units that are destroyed in a position."""
    return {unit.name for unit in recall_position(position.encode()).units if unit.status == "destroyed"}


def moment_on(board: Board) -> str:
    """When it is on a board, in words."""
    return f"Round {board.round}, impulse {IMPULSES[board.impulse]}" if board.round else SETTING_UP
