"""Where a battle that is played by hand stands, in a few words and as its system writes it."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from battles.models import Battle, BattleNote, Play
from engines.seam.by_hand import ByHand
from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import refuse_all
from engines.seam.sides import Side
from engines.seam.systems import by_hand


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
    board, position = by_hand(battle.system), bytes(play.position)
    known, when = board.known_to(position, side), board.moment(position)
    return PlayStanding(when=when, covered=True) if known is None else PlayStanding(known.decode(), when)


@dataclass(frozen=True, slots=True)
class LaidAside:
    """Where a battle stood in the browser when it was laid aside: `position` as its system stores it."""

    board: ByHand
    position: bytes

    @property
    def when(self) -> str:
        """When that was, such as "Round 2, impulse B"."""
        return self.board.moment(self.position)

    @property
    def going_on(self) -> str:
        """What to set up at a table to go on from there; "" while the sides had not set up."""
        return self.board.going_on if self.is_set_up else ""

    @property
    def is_set_up(self) -> bool:
        """Whether both sides had set up by then."""
        return self.board.is_set_up(self.position)

    def as_it_stood(self, setup: BattleSetup) -> BattleSetup:
        """The set-up with the damage of then."""
        return self.board.as_it_stood(self.position, setup)


def laid_aside(battle: Battle) -> LaidAside | None:
    """Where the battle stood when it was laid aside; None if it was not; one query."""
    play = Play.objects.filter(battle=battle, stage=Play.Stage.LAID).first()
    return None if play is None else laid_at(battle, play)


def laid_at(battle: Battle, play: Play) -> LaidAside:
    """Where a battle stood whose play was laid aside."""
    return LaidAside(by_hand(battle.system), bytes(play.position))


def laid_since(battle: Battle) -> datetime | None:
    """When the battle was last laid aside; None if it never was; one query."""
    return battle.notes.filter(kind=BattleNote.Kind.LAID).order_by("-pk").values_list("at", flat=True).first()


def setup_now(battle: Battle) -> BattleSetup:
    """What the battle is recorded from: its set-up, or where it stood when it was laid aside in the browser."""
    laid, setup = laid_aside(battle), battle.setup_document
    return setup if laid is None else laid.as_it_stood(setup)


def check_since_board(battle: Battle, report: Report) -> None:
    """Raise `Refused` where a report is better than the battle stood on the board when it was laid aside (S35)."""
    laid = laid_aside(battle)
    if laid is not None:
        refuse_all([*laid.board.refusals_since(laid.position, report)])


class Asks(TypedDict):
    """The annotations of a play: how each side asks to settle its battle, "" or None if it asks for nothing (S35)."""

    terran_asks: str | None
    talon_asks: str | None
