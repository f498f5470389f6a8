"""What the sample's pages show: a finished war turn by turn, and its best battle."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from battles.talon.fought.page import FoughtLinks, FoughtView, fought_view
from campaign.history.ending import Ending, ending
from campaign.rules.map.strategic_map import place_title
from campaign.sample.shipped import sample_battle, sample_chances, sample_fight, sample_war
from campaign.war.chart.layout import draw_map
from campaign.war.chart.picture import visits
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import sectors_of
from campaign.war.words import history_chapters
from campaign.war.words.tally import Chart, TurnRow, by_turn, chart, degrees, totals
from config.pages import Page


@dataclass(frozen=True, slots=True)
class SamplePage(Page):
    """The finished war: its end, and one turn with the map as it stood then.

    `before` and `after` are the turns beside it, 0 for none; `best` and `best_turn` are the number and turn of the
    battle with a report.
    """

    template: ClassVar = "campaign/sample.html"
    name: str
    ending: Ending | None
    turn: int
    turns: range
    before: int
    after: int
    board: MapDrawing
    chapters: list[history_chapters.Chapter]
    best: int
    best_turn: int
    best_place: str
    tally: list[TurnRow]
    totals: TurnRow
    chart: Chart | None
    degrees: list[tuple[str, int, int]]


def sample_page(turn: int) -> SamplePage:
    """The page at a turn, from 1."""
    war, best = sample_war(), sample_fight()
    then, end = war.views[turn - 1], war.views[-1]
    rows = by_turn(war.fights, war.losses, war.turns)
    stood = visits(war.moves, turn)
    return SamplePage(
        name=war.file.name,
        ending=ending(end, "terran", war.fights, war.moves, sample_chances(), by_name=True),
        turn=turn,
        turns=range(1, war.turns + 1),
        before=turn - 1,
        after=turn + 1 if turn < war.turns else 0,
        board=draw_map(sectors_of(then, visits=stood)),
        chapters=history_chapters.chapters(
            history_chapters.of_turn(war.events, turn), end.chart, None, over=True
        ),
        best=best["number"],
        best_turn=best["turn"],
        best_place=place_title(best["place"]),
        tally=rows,
        totals=totals(rows),
        chart=chart(rows),
        degrees=degrees(war.fights),
    )


@dataclass(frozen=True, slots=True)
class SampleBattlePage(Page):
    """The report of the war's best battle."""

    template: ClassVar = "campaign/sample_battle.html"
    view: FoughtView
    place: str
    turn: int


def sample_battle_page(at: int) -> SampleBattlePage:
    """The report at a frame."""
    fight, report = sample_fight(), sample_battle()
    links = FoughtLinks(
        frames=reverse("sample-frames"),
        text=reverse("sample-record", args=["txt"]),
        json=reverse("sample-record", args=["json"]),
        owner=f"{reverse('sample')}?turn={fight['turn']}#turn-title",
        owner_words="View in war",
    )
    return SampleBattlePage(fought_view(report, links, "", at), place_title(fight["place"]), fight["turn"])
