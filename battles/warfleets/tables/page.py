"""The pages of battles on a table: the form of a new one, and one that is played."""

from dataclasses import dataclass
from typing import ClassVar

from accounts.models import User
from battles.battle.selectors import BattleChat
from battles.models import WarfleetsBattle
from battles.warfleets.games.told import Game
from battles.warfleets.tables.board import Board, board_of
from battles.warfleets.tables.forms import NewTableForm
from battles.warfleets.tables.log import LogLine, log_lines
from battles.warfleets.tables.of_war import OfWar, of_war
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.questions import FormGroup, groups
from battles.warfleets.tables.report import game_of
from battles.warfleets.tables.seeing import seen_by
from battles.warfleets.tables.services.ending import may_leave, of_two, offered_by
from battles.warfleets.tables.services.ordering import can_undo
from battles.warfleets.tables.words import asked_words
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side, opponent
from engines.warfleets.records.match import Match
from engines.warfleets.state import Model
from engines.warfleets.view import BattleView, ModelView

Stage, Ended = WarfleetsBattle.Stage, WarfleetsBattle.Ended
LATEST = 4
"""So many orders of the log are shown at once."""


@dataclass(frozen=True, slots=True)
class WarfleetsNewPage(Page):
    """The form of a new battle."""

    template: ClassVar = "battles/warfleets_new.html"
    form: NewTableForm


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model of a side; `aboard` names its hero and its title."""

    model: ModelView
    aboard: str


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side: who plays it, its fleet, and what is left of it."""

    side: Side
    player: str
    fleet: str
    ships: int
    of_ships: int
    markers: int
    models: tuple[ModelLine, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to a request: why an order was refused, and the nearest that is lawful with its line."""

    refusal: Refusal | None = None
    instead: str = ""
    stale: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the players may agree on: the words of each button, "" for none, and what has been offered."""

    draw: str = ""
    leave: str = ""
    refuse: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WarfleetsTablePage(Page):
    """A battle on a table, for a player.

    `asked` says what is to be decided, and `groups` are the orders that the reader can give, none if it is not their
    turn; `decider` is then who decides. `newest` is the number of the last notice about it, `latest` the last orders
    of the log. `game` is what it came to once it is over, and `outcome` who has won. `chat` is that of its war, which
    the whole page alone shows.
    """

    template: ClassVar = "battles/warfleets_table.html"
    battle: WarfleetsBattle
    title: str
    newest: int
    when: str
    board: Board
    sides: tuple[SideLine, ...]
    asked: str
    decider: str
    groups: tuple[FormGroup, ...]
    can_undo: bool
    offer: Offer
    reply: Reply
    latest: tuple[LogLine, ...]
    earlier: tuple[LogLine, ...]
    game: Game | None
    outcome: str
    war: OfWar | None
    chat: BattleChat | None


def table_page(
    row: WarfleetsBattle,
    user: User,
    *,
    newest: int = 0,
    reply: Reply = Reply(),
    chat: BattleChat | None = None,
) -> WarfleetsTablePage:
    """The battle as one of its players sees it."""
    seats, match = row.seats_of(user.pk), match_of(row)
    war = of_war(row, user, match)
    seen = seen_by(row, user, match)
    asked = seen.asked if seen.asked is not None and seen.asked.side in seats else None
    log = log_lines(match)
    return WarfleetsTablePage(
        battle=row,
        title=war.place if war else " against ".join(match.set_up.fleet(side).name for side in SIDES),
        newest=newest,
        when=_when(row, seen),
        board=board_of(seen),
        sides=tuple(_side(row, match, seen, side) for side in SIDES),
        asked="" if asked is None else asked_words(match.battle, asked),
        decider=name_of(row, as_side(row.decider)) if row.decider else "",
        groups=() if asked is None else groups(match.battle, asked),
        can_undo=can_undo(row, user) and (war is None or not war.stands),
        offer=_offer(row, seats[0]),
        reply=reply,
        latest=log[-LATEST:],
        earlier=log[:-LATEST],
        game=game_of(row, match) if row.stage == Stage.OVER and war is None else None,
        outcome=_outcome(row),
        war=war,
        chat=chat,
    )


def _offer(row: WarfleetsBattle, side: Side) -> Offer:
    if row.stage != Stage.ON or row.play is not None:
        return Offer()
    if may_leave(row):
        draw = "Offer a draw" if of_two(row) and not row.drawn_by else ""
        return Offer(draw, "Call the battle off")
    drawn, left = offered_by(row)
    rival = name_of(row, opponent(side))
    asks = {"would agree to a draw": drawn, "would call the battle off": left}
    said = tuple(
        f"{'You' if who == side else rival} {what}." for what, who in asks.items() if who is not None
    )
    return Offer(
        "" if drawn == side else "Agree to the draw" if drawn else "Offer a draw",
        "" if left == side else "Agree to call it off" if left else "Ask to call it off",
        "Take it back" if side in (drawn, left) else "Refuse",
        said,
    )


def name_of(row: WarfleetsBattle, side: Side) -> str:
    """Who plays a side, in words: "anna", "the computer", or at one screen the side itself."""
    if row.one_screen:
        return SIDE_TITLES[side]
    if side in row.computers:
        return "the computer"
    user = row.player_of(side)
    return "" if user is None else user.username


def _side(row: WarfleetsBattle, match: Match, seen: BattleView, side: Side) -> SideLine:
    fleet = match.set_up.fleet(side)
    shown = next(one for one in seen.fleets if one.side == side)
    left = sum(one.side == side and one.ship and one.status not in GONE for one in seen.models)
    models = tuple(
        ModelLine(one, _aboard(match.battle.models[one.number])) for one in seen.models if one.side == side
    )
    return SideLine(side, name_of(row, side), fleet.name, left, len(fleet.ships), shown.markers, models)


def _aboard(model: Model) -> str:
    return ", ".join(extra.title for extra in model.extras)


GONE = ("destroyed", "surrendered")


def _when(row: WarfleetsBattle, seen: BattleView) -> str:
    if row.stage != Stage.ON:
        return row.get_stage_display().capitalize()
    if not seen.round:
        return "Before the first round"
    return f"Round {seen.round} of {seen.rounds}, {seen.phase} phase"


def _outcome(row: WarfleetsBattle) -> str:
    """Who has won, in a sentence; "" while it goes on."""
    if row.stage == Stage.OFF:
        return "The battle was called off. It counts nowhere."
    if row.stage != Stage.OVER:
        return ""
    if not row.winner:
        return "A draw by agreement." if row.ended == Ended.DRAWN else "A draw."
    winner: Side = "terran" if row.winner == "terran" else "talon"
    name = name_of(row, winner)
    won = f"{name[:1].upper()}{name[1:]}" if winner in row.computers else name
    if row.ended == Ended.CONCEDED:
        how = "conceded" if row.play is None else "broke off"
        return f"{won} has won: {name_of(row, opponent(winner))} {how}."
    return f"{won} has won."
