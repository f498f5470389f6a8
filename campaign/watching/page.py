"""What onlookers see of a war: what is open to both sides, and nothing that either of them hides (S15)."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.models import KNOWN_BY_ORDERS
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.page import FoughtLinks, FoughtView, fought_view
from battles.talon.watching.page import OnlookerPaths
from campaign.models import War
from campaign.renaming.words import rename_chapter
from campaign.rules import sight
from campaign.rules.map.strategic_map import place_title
from campaign.war.chart.picture import open_picture, visits
from campaign.war.chart.shapes import MapDrawing
from campaign.war.log.documents import decode_state
from campaign.war.words import history_chapters, history_rows
from campaign.war.words.figures import PHASES
from campaign.war.words.tally import Chart, TurnRow, by_turn, chart, degrees, totals
from config.pages import Page
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class Seated:
    """A side, and the callsign of its player."""

    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class WatchPage(Page):
    """The war as it stands, and one turn of it in sentences.

    `before` and `after` are the turns beside it, 0 for none. By the number of the battle, `reports` are the addresses
    of reports, and `boards` those of battles that are played by hand now. `live`: the page follows the war; `newest` is
    the number of the latest notice.
    """

    template: ClassVar = "campaign/watch.html"
    name: str
    map: str
    phase: str
    players: list[Seated]
    path: str
    live: bool
    stream: str
    newest: int
    turn: int
    turns: range
    before: int
    after: int
    board: MapDrawing
    chapters: list[history_chapters.Chapter]
    reports: dict[int, str]
    boards: dict[int, str]
    tally: list[TurnRow]
    totals: TurnRow
    chart: Chart | None
    degrees: list[tuple[str, int, int]]


def watch_page(war: "WithAnnotations[War, Newest]", asked: int | None) -> WatchPage | None:
    """The page at a turn, the last if none is asked for; None if there was no such turn. Seven queries."""
    view = sight.view(decode_state(bytes(war.state or b"")), None)
    turn = view.turn if asked is None else asked
    if not war.first_turn <= turn <= view.turn:
        return None
    over = view.phase == "over"
    fights = history_rows.fights(war)
    rows = by_turn(fights, history_rows.losses_by_turn(war), view.turn)[war.first_turn - 1 :]
    entries = history_rows.entries_of_turn(war, turn)
    events = sight.seen(history_rows.events_of(entries), None, over=over)
    written = history_chapters.chapters(history_chapters.of_turn(events, turn), view.chart, None, over=over)
    renames = rename_chapter(war, entries, turn, None, over=over)
    path = reverse("watch", args=[war.watch_token])
    return WatchPage(
        name=war.name,
        map=war.map_name,
        phase=PHASES[war.phase],
        players=_players(war),
        path=path,
        live=turn == view.turn and not over,
        stream=reverse("watch-events", args=[war.watch_token]),
        newest=war.newest,
        turn=turn,
        turns=range(war.first_turn, view.turn + 1),
        before=turn - 1 if turn > war.first_turn else 0,
        after=turn + 1 if turn < view.turn else 0,
        board=open_picture(view, visits(history_rows.front_moves(war), view.turn)),
        chapters=[*written, *([renames] if renames is not None else [])],
        reports={
            fight["number"]: f"{path}battles/{fight['number']}/"
            for fight in fights
            if fight["how"] in KNOWN_BY_ORDERS
        },
        boards={number: board_paths(war, number).page for number in history_rows.watched_now(war)},
        tally=rows,
        totals=totals(rows),
        chart=chart(rows),
        degrees=degrees(fights),
    )


def board_paths(war: War, number: int) -> OnlookerPaths:
    """Where the war's link shows a battle that is played by hand."""
    args = [war.watch_token, number]
    return OnlookerPaths(
        reverse("watch-board", args=args),
        reverse("watch-board-events", args=args),
        reverse("watch-battle", args=args),
        reverse("watch", args=args[:1]),
    )


def _players(war: War) -> list[Seated]:
    seats = {seat.side: seat for seat in war.seats.select_related("user")}
    return [Seated(side, seats[side].title) for side in SIDES]


@dataclass(frozen=True, slots=True)
class WatchBattlePage(Page):
    """The report of a battle that is over."""

    template: ClassVar = "campaign/watch_battle.html"
    view: FoughtView
    name: str
    place: str
    turn: int


def watch_battle_page(
    war: War, fight: history_rows.Fight, report: FoughtReport, frame: int
) -> WatchBattlePage:
    """The report at a frame."""
    path = reverse("watch", args=[war.watch_token])
    links = FoughtLinks(
        frames=f"{path}battles/{fight['number']}/frames/",
        text="",
        json="",
        owner=f"{path}?turn={fight['turn']}#battle-{fight['number']}",
        owner_words="View in war",
    )
    view = fought_view(report, links, "", min(frame, report.last))
    return WatchBattlePage(view, war.name, place_title(fight["place"]), fight["turn"])
