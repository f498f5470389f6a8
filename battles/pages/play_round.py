"""The page on which one side gives orders for the round, and what the page of the battle says of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from django.urls import reverse

from battles.forms.round_orders import CONTACTS, REACHES, STOPS, stances
from battles.models import Battle, GivenRound, Play
from battles.services.play.ordering import Seen, draft_of
from battles.services.play.publishing import FOLLOWED, board_of, program_of
from battles.services.play.rounds import given_round, stops_met, told_of
from battles.services.resolving import doctrines_of
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.talon.play.board import PlayBoard, play_board
from engines.talon.play.lines import with_draft
from engines.talon.play.missile_sheet import MissileRow, missile_sheet
from engines.talon.play.offered import Offers
from engines.talon.play.round_orders import STOPS as USUAL
from engines.talon.play.round_orders import RoundOrders, Tempo, decode_round
from engines.talon.play.round_plan import planned
from engines.talon.play.round_sheet import Entry, SheetRow, Trail, round_sheet, still_due, trails
from engines.talon.play.round_words import asked_in_words, unable_in_words
from engines.talon.play.track import Track, track
from engines.talon.state import Battle as Board
from engines.talon.view import View


@dataclass(frozen=True, slots=True)
class RoundNow:
    """How a side's orders for the round stand, for the page of the battle.

    `possible`: they can be given now; `followed`: they are. `asked` says why the player is asked again, and `again`
    that the same orders can go on. `words` are those of the link to them. `first` is whether the battle's tempo puts
    them before single orders.
    """

    path: str
    possible: bool
    followed: bool
    asked: tuple[str, ...]
    again: bool
    words: str
    first: bool

    @property
    def prominent(self) -> bool:
        """Whether they stand with what is asked, and not among what else can be done."""
        return self.possible and (self.first or self.followed or bool(self.asked))

    @property
    def offered(self) -> str:
        """What stands before single orders: to go on with the same ("again"), to give some ("new"), or neither."""
        if self.followed or not self.prominent:
            return ""
        if self.again:
            return "again"
        return "new" if self.first else ""

    @property
    def told(self) -> bool:
        """Whether there is more of them than that one offer."""
        return self.prominent and (bool(self.asked) or self.offered != "new")


@dataclass(frozen=True, slots=True)
class FollowedLines:
    """Which lines followed a side's orders for the round, and what was not possible in them, in words by number."""

    unable: Mapping[int, tuple[str, ...]]


def round_now(play: Play, side: Side, board: Board, given: GivenRound | None) -> RoundNow:
    """How the side's orders for the round stand; `board` has the draft line given."""
    program, view = program_of(play, side, board), View(board, side)
    stopped = stops_met(play, side, given) if not program else ()
    same = bool(stopped) and given is not None and given.round == board.round
    return RoundNow(
        path=reverse("battle_play_round", args=[play.battle_id]),
        possible=bool(board.round and play.decider) and program in ("", FOLLOWED),
        followed=program == FOLLOWED,
        asked=asked_in_words(view, stopped),
        again=same,
        words=_words(program == FOLLOWED, play.decider == side),
        first=play.tempo != "step",
    )


def _words(followed: bool, mine: bool) -> str:
    if followed:
        return "Change the orders for the round"
    return "Orders for the round" if mine else "Prepare orders for the round"


def followed_lines(view: View, given: GivenRound | None) -> FollowedLines:
    """The lines of the view's side that followed its orders for the round."""
    told = told_of(given) if given is not None else ()
    return FollowedLines({one.line: unable_in_words(view, one.unable) for one in told})


@dataclass(frozen=True, slots=True)
class PlayRoundPage(Page):
    """Orders for the round of one side, to be filled in; those in force, or the captain's, are chosen already.

    `at` is the number of published lines and `draft` the revision of the draft line, as in `PlayPage`. `waits` says
    that the other side decides now: the orders are followed from the player's next decision on. `followed`: others are
    followed already, and are replaced. `kept`: what was ordered before stands in the fields. `news` is where the page
    asks whether the battle has moved on. `stale` and `refusals` answer what was sent.
    """

    template: ClassVar = "battles/play_round.html"
    battle: Battle
    side: Side
    at: int
    draft: int
    round: int
    track: Track
    board: PlayBoard
    trails: tuple[Trail, ...]
    rows: tuple[SheetRow, ...]
    missiles: tuple[MissileRow, ...]
    contacts: tuple[Entry, ...]
    reaches: tuple[Entry, ...]
    stops: tuple[Entry, ...]
    stances: tuple[Entry, ...]
    news: str
    waits: bool
    followed: bool
    kept: bool
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()


def play_round_page(play: Play, side: Side, sent: RoundOrders | None = None) -> PlayRoundPage:
    """The page for the side, with what was `sent` in its fields; LookupError before the first round."""
    draft = draft_of(play, side)
    board, _orders = with_draft(board_of(play), draft.lines)
    view = View(board, side)
    plan = planned(view, USUAL[cast("Tempo", play.tempo)], doctrines_of(play.battle)[side])
    before = _before(play, side, view)
    chosen = sent if sent is not None and sent.round == board.round else before or plan
    news = reverse("battle_play_round_news", args=[play.battle_id])
    return PlayRoundPage(
        battle=play.battle,
        side=side,
        at=play.number,
        draft=draft.revision,
        round=board.round,
        track=track(view),
        board=play_board(view, Offers("", view.step, "", "")),
        trails=trails(view, chosen),
        rows=round_sheet(view, plan, chosen),
        missiles=missile_sheet(view, chosen),
        contacts=_entries(CONTACTS, chosen.stops.contact),
        reaches=_entries(((str(at), _hexes(at)) for at in REACHES), str(chosen.stops.reach)),
        stops=tuple(Entry(name, words, chosen=getattr(chosen.stops, name)) for name, words in STOPS),
        stances=_entries(stances(), chosen.doctrine.stance),
        news=f"{news}?side={side}&at={play.number}&draft={draft.revision}",
        waits=play.decider != side,
        followed=play.ordered(side) is not None,
        kept=before is not None,
    )


def _before(play: Play, side: Side, view: View) -> RoundOrders | None:
    """What the side has ordered for this round and is due yet, while it is followed or has just stopped."""
    given = given_round(draft_of(play, side))
    if given is None or given.round != view.round:
        return None
    if play.ordered(side) is None and not stops_met(play, side, given):
        return None
    return still_due(decode_round(bytes(given.document)), view)


@dataclass(frozen=True, slots=True)
class PlayRoundNewsPage(Page):
    """Whether the battle has `moved_on` since the page of orders for the round was opened; it asks at each news."""

    template: ClassVar = "battles/play_round_news.html"
    battle: Battle
    moved_on: bool


def play_round_news_page(play: Play, side: Side, seen: Seen | None) -> PlayRoundNewsPage:
    """The news for a page that shows the moment `seen`."""
    return PlayRoundNewsPage(play.battle, seen != (play.number, draft_of(play, side).revision))


def _entries(found: Iterable[tuple[str, str]], chosen: str) -> tuple[Entry, ...]:
    return tuple(Entry(value, words, chosen=value == chosen) for value, words in found)


def _hexes(reach: int) -> str:
    return f"{reach} hex" if reach == 1 else f"{reach} hexes"
