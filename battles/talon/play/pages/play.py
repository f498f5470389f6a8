"""What the page of a battle played by hand shows to the player of one side."""

from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import ClassVar, cast

from django.utils.functional import SimpleLazyObject
from django_stubs_ext import WithAnnotations

from battles.battle.away import AwayHere, away_here
from battles.battle.selectors import BattleDeadline, odds_path, time_of
from battles.battle.standing import Asks
from battles.company.page import BattleCompanyPage, battle_company_page
from battles.models import Battle, Play, PlayedLine
from battles.talon.lessons.coach import Coach, coach_of
from battles.talon.play.board import board_of
from battles.talon.play.pages.clocks import Clocks, clocks_of
from battles.talon.play.pages.command import Command, command_of, rival_of
from battles.talon.play.pages.ending import PlayEnd, WaysOut, end_of, ways_out
from battles.talon.play.pages.lines import LogLine, events_of, hushed_teams, log_lines, names_of, told_lines
from battles.talon.play.pages.missed import Missed, missed_of
from battles.talon.play.pages.rounds import RoundNow, followed_lines, round_now
from battles.talon.play.pages.team import TeamNow, team_now
from battles.talon.play.services.advising import Fired
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import eyes
from battles.talon.play.services.rounds import given_round
from config.pages import Page
from engines.seam import codec
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent
from engines.talon.play.advice import advice
from engines.talon.play.drafts.lines import draft_in_words, with_draft
from engines.talon.play.offers.legal import offers
from engines.talon.play.table import PlayTable, play_table
from engines.talon.report.cast import Cast, cast_of
from engines.talon.state import Battle as Board
from engines.talon.state import Seat
from engines.talon.terrain import talon_terrain
from engines.talon.view import View

LOG_LINES = 12
"""How many of the last lines the log shows at first."""
FILMED_LINES = 6
"""How many of them are shown in motion to a page that has not seen them."""


@dataclass(frozen=True, slots=True)
class PlayMoment:
    """The moment that the page shows."""

    at: int
    """The number of published lines; an order names it."""
    draft: int
    """The revision of the draft line; an order names this too."""
    stands: str
    """Both, and all else by which the page is another one: a page that stands as it did is not drawn again."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The orders that can still be taken back."""

    orders: tuple[str, ...]
    """In words."""
    may_show: bool
    """Whether another person plays the other side, who may be shown them."""


@dataclass(frozen=True, slots=True)
class PlayLog:
    """What happened last."""

    lines: tuple[LogLine, ...]
    """The last published lines, newest first."""
    cast: Cast


@dataclass(frozen=True, slots=True)
class PlayTime:
    """The time that the players have."""

    clocks: Clocks | None
    deadline: BattleDeadline | None
    away: tuple[AwayHere, ...]
    """The players on holiday."""
    ran_out: bool
    """Whether this player's time ran out, so that a captain plays on."""


@dataclass(frozen=True, slots=True)
class AroundPlay:
    """What stands around the board, and is sent with the whole page alone."""

    company: "SimpleLazyObject[BattleCompanyPage] | None"
    """Who else is there; None for a deputy."""
    odds: "SimpleLazyObject[str]"
    """Where the odds are, "" without any."""
    missed: "SimpleLazyObject[Missed | None]"
    """What the player missed."""
    newest: int
    """The number of the latest notice when the page was opened."""


@dataclass(frozen=True, slots=True)
class Curtain:
    """What hides a side from the other player at the same screen."""

    covers: bool
    """Whether there is something to hide."""
    shut: bool
    """Whether it hides the page, until the side's player says that nobody else looks."""


@dataclass(frozen=True, slots=True)
class PlayReply:
    """The answer to a request, beside the battle as it stands now."""

    stale: str = ""
    """Why the request was too old."""
    refusals: tuple[Refusal, ...] = ()
    """Why it was not taken."""
    left: int = 0
    """How many of its orders were not given any more."""
    fired: Fired | None = None
    """What was fired of a captain's suggestion."""
    drawn: frozenset[str] = frozenset()
    """The names of the parts that the page has already."""


@dataclass(frozen=True, slots=True)
class PlayPage(Page):
    """The battle as it stands for the player of a side, with the side's draft line given."""

    template: ClassVar = "battles/play.html"
    battle: Battle
    side: Side
    rival: str
    """Who plays the other side."""
    moment: PlayMoment
    table: PlayTable
    command: Command
    drafted: Drafted
    round: RoundNow
    ways: WaysOut
    end: PlayEnd | None
    """None while the battle goes on."""
    log: PlayLog
    time: PlayTime
    around: AroundPlay
    coach: Coach | None
    """That of a lesson."""
    curtain: Curtain
    team: TeamNow
    """The players, in a battle of teams."""
    reply: PlayReply = field(default_factory=PlayReply)


def seat_of(play: Play, seats: tuple[Side, ...]) -> Side:
    """The side whose view the player of these sides gets: at one screen that of the side that decides."""
    if len(seats) == 1 or not play.decider:
        return seats[0]
    return cast("Side", play.decider)


def play_page(
    play: "WithAnnotations[Play, Asks]", seats: tuple[Side, ...], place: int = 0, *, newest: int = 0
) -> PlayPage:
    """The page for the player of these sides; `newest` is the latest notice, asked for before the play was read.

    In a team it is that of the player of that `place`.
    """
    side = seat_of(play, seats)
    published, draft = board_of(play), draft_of(play, side, place)
    board, orders = with_draft(published, draft.lines)
    hushed = hushed_teams(play, published, side)
    lines = _last_lines(play, published, side, hushed)
    given, cast_ = given_round(draft), _cast(bytes(play.battle.setup))
    command = command_of(play, published, board, Seat(side, place), seats)
    advised = not command.program and not play.battle.is_lesson
    patterns = len(talon_terrain(play.battle.setup_document.terrain).every_pattern)
    table = _table(eyes(play, board, side, place), lines, advised=advised, patterns=patterns)
    team = team_now(play, published, board, side, place)
    time, end = _time(play, side, place), end_of(play, side, seats)
    stands = f"{_stands(play, draft.revision, command, time, end)}{team.stands}"
    followed = followed_lines(View(board, side), given)
    told = log_lines(lines, cast_, followed, names_of(play.battle), hushed)
    covers = hides_counters(published, side, seats) and play.stage == Play.Stage.ON
    return PlayPage(
        battle=play.battle,
        side=side,
        rival=rival_of(play, side, seats),
        moment=PlayMoment(play.number, draft.revision, stands),
        table=table,
        command=command,
        drafted=Drafted(
            orders=draft_in_words(published, side, orders),
            may_show=len(seats) == 1 and _is_watched(play, side),
        ),
        round=round_now(play, Seat(side, place), board, given),
        ways=ways_out(play, board, side, table.leaving),
        end=end,
        log=PlayLog(told[:LOG_LINES], cast_),
        time=time,
        around=AroundPlay(
            company=SimpleLazyObject(partial(battle_company_page, play.battle, (side,), place)),
            odds=SimpleLazyObject(partial(odds_path, play.battle, side)),
            missed=SimpleLazyObject(partial(missed_of, play, side, draft)),
            newest=newest,
        ),
        coach=coach_of(play, published, draft.lines, table),
        curtain=Curtain(covers, shut=covers),
        team=team,
    )


def _is_watched(play: Play, side: Side) -> bool:
    """Whether another person plays, who may be shown what is drafted."""
    battle = play.battle
    return len(battle.people) > 1 if battle.teams else not battle.user_of(opponent(side)).is_computer


def _time(play: Play, side: Side, place: int) -> PlayTime:
    found, clocks = time_of(play.battle, side, play), clocks_of(play)
    return PlayTime(
        clocks=clocks,
        deadline=found.deadline,
        away=away_here(play.battle, side, found, in_browser=True),
        ran_out=clocks is not None
        and any(one.fell and (one.side, one.place) == (side, place) for one in clocks.sides),
    )


def _stands(play: Play, draft: int, command: Command, time: PlayTime, end: PlayEnd | None) -> str:
    """All by which the page is another one than before."""
    other_side, clocks = command.other_side, time.clocks
    found = (
        f"{play.number}.{draft}",
        command.program,
        other_side and other_side.captain,
        command.waits_for,
        command.failed,
        play.battle.version,
        clocks and clocks.running,
        end is not None,
        play.battle.absorbed_at is not None,
        end.rematch if end is not None else "",
        end.next_path if end is not None else "",
        *(one.until.timestamp() for one in time.away),
    )
    return " ".join(map(str, found))


@lru_cache(maxsize=256)
def _cast(setup: bytes) -> Cast:
    """Everybody of a stored set-up."""
    return cast_of(codec.decode_setup(setup))


def hides_counters(board: Board, side: Side, seats: tuple[Side, ...]) -> bool:
    """Whether the side's page shows counters to a screen that the other player shares, and may not see (R37)."""
    return len(seats) > 1 and board.step == "deploy" and View(board, opponent(side)).veiled


def _last_lines(play: Play, published: Board, side: Side, hushed: frozenset[Side]) -> list[PlayedLine]:
    """The last lines and the one before them, newest first.

    None of the other side's while its counters are covered (R37), and none of what the hushed teams wish.
    """
    lines = play.lines.filter(side=side) if View(published, side).veiled else play.lines.all()
    return list(told_lines(lines, hushed).order_by("-number")[: LOG_LINES + 1])


def _table(view: View, lines: list[PlayedLine], *, advised: bool, patterns: int) -> PlayTable:
    """What is drawn for the player, with the last lines as a film, and a captain's advice if the player decides."""
    happened = [(line.number, events_of(line)) for line in reversed(lines[:FILMED_LINES])]
    suggested = advice(view) if advised else ()
    return play_table(view, offers(view), happened, suggested, patterns=patterns)
