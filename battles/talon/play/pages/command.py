"""Who gives a side's orders in a battle played by hand: its player, a captain, or its orders for the round."""

from dataclasses import dataclass

from battles.models import Play, PlayedBy, decode_players
from battles.talon.play.services.publishing import FOLLOWED, deciding, program_of
from engines.seam.sides import Side, opponent
from engines.talon.state import Battle as Board
from engines.talon.state import Seat
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


def command_of(play: Play, published: Board, board: Board, seat: Seat, seats: tuple[Side, ...]) -> Command:
    """Who gives the orders of the reader's `seat`, for the player of these sides; `board` has the draft line given."""
    side, place = seat
    program = program_of(play, side, published, place)
    return Command(
        program=program,
        may_hand_over=not program and bool(play.decider) and not play.battle.is_lesson,
        ends_at_once=_ends_at_once(play, side, place),
        failed=play.status == "failed",
        waits_for=_waits_for_player(play, board, seat) if play.team else _waits_for(play, board, side, seats),
        other_side=_other_side(play, published, side, seats),
    )


def rival_of(play: Play, side: Side, seats: tuple[Side, ...]) -> str:
    """Who plays the other side, as the player of these sides calls them."""
    other = opponent(side)
    return other.title() if len(seats) > 1 else play.battle.name_of(other)


def _ends_at_once(play: Play, side: Side, place: int) -> bool:
    """Whether no person would play on if a captain took over for this player."""
    if not play.team:
        return play.by(opponent(side)) != PlayedBy.PERSON
    everybody = decode_players(play.team)
    others = [
        one for of, all_of in everybody.items() for at, one in enumerate(all_of) if (of, at) != (side, place)
    ]
    return all(one.by != PlayedBy.PERSON for one in others)


def _waits_for_player(play: Play, board: Board, reader: Seat) -> str:
    """Who of all players decides now, if it is not the reader."""
    now = deciding(play, board)
    if now is None or (now == reader and not program_of(play, now.side, board, now.player)):
        return ""
    name = play.battle.name_of(*now)
    if now == reader and program_of(play, now.side, board, now.player) == FOLLOWED:
        return "your orders for the round"
    return f"{name}'s captain" if _person_by_captain(play, board, now) else name


def _person_by_captain(play: Play, board: Board, seat: Seat) -> bool:
    """Whether a captain gives the orders of a person."""
    person = any((one.side, one.place) == seat and one.user_id for one in play.battle.seats)
    return person and program_of(play, seat.side, board, seat.player) not in ("", FOLLOWED)


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
