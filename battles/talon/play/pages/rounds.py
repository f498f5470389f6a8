"""The page on which one side gives orders for the round, and what the page of the battle says of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, cast

from django.urls import reverse

from battles.battle.services.resolving import doctrines_of
from battles.models import Battle, GivenRound, Play
from battles.talon.play.board import board_of
from battles.talon.play.round_orders import CONTACTS, REACHES, STOPS, stances
from battles.talon.play.services.ordering import Seen, draft_of
from battles.talon.play.services.publishing import FOLLOWED, eyes, program_of
from battles.talon.play.services.rounds import followed_of, given_round, stops_met
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.talon.play.board import PlayBoard, play_board
from engines.talon.play.drafts.lines import with_draft
from engines.talon.play.drawing.track import Track, track
from engines.talon.play.offered import Offers
from engines.talon.play.rounds.missile_sheet import MissileRow, missile_sheet
from engines.talon.play.rounds.orders import STOPS as USUAL
from engines.talon.play.rounds.orders import RoundOrders, Tempo, decode_round
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.sheet import Entry, SheetRow, Trail, round_sheet, still_due, tactics, trails
from engines.talon.play.rounds.words import asked_in_words, unable_in_words
from engines.talon.state import Battle as Board
from engines.talon.state import Seat
from engines.talon.view import View


@dataclass(frozen=True, slots=True)
class RoundNow:
    """How a side's orders for the round stand, for the page of the battle."""

    path: str
    possible: bool
    """Whether they can be given now."""
    followed: bool
    asked: tuple[str, ...]
    """Why the player is asked again."""
    again: bool
    """Whether the same orders can go on."""
    words: str
    """Those of the link to them."""
    first: bool
    """Whether the battle's tempo puts them before single orders."""

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
    def has_more(self) -> bool:
        """Whether there is more of them than that one offer."""
        return self.prominent and (bool(self.asked) or self.offered != "new")


@dataclass(frozen=True, slots=True)
class FollowedLines:
    """Which lines followed a side's orders for the round, and what was not possible in them, in words by number."""

    unable: Mapping[int, tuple[str, ...]]


def round_now(play: Play, seat: Seat, board: Board, given: GivenRound | None) -> RoundNow:
    """How the player's orders for the round stand; `board` has the draft line given."""
    side, place = seat
    program, view = program_of(play, side, board, place), eyes(play, board, side, place)
    stopped = stops_met(play, side, given, place) if not program else ()
    same = bool(stopped) and given is not None and given.round == board.round
    return RoundNow(
        path=reverse("battle_play_round", args=[play.battle_id]),
        possible=bool(board.round and play.decider) and program in ("", FOLLOWED),
        followed=program == FOLLOWED,
        asked=asked_in_words(view, stopped),
        again=same,
        words=_words(program == FOLLOWED, (play.decider, play.place) == seat),
        first=play.tempo != "step",
    )


def _words(followed: bool, mine: bool) -> str:
    if followed:
        return "Change the orders for the round"
    return "Orders for the round" if mine else "Prepare orders for the round"


def followed_lines(view: View, given: GivenRound | None) -> FollowedLines:
    """The lines of the view's side that followed its orders for the round."""
    followed = followed_of(given) if given is not None else ()
    return FollowedLines({one.line: unable_in_words(view, one.unable) for one in followed})


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """The fields of the form; the orders in force, or the captain's, are chosen already."""

    ships: tuple[SheetRow, ...]
    missiles: tuple[MissileRow, ...]
    contacts: tuple[Entry, ...]
    """At which enemies the player is asked again."""
    reaches: tuple[Entry, ...]
    """How near an enemy is in range."""
    stops: tuple[Entry, ...]
    """At what else the player is asked again."""
    stances: tuple[Entry, ...]
    """How the captain decides what is left open."""
    tactics: tuple[Entry, ...] = ()
    """When the side may change the initiative by its tactics, if it may."""


@dataclass(frozen=True, slots=True)
class RoundBefore:
    """What holds before the orders are given."""

    waits: bool
    """Whether the other side decides now: the orders are followed from the player's next decision on."""
    followed: bool
    """Whether others are followed already, and are replaced."""
    kept: bool
    """Whether what was ordered before stands in the fields."""


@dataclass(frozen=True, slots=True)
class RoundReply:
    """Why what was sent was not taken."""

    stale: str = ""
    """What has changed since the page was shown."""
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayRoundPage(Page):
    """Orders for the round of one side, to be filled in."""

    template: ClassVar = "battles/play_round.html"
    battle: Battle
    side: Side
    moment: Seen
    round: int
    track: Track
    board: PlayBoard
    trails: tuple[Trail, ...]
    """Where the orders lead."""
    sheet: RoundSheet
    before: RoundBefore
    news: str
    """Where the page asks whether the battle has moved on."""
    reply: RoundReply = field(default_factory=RoundReply)


def play_round_page(play: Play, seat: Seat, sent: RoundOrders | None = None) -> PlayRoundPage:
    """The page for the player, with what was `sent` in its fields; LookupError before the first round."""
    side, draft = seat.side, draft_of(play, *seat)
    board, _orders = with_draft(board_of(play), draft.lines)
    view = eyes(play, board, *seat)
    plan = planned(view, USUAL[cast("Tempo", play.tempo)], doctrines_of(play.battle)[side])
    before = _before(play, seat, view)
    chosen = sent if sent is not None and sent.round == board.round else before or plan
    news = reverse("battle_play_round_news", args=[play.battle_id])
    return PlayRoundPage(
        battle=play.battle,
        side=side,
        moment=Seen(play.number, draft.revision),
        round=board.round,
        track=track(view),
        board=play_board(view, Offers("", view.step, "", "")),
        trails=trails(view, chosen),
        sheet=_sheet(view, plan, chosen),
        before=RoundBefore(
            waits=(play.decider, play.place) != seat,
            followed=play.player(*seat).ordered is not None,
            kept=before is not None,
        ),
        news=f"{news}?side={side}&at={play.number}&draft={draft.revision}",
    )


def _sheet(view: View, plan: RoundOrders, chosen: RoundOrders) -> RoundSheet:
    """The fields with what is `chosen`; `plan` is what the captain would order."""
    return RoundSheet(
        ships=round_sheet(view, plan, chosen),
        missiles=missile_sheet(view, chosen),
        contacts=_entries(CONTACTS, chosen.stops.contact),
        reaches=_entries(((str(at), _hexes(at)) for at in REACHES), str(chosen.stops.reach)),
        stops=tuple(Entry(name, words, chosen=getattr(chosen.stops, name)) for name, words in STOPS),
        stances=_entries(stances(), chosen.doctrine.stance),
        tactics=tactics(view, chosen),
    )


def _before(play: Play, seat: Seat, view: View) -> RoundOrders | None:
    """What the player has ordered for this round and is due yet, while it is followed or has just stopped."""
    given = given_round(draft_of(play, *seat))
    if given is None or given.round != view.round:
        return None
    if play.player(*seat).ordered is None and not stops_met(play, seat.side, given, seat.player):
        return None
    return still_due(decode_round(bytes(given.document)), view)


@dataclass(frozen=True, slots=True)
class PlayRoundNewsPage(Page):
    """Whether the battle has `moved_on` since the page of orders for the round was opened; it asks at each news."""

    template: ClassVar = "battles/play_round_news.html"
    battle: Battle
    moved_on: bool


def play_round_news_page(play: Play, seat: Seat, seen: Seen | None) -> PlayRoundNewsPage:
    """The news for a page that shows the moment `seen`."""
    return PlayRoundNewsPage(play.battle, seen != (play.number, draft_of(play, *seat).revision))


def _entries(found: Iterable[tuple[str, str]], chosen: str) -> tuple[Entry, ...]:
    return tuple(Entry(value, words, chosen=value == chosen) for value, words in found)


def _hexes(reach: int) -> str:
    return f"{reach} hex" if reach == 1 else f"{reach} hexes"
