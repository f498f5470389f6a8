"""Who gives a side's orders in a battle played by hand: its player, a captain, or its orders for the round."""

from dataclasses import dataclass

from battles.models import Play, PlayedBy
from battles.talon.play.services.publishing import FOLLOWED, program_of
from engines.seam.sides import Side, opponent
from engines.talon.state import Battle as Board
from engines.talon.view import decider


@dataclass(frozen=True, slots=True)
class Commanded:
    """The other side of the same screen, whose orders its player does not give now."""

    side: Side
    captain: str
    """The captain that gives them, in words; "" if the side's orders for the round are followed."""


@dataclass(frozen=True, slots=True)
class Command:
    """Who gives a side's orders now, and who decides."""

    program: str
    """What gives them instead of the player: the level of a captain, or FOLLOWED; "" for the player."""
    may_hand_over: bool
    """Whether a captain may take over."""
    ends_at_once: bool
    """Whether two captains would then fight the battle out, because one gives the orders of the other side."""
    failed: bool
    """Whether what a program owes has failed, and may be tried again."""
    waits_for: str
    """Who decides, if it is not the player."""
    other_side: Commanded | None
    """The other side of the same screen, while its player does not give its orders."""

    @property
    def captain(self) -> str:
        """The captain that gives the orders, in words; "" if there is none."""
        return _captain(self.program)


def command_of(play: Play, published: Board, board: Board, side: Side, seats: tuple[Side, ...]) -> Command:
    """Who commands the side for the player of these sides; `board` has the side's draft line given."""
    program = program_of(play, side, published)
    return Command(
        program=program,
        may_hand_over=not program and bool(play.decider) and not play.battle.is_lesson,
        ends_at_once=play.by(opponent(side)) != PlayedBy.PERSON,
        failed=play.status == "failed",
        waits_for=_waits_for(play, board, side, seats),
        other_side=_other_side(play, published, side, seats),
    )


def rival_of(play: Play, side: Side, seats: tuple[Side, ...]) -> str:
    """Who plays the other side, as the player of these sides calls them."""
    other = opponent(side)
    return other.title() if len(seats) > 1 else play.battle.user_of(other).username


def _captain(program: str) -> str:
    return PlayedBy(program).label if program not in ("", FOLLOWED) else ""


def _other_side(play: Play, board: Board, side: Side, seats: tuple[Side, ...]) -> Commanded | None:
    """The other side, if it sits at the same screen and does not give its own orders now."""
    other = opponent(side)
    program = program_of(play, other, board) if other in seats and play.decider else ""
    return Commanded(other, _captain(program)) if program else None


def _waits_for(play: Play, board: Board, side: Side, seats: tuple[Side, ...]) -> str:
    """Who decides now, if it is not the player."""
    now = decider(board)
    if now is None or (now == side and not program_of(play, side, board)):
        return ""
    program = program_of(play, now, board)
    if program == FOLLOWED:
        return "your orders for the round" if now == side else rival_of(play, side, seats)
    return f"{now.title()}'s captain" if program else rival_of(play, side, seats)
