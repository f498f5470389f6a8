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
from campaign.telling.charts import finished
from campaign.telling.deputies import deputy_chapter
from campaign.telling.earlier import Earlier, battles_before, earlier_of, listed, other_than_before, turn_of
from campaign.telling.ledger import LedgerTurn, ledger_turns
from campaign.telling.moved_seats import seat_chapter
from campaign.telling.renamed import rename_chapter
from campaign.telling.tally import Chart, TurnRow, by_turn, chart, degrees, totals
from campaign.telling.time import time_chapter
from config.pages import Page
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class HistoryPage(Page):
    """One turn in sentences, and the tally of the war.

    `before` and `after` are the turns beside it, 0 for none; `battle_pages` are the war's battles by number.
    `correctable` are the battles with a result that can be corrected; `corrected` is by battle the turn in which
    one was.
    `other_forces` are the battles that had other forces, or another place, before the war went back. `earlier` says
    how the turn was told before that, and `still_earlier` how many ways the page of the last of these goes on with;
    `shown` is which of it is shown, None for the turn as it counts;
    `same_history` is what an address needs besides the turn to stay there.
    """

    template: ClassVar = "campaign/history.html"
    frame: WarFrame
    turn: int
    turns: range
    before: int
    after: int
    chapters: list[chronicle.Chapter]
    battle_pages: dict[int, int]
    tally: list[TurnRow]
    totals: TurnRow
    chart: Chart | None
    degrees: list[tuple[str, int, int]]
    correctable: frozenset[int]
    other_forces: frozenset[int]
    corrected: dict[int, int]
    earlier: list[Earlier]
    still_earlier: int
    shown: Earlier | None
    same_history: str


def history_page(at: At, turn: int, shown: Earlier | None = None) -> HistoryPage:
    """The page of a turn, or as it was told before."""
    over = at.view.phase == "over"
    before = shown.entry if shown is not None else 0
    last = shown.until if shown is not None else at.view.turn
    log = annals.log_around(at.war, turn)
    entries = annals.counted(log, turn, before=before)
    seen = sight.seen(annals.events_of(entries), at.side, over=over)
    fights = annals.fights(at.war)
    told = chronicle.chapters(chronicle.of_turn(seen, turn), at.view.chart, at.side, over=over)
    corrections = annals.corrections_of(at.war)
    earlier = earlier_of(corrections)
    told_in = turn_of(at.war, earlier, shown)
    told_otherwise, still_earlier = listed(earlier, turn, before=before)
    besides = (
        time_chapter(at.war, turn, told_in),
        deputy_chapter(at, turn, entries, told_in),
        seat_chapter(at, turn, told_in),
        rename_chapter(at.war, entries, turn, at.side, over=over),
    )
    rows = by_turn(fights, annals.losses_by_turn(at.war), at.view.turn)[at.war.first_turn - 1 :]
    return HistoryPage(
        frame=frame(at),
        turn=turn,
        turns=range(at.war.first_turn, last + 1),
        before=turn - 1 if turn > at.war.first_turn else 0,
        after=turn + 1 if turn < last else 0,
        chapters=[*told, *filter(None, besides)],
        battle_pages=_battle_pages(at, fights, shown),
        tally=rows,
        totals=totals(rows),
        chart=chart([row for row in rows if row.turn <= finished(at.view)]),
        degrees=degrees(fights),
        correctable=_correctable(at, seen) if shown is None else frozenset(),
        other_forces=other_than_before(log, turn, seen, earlier) if shown is None else frozenset(),
        corrected=annals.corrected_in(corrections, before=before),
        earlier=told_otherwise,
        still_earlier=still_earlier,
        shown=shown,
        same_history=f"&before={shown.entry}" if shown is not None else "",
    )


def _battle_pages(at: At, fights: Iterable[annals.Fight], shown: Earlier | None) -> dict[int, int]:
    """The numbers of the battles' pages, by the battles' numbers in the war as it is shown."""
    pages = {fight["number"]: fight["battle_id"] for fight in fights}
    before = battles_before(at.war, shown.entry) if shown is not None else {}
    return {number: page for number, page in {**pages, **before}.items() if page is not None}


def _correctable(at: At, events: Iterable[e.AnyEvent]) -> frozenset[int]:
    """The battles among the events whose recorded result can be corrected (S67)."""
    if at.acts_for or not may_be_corrected(at.war):
        return frozenset()
    results = (event for event in events if isinstance(event, e.ResultAccepted))
    return frozenset(result.battle for result in results if not result.fought)


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
    lines = annals.ledgers_of(at.war, (whose,))[whose]
    return TreasuryPage(
        frame=frame(at),
        of_enemy=of_enemy,
        turns=ledger_turns(lines, annals.purchases_of(at.war, whose), whose),
        balance=fleet.treasury if fleet is not None else 0,
        incomes=map_picture.incomes_now(at.view),
    )
