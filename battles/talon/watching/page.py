"""What onlookers see of a battle played by hand: what neither side hides."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from battles.models import Battle, Play, PlayedBy, PlayedLine
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.page import FoughtLinks, FoughtView, fought_view
from battles.talon.play.board import board_of
from battles.talon.play.pages.clocks import Clocks, clocks_of
from battles.talon.play.pages.lines import LogLine, events_of, hushed_teams, log_lines, names_of, told_lines
from battles.talon.play.pages.play import FILMED_LINES, LOG_LINES
from battles.talon.play.services.publishing import FOLLOWED, program_of
from config.pages import Page
from engines.seam.sides import SIDES, Side
from engines.talon.onlooker import OpenView
from engines.talon.play.table import PlayTable, open_table
from engines.talon.report.cast import Cast, cast_of
from engines.talon.state import Battle as Board


@dataclass(frozen=True, slots=True)
class Opponent:
    """A side, its player's callsign, and whether a captain gives its orders now; orders for the round are secret."""

    side: Side
    name: str
    by_captain: bool


@dataclass(frozen=True, slots=True)
class OnlookerPaths:
    """Where a link leads: the page itself, the `stream` of its news, the report once it is over, and its war or ""."""

    page: str
    stream: str
    report: str
    war: str = ""


def paths_of(battle: Battle) -> OnlookerPaths:
    """The addresses of the battle's own link."""
    args = [battle.onlooker_link.token]
    return OnlookerPaths(
        reverse("onlooker", args=args),
        reverse("onlooker_events", args=args),
        reverse("onlooker_report", args=args),
    )


@dataclass(frozen=True, slots=True)
class OnlookerPage(Page):
    """The battle as it stands after `at` published lines; `newest` is the number of the latest notice.

    `held` says why it stands still, and `report_path` is "" until the battle is over. `stands` has all by which the
    page is another one, as in `PlayPage`.
    """

    template: ClassVar = "battles/onlooker.html"
    place: str
    title: str
    held: str
    paths: OnlookerPaths
    newest: int
    at: int
    stands: str
    players: tuple[Opponent, ...]
    table: PlayTable
    cast: Cast
    log: tuple[LogLine, ...]
    clocks: Clocks | None
    report_path: str


def onlooker_page(play: Play, paths: OnlookerPaths, newest: int) -> OnlookerPage:
    """The page, of what is published and covered from neither side; `newest` was asked for before the play was read."""
    battle = play.battle
    board = board_of(play)
    view, cast_ = OpenView(board), cast_of(battle.setup_document)
    hushed = hushed_teams(play, board)
    lines = _open_lines(play, view, hushed)
    happened = [(line.number, events_of(line)) for line in reversed(lines[:FILMED_LINES])]
    over, clocks, held = (
        play.stage == Play.Stage.OVER,
        clocks_of(play),
        battle.why_held if battle.held_at else "",
    )
    players = tuple(
        Opponent(
            side,
            battle.name_of(side),
            not over and _by_captain(play, side, board),
        )
        for side in SIDES
    )
    changes = (bool(held), over, *(one.by_captain for one in players), clocks and clocks.running)
    return OnlookerPage(
        place=battle.place,
        title=battle.title,
        held=held,
        paths=paths,
        newest=newest,
        at=play.number,
        stands=" ".join((f"{play.number}.0", *map(str, changes))),
        players=players,
        table=open_table(view, happened),
        cast=cast_,
        log=log_lines(lines, cast_, names=names_of(battle), hushed=hushed)[:LOG_LINES],
        clocks=clocks,
        report_path=paths.report if over else "",
    )


def _by_captain(play: Play, side: Side, board: Board) -> bool:
    """Whether a captain gives the side's orders now; of a team, whether captains give all of them."""
    if play.team:
        return play.by(side) != PlayedBy.PERSON
    return program_of(play, side, board) not in ("", FOLLOWED)


def _open_lines(play: Play, view: OpenView, hushed: frozenset[Side]) -> list[PlayedLine]:
    """The last lines and the one before them, newest first; none of a side whose counters are covered (R37).

    None of what the hushed teams wish, either.
    """
    concealed = [side for side in SIDES if view.conceals(side)]
    lines = told_lines(play.lines.exclude(side__in=concealed), hushed)
    return list(lines.order_by("-number")[: LOG_LINES + 1])


@dataclass(frozen=True, slots=True)
class OnlookerReportPage(Page):
    """How a battle that is over went."""

    template: ClassVar = "battles/onlooker_report.html"
    view: FoughtView
    place: str
    title: str


def onlooker_report_page(battle: Battle, report: FoughtReport, frame: int) -> OnlookerReportPage:
    """The report at a frame."""
    token = battle.onlooker_link.token
    links = FoughtLinks(
        frames=reverse("onlooker_frames", args=[token]),
        text="",
        json="",
        owner=reverse("onlooker", args=[token]),
        owner_words="Last position",
    )
    view = fought_view(report, links, "", min(frame, report.last))
    return OnlookerReportPage(view, battle.place, battle.title)
