"""What the pages of a war's past show: the chronicle of a turn, the tally of all turns, the treasury's ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from campaign.at import At
from campaign.map import picture as map_picture
from campaign.pages.frame import WarFrame, frame
from campaign.rules import events as e
from campaign.rules import sight
from campaign.services.correcting import may_be_corrected
from campaign.telling import annals, chronicle
from campaign.telling.deputies import deputy_chapter
from campaign.telling.ledger import LedgerTurn, ledger_turns
from campaign.telling.tally import Chart, TurnRow, by_turn, chart, degrees, totals
from campaign.telling.time import time_chapter
from config.pages import Page
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class HistoryPage(Page):
    """One turn in sentences, and the tally of the war.

    `before` and `after` are the turns beside it, 0 for none; `battle_pages` are the war's battles by number;
    `watch_link` is the link for onlookers, "" without one, and `watch_by` who made it. `correctable` are the battles
    with a result that can be corrected; `corrected` is by battle the turn in which one was.
    """

    template: ClassVar = "campaign/history.html"
    frame: WarFrame
    turn: int
    turns: range
    before: int
    after: int
    chapters: list[chronicle.Chapter]
    battle_pages: dict[int, annals.Fight]
    tally: list[TurnRow]
    totals: TurnRow
    chart: Chart | None
    degrees: list[tuple[str, int, int]]
    watch_link: str
    watch_by: str
    correctable: frozenset[int]
    corrected: dict[int, int]


def history_page(at: At, turn: int, watch_link: str) -> HistoryPage:
    """The page of a turn; `watch_link` is the war's link for onlookers, "" without one."""
    over = at.view.phase == "over"
    entries = annals.entries_of_turn(at.war, turn)
    seen = sight.seen(annals.events_of(entries), at.side, over=over)
    fights = annals.fights(at.war)
    told = chronicle.chapters(chronicle.of_turn(seen, turn), at.view.chart, at.side, over=over)
    rows = by_turn(fights, annals.losses_by_turn(at.war), at.view.turn)[at.war.first_turn - 1 :]
    return HistoryPage(
        frame=frame(at),
        turn=turn,
        turns=range(at.war.first_turn, at.view.turn + 1),
        before=turn - 1 if turn > at.war.first_turn else 0,
        after=turn + 1 if turn < at.view.turn else 0,
        chapters=[*told, *filter(None, (time_chapter(at.war, turn), deputy_chapter(at, turn, entries)))],
        battle_pages={fight["number"]: fight for fight in fights},
        tally=rows,
        totals=totals(rows),
        chart=chart(rows),
        degrees=degrees(fights),
        watch_link=watch_link,
        watch_by=_watch_by(at),
        correctable=_correctable(at, seen),
        corrected=annals.corrected_in(at.war),
    )


def _correctable(at: At, events: Iterable[e.AnyEvent]) -> frozenset[int]:
    """The battles among the events whose recorded result can be corrected (S67)."""
    if at.acts_for or not may_be_corrected(at.war):
        return frozenset()
    results = (event for event in events if isinstance(event, e.ResultAccepted))
    return frozenset(result.battle for result in results if not result.fought)


def _watch_by(at: At) -> str:
    """Who made the link for onlookers."""
    return "You" if at.war.watch_by == at.side else at.name_of(opponent(at.side))


@dataclass(frozen=True, slots=True)
class TreasuryPage(Page):
    """A side's ledger with its balance, and what the next income pays; `of_enemy`: it is the other side's."""

    template: ClassVar = "campaign/treasury.html"
    frame: WarFrame
    of_enemy: bool
    turns: list[LedgerTurn]
    balance: int
    incomes: list[tuple[str, str, int, int]]


def treasury_page(at: At, whose: Side) -> TreasuryPage:
    """The ledger of a side; the other's is its secret until the war is over (S15)."""
    of_enemy = whose != at.side
    fleet = at.view.enemy if of_enemy else at.view.own
    return TreasuryPage(
        frame=frame(at),
        of_enemy=of_enemy,
        turns=ledger_turns(annals.ledger_of(at.war, whose), annals.purchases_of(at.war, whose), whose),
        balance=fleet.treasury if fleet is not None else 0,
        incomes=map_picture.incomes_now(at.view),
    )
