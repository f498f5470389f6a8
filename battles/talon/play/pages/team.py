"""What the page of a battle of teams says of its players: whose turn, whose units, and who wishes what (25)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse

from battles.models import Play
from battles.talon.play.services.publishing import FOLLOWED, deciding, program_of
from engines.seam.sides import SIDES, Side, as_side
from engines.talon.state import Battle as Board
from engines.talon.state import Seat
from engines.talon.teams import owner, players
from engines.talon.view import View


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A player: `number` in the order of the side, from 1; `acts`: it is their turn; `barred`: they spend no AP (25).

    `conceding` and `drawing` are what the player wishes, and the side only does once all its players wish it: the
    other side does not read it before.
    """

    number: int
    name: str
    mine: bool
    acts: bool
    by_captain: bool
    conceding: bool
    drawing: bool
    barred: bool


@dataclass(frozen=True, slots=True)
class TeamOf:
    """The players of a side in their order."""

    side: Side
    members: tuple[TeamMember, ...]


@dataclass(frozen=True, slots=True)
class Concession:
    """That players of the reader's side would concede, by their names (R112).

    `wishing` are those but for the reader, `mine`: the reader would. `waits_for` are others who have not answered, and
    `refusing` those who have refused; `refused`: the reader has.
    """

    wishing: tuple[str, ...]
    mine: bool
    waits_for: tuple[str, ...]
    refusing: tuple[str, ...]
    refused: bool


@dataclass(frozen=True, slots=True)
class TeamNow:
    """The players of both sides; of a battle without teams nobody.

    `owners` are the names of those who have the units of their side, by the units' numbers: "yours" of one's own.
    `own` are the numbers of the reader's units. `talk` is where the side talks. `concession` is None while nobody of
    the side would concede.
    """

    sides: tuple[TeamOf, ...] = ()
    owners: Mapping[int, str] = field(default_factory=dict)
    own: frozenset[int] = frozenset()
    talk: str = ""
    concession: Concession | None = None

    @property
    def stands(self) -> str:
        """For which players captains give the orders, and who refuses to concede: by that the page is another one."""
        by = [
            f"{one.side[1]}{player.number}"
            for one in self.sides
            for player in one.members
            if player.by_captain
        ]
        one = self.concession
        by += [f"no-{name}" for name in one.refusing] if one is not None else []
        by += ["no"] if one is not None and one.refused else []
        return f" {','.join(by)}" if by else ""


def team_now(play: Play, published: Board, board: Board, side: Side, place: int) -> TeamNow:
    """The players as the player of that place sees them; `board` has the player's draft line given."""
    battle = play.battle
    if not play.team:
        return TeamNow()
    seat, now = Seat(side, place), deciding(play, board)
    return TeamNow(
        sides=tuple(TeamOf(one, _members(play, published, one, seat, now)) for one in SIDES),
        owners=owners_of(play, board, seat),
        own=frozenset(unit.number for unit in board.units if owner(board, unit.number) == seat),
        talk=reverse("team_talk", args=[battle.team.token]),
        concession=_concession(play, published, seat),
    )


def _concession(play: Play, board: Board, reader: Seat) -> Concession | None:
    """That players of the reader's side would concede; None if nobody would, or the battle is over."""
    side, mine = reader
    wishing = [seat.player for seat in View(board, side).wishes[0]]
    if not wishing or not play.decider:
        return None
    seats = {seat.place: seat for seat in play.battle.seats if seat.side == side}
    others = [seat for place, seat in seats.items() if place not in (mine, *wishing) and not seat.level]
    return Concession(
        wishing=tuple(seats[place].name for place in wishing if place != mine),
        mine=mine in wishing,
        waits_for=tuple(seat.name for seat in others if not seat.refuses),
        refusing=tuple(seat.name for seat in others if seat.refuses),
        refused=seats[mine].refuses,
    )


def owners_of(play: Play, board: Board, reader: Seat | None = None) -> dict[int, str]:
    """Who has each unit, where a side has several players; "yours" of the reader's."""
    names = {(as_side(seat.side), seat.place): seat.name for seat in play.battle.seats}
    found = {unit.number: owner(board, unit.number) for unit in board.units}
    return {
        number: "yours" if seat == reader else names[seat]
        for number, seat in found.items()
        if players(board, seat.side) > 1
    }


def _members(play: Play, board: Board, side: Side, reader: Seat, now: Seat | None) -> tuple[TeamMember, ...]:
    view, goes_on = View(board, side), bool(play.decider)
    conceding, drawing = view.wishes if goes_on and side == reader.side else ([], [])
    return tuple(
        TeamMember(
            number=place + 1,
            name=play.battle.name_of(side, place),
            mine=Seat(side, place) == reader,
            acts=now == Seat(side, place),
            by_captain=bool(play.decider) and program_of(play, side, board, place) not in ("", FOLLOWED),
            conceding=Seat(side, place) in conceding,
            drawing=Seat(side, place) in drawing,
            barred=goes_on and Seat(side, place) in view.barred,
        )
        for place in range(players(board, side))
    )
