"""What the page of a battle played by hand shows to the player of one side."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar, cast

from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django_stubs_ext import WithAnnotations

from battles.models import Battle, Challenge, Play, PlayedBy, PlayedLine, Way
from battles.other_ways import OtherWay, other_ways
from battles.pages.away import AwayHere, away_here
from battles.pages.clocks import Clocks, clocks_of
from battles.pages.coach import Coach, coach_of
from battles.pages.company import BattleCompanyPage, battle_company_page
from battles.pages.play_lines import LogLine, events_of, told_lines
from battles.pages.play_round import RoundNow, followed_lines, round_now
from battles.pages.play_since import Since, since_of
from battles.pages.report_view import Outcome, outcome_of
from battles.selectors import BattleDeadline, effect_of, odds_path, origin_of, time_of
from battles.services.play.advising import Fired
from battles.services.play.ordering import draft_of
from battles.services.play.publishing import FOLLOWED, Asks, board_of, program_of
from battles.services.play.rounds import given_round
from battles.verdict import only_side
from config.kept_queries import KeptQuery
from config.pages import Page
from engines.seam import codec
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent
from engines.talon.play.advice import advice
from engines.talon.play.lines import draft_in_words, with_draft
from engines.talon.play.offered import Choice
from engines.talon.play.offers import offers
from engines.talon.play.table import PlayTable, play_table
from engines.talon.report.cast import Cast, cast_of
from engines.talon.state import Battle as Board
from engines.talon.view import View, decider

LOG_LINES = 12
"""How many of the last lines the log shows at first."""
FILMED_LINES = 6
"""How many of them are shown in motion to a page that has not seen them."""

_LAST_LINES = KeptQuery(
    lambda play: PlayedLine.objects.filter(play=play).order_by("-number")[: LOG_LINES + 1], -1
)


@dataclass(frozen=True, slots=True)
class Commanded:
    """The other side of the same screen, whose orders its player does not give now.

    `captain` gives them, in words; "" if the side's orders for the round are followed.
    """

    side: Side
    captain: str


@dataclass(frozen=True, slots=True)
class PlayPage(Page):
    """The battle as it stands for the player of a side, with the side's draft line given.

    `at` is the number of published lines and `draft` the revision of the draft line: an order names both. `stands` has
    both and all else by which the page is another one: a page that stands as it did is not drawn again. `drafted`
    are the orders that can still be taken back, in words. `waits_for` is who decides if it is not this player;
    `captain` is the captain that gives the side's orders now, in words, and `may_hand_over` whether one may take over.
    `beside` is the other side of the same screen while its player does not give its orders, None otherwise.
    `ends_at_once`: a captain gives the orders of the other side, so that two would fight the battle out.
    `rival` plays the other side; `may_show`: that is another person, who may be shown the draft line.
    `captain_failed`: what a program owes has failed, and may be tried again.
    `draw` says who offers a draw, "mine" or "theirs", "" for nobody; `accept` is then the choice to take theirs, if
    that is possible now. `others` are other ways in which the players ask to finish the battle than `way_now`.
    `clocks` and `deadline` are None without any, `away` are the players on holiday, and `time_out` says that this
    player's time ran out, so that a captain plays on. `company` is who else is there, None for a deputy, `odds` where
    the odds are, "" without any, and `since` what the player missed, for the whole page. `coach` is that of a lesson,
    `round` how the side's orders for the round stand. `newest` is the number of the latest notice when the page was
    opened, and `drawn` names the parts that the page has already. Once it is `over`, `report_path` is where its report
    is, `rematch` are the words of the button for another battle, and `next_path` is where that is played; `origin` is
    the page from which it is tried out. Each of these is "" where there is none. `outcome` is then who won and how, and
    `moved` what that moved in the war, as far as it is known yet. `stale`, `refusals`, `left` and
    `fired` answer a request: it was too old, not taken, a number of orders were not given any more, or a captain's
    suggestion was fired. `curtain`: at one screen the
    page is hidden until the side's player says that nobody else looks; `covers` says that there is something to hide.
    """

    template: ClassVar = "battles/play.html"
    battle: Battle
    side: Side
    at: int
    draft: int
    stands: str
    table: PlayTable
    cast: Cast
    drafted: tuple[str, ...]
    log: tuple[LogLine, ...]
    waits_for: str
    captain: str
    may_hand_over: bool
    beside: Commanded | None
    ends_at_once: bool
    captain_failed: bool
    rival: str
    may_show: bool
    draw: str
    accept: Choice | None
    over: bool
    report_path: str
    others: tuple[OtherWay, ...]
    way_now: Way
    rematch: str
    next_path: str
    origin: str
    outcome: Outcome | None
    moved: str
    company: "SimpleLazyObject[BattleCompanyPage] | None"
    odds: "SimpleLazyObject[str]"
    since: "SimpleLazyObject[Since | None]"
    clocks: Clocks | None
    deadline: BattleDeadline | None
    away: tuple[AwayHere, ...]
    time_out: bool
    round: RoundNow
    coach: Coach | None = None
    covers: bool = False
    curtain: bool = False
    newest: int = 0
    drawn: frozenset[str] = frozenset()
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()
    left: int = 0
    fired: Fired | None = None


def seat_of(play: Play, seats: tuple[Side, ...]) -> Side:
    """The side whose view the player of these sides gets: at one screen that of the side that decides."""
    if len(seats) == 1 or not play.decider:
        return seats[0]
    return cast("Side", play.decider)


def play_page(play: "WithAnnotations[Play, Asks]", seats: tuple[Side, ...]) -> PlayPage:
    """The page for the player of these sides."""
    side = seat_of(play, seats)
    published, draft = board_of(play), draft_of(play, side)
    board, orders = with_draft(published, draft.lines)
    lines = _last_lines(play, published, side)
    covers = hides_counters(published, side, seats) and play.stage == Play.Stage.ON
    cast_, level = _cast(bytes(play.battle.setup)), program_of(play, side, published)
    beside = _beside(play, published, side, seats)
    given = given_round(draft)
    followed = followed_lines(View(board, side), given)
    over, lesson = play.stage == Play.Stage.OVER, play.battle.is_lesson
    time = time_of(play.battle, side, play)
    table = _table(board, side, lines, advised=not level and not lesson)
    clocks = clocks_of(play)
    away = away_here(play.battle, side, time, in_browser=True)
    waits_for, now = _waits_for(play, board, side, seats), round_now(play, side, board, given)
    rematch, next_path = (_rematch(play, side), _next_path(play)) if over else ("", "")
    changes = (level, beside and beside.captain, waits_for, play.status == "failed", play.battle.version)
    after = (
        clocks and clocks.running,
        over,
        play.battle.absorbed_at is not None,
        rematch,
        next_path,
        *(one.until.timestamp() for one in away),
    )
    draw = "" if over or not board.offers else "mine" if side in board.offers else "theirs"
    return PlayPage(
        battle=play.battle,
        side=side,
        at=play.number,
        draft=draft.revision,
        stands=" ".join((f"{play.number}.{draft.revision}", *map(str, changes + after))),
        table=table,
        cast=cast_,
        drafted=draft_in_words(published, side, orders),
        log=told_lines(lines, cast_, followed)[:LOG_LINES],
        waits_for=waits_for,
        captain=_captain(level),
        may_hand_over=not level and bool(play.decider) and not lesson,
        beside=beside,
        ends_at_once=play.by(opponent(side)) != PlayedBy.PERSON,
        captain_failed=play.status == "failed",
        rival=_rival(play, side, seats),
        may_show=len(seats) == 1 and not play.battle.user_of(opponent(side)).is_computer,
        draw=draw,
        accept=next((one for one in table.leaving if one.verb == "offer-draw" and draw == "theirs"), None),
        over=over,
        report_path=""
        if not over or play.battle.begins_midway
        else reverse("battle_fought", args=[play.battle_id]),
        others=() if over else other_ways(play, side, _way_now(play)),
        way_now=_way_now(play),
        rematch=rematch,
        next_path=next_path,
        origin=origin_of(play.battle, play.battle.user_of(side)),
        outcome=_outcome(play.battle, only_side(seats)) if over else None,
        moved=effect_of(play.battle) if over else "",
        company=SimpleLazyObject(partial(battle_company_page, play.battle, (side,))),
        odds=SimpleLazyObject(partial(odds_path, play.battle, side)),
        since=SimpleLazyObject(partial(since_of, play, side, given)),
        clocks=clocks,
        deadline=time.deadline,
        away=away,
        time_out=clocks is not None and any(one.fell and one.side == side for one in clocks.sides),
        round=now,
        coach=coach_of(play, published, draft.lines, table),
        covers=covers,
        curtain=covers,
    )


def _captain(level: str) -> str:
    """The captain that gives a side's orders, in words; "" if there is none."""
    return PlayedBy(level).label if level not in ("", FOLLOWED) else ""


def _beside(play: Play, board: Board, side: Side, seats: tuple[Side, ...]) -> Commanded | None:
    """The other side, if it sits at the same screen and does not give its own orders now."""
    other = opponent(side)
    level = program_of(play, other, board) if other in seats and play.decider else ""
    return Commanded(other, _captain(level)) if level else None


@lru_cache(maxsize=256)
def _cast(setup: bytes) -> Cast:
    """Everybody of a stored set-up."""
    return cast_of(codec.decode_setup(setup))


def hides_counters(board: Board, side: Side, seats: tuple[Side, ...]) -> bool:
    """Whether the side's page shows counters to a screen that the other player shares, and may not see (R37)."""
    return len(seats) > 1 and board.step == "deploy" and View(board, opponent(side)).veiled


def _way_now(play: Play) -> Way:
    """How the battle is settled now: by captains alone, or by hand."""
    return Way.HAND if PlayedBy.PERSON in (play.terran_by, play.talon_by) else Way.WORKER


def _outcome(battle: Battle, reader: Side | None) -> Outcome | None:
    """Who won and how, once the result is written, for the player of a side."""
    result = battle.result_document
    return None if result is None else outcome_of(battle.setup_document, result.report, reader)


def _rematch(play: Play, side: Side) -> str:
    """The words of the button for another battle after this one; "" if there is no such button."""
    battle = play.battle
    if battle.owner_topic:
        return ""
    asked = Challenge.objects.filter(rematch_of=battle).first()
    if asked is None:
        return "Rematch, sides swapped"
    if asked.battle_id is not None or asked.user_id == battle.user_of(side).pk:
        return ""
    return f"{battle.user_of(opponent(side)).username} wants a rematch, sides swapped: play"


def _next_path(play: Play) -> str:
    """Where the rematch is played that both have asked for; "" if there is none."""
    found = Challenge.objects.filter(rematch_of=play.battle).exclude(battle=None).first()
    return "" if found is None else reverse("battle_play", args=[found.battle_id])


def _rival(play: Play, side: Side, seats: tuple[Side, ...]) -> str:
    other = opponent(side)
    return other.title() if len(seats) > 1 else play.battle.user_of(other).username


def _waits_for(play: Play, board: Board, side: Side, seats: tuple[Side, ...]) -> str:
    """Who decides now, if it is not the player."""
    now = decider(board)
    if now is None or (now == side and not program_of(play, side, board)):
        return ""
    level = program_of(play, now, board)
    if level == FOLLOWED:
        return "your orders for the round" if now == side else _rival(play, side, seats)
    return f"{now.title()}'s captain" if level else _rival(play, side, seats)


def _last_lines(play: Play, published: Board, side: Side) -> list[PlayedLine]:
    """The last lines and the one before them, newest first.

    None of the other side's while its counters are covered (R37).
    """
    if View(published, side).veiled:
        return list(play.lines.filter(side=side).order_by("-number")[: LOG_LINES + 1])
    return _LAST_LINES.objects(play.pk)


def _table(board: Board, side: Side, lines: list[PlayedLine], *, advised: bool) -> PlayTable:
    """What is drawn for the side, with the last lines as a film, and a captain's advice if its player decides."""
    view = View(board, side)
    happened = [(line.number, events_of(line)) for line in reversed(lines[:FILMED_LINES])]
    suggested = advice(view) if advised else ()
    return play_table(view, offers(view), happened, suggested)
