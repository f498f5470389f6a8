"""What the pages of a war's past show: the history of a turn, the tally of all turns, the treasury's ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from campaign.corrections.correcting import may_be_corrected
from campaign.history.charts import finished
from campaign.history.ledger import LedgerTurn, ledger_turns
from campaign.rules import events as e
from campaign.rules import sight
from campaign.war.at import At
from campaign.war.chart import picture as map_picture
from campaign.war.frame import WarFrame, frame
from campaign.war.hooks import CHAPTERS, HistoryTurn
from campaign.war.words import history_chapters, history_rows
from campaign.war.words.earlier import Earlier, battles_before, earlier_of, listed, other_than_before, turn_of
from campaign.war.words.tally import Chart, TurnRow, by_turn, chart, degrees, totals
from config.pages import Page
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class HistoryPage(Page):
    """One turn in sentences, and the tally of the war.

    `before` and `after` are the turns beside it, 0 for none; `battle_pages` are the war's battles by number.
    `correctable` are the battles with a result that can be corrected; `corrected` is by battle the turn in which
    one was.
    `other_forces` are the battles that had other forces, or another place, before the war went back. `earlier` says
    how the turn read before that, and `still_earlier` how many ways the page of the last of these goes on with;
    `shown` is which of it is shown, None for the turn as it counts;
    `same_history` is what an address needs besides the turn to stay there.
    """

    template: ClassVar = "campaign/history.html"
    frame: WarFrame
    turn: int
    turns: range
    before: int
    after: int
    chapters: list[history_chapters.Chapter]
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
    """The page of a turn, or as it read before."""
    over = at.view.phase == "over"
    before = shown.entry if shown is not None else 0
    last = shown.until if shown is not None else at.view.turn
    log = history_rows.log_around(at.war, turn)
    entries = history_rows.counted(log, turn, before=before)
    seen = sight.seen(history_rows.events_of(entries), at.side, over=over)
    fights = history_rows.fights(at.war)
    written = history_chapters.chapters(
        history_chapters.of_turn(seen, turn), at.view.chart, at.side, over=over
    )
    corrections = history_rows.corrections_of(at.war)
    earlier = earlier_of(corrections)
    turn_of_instant = turn_of(at.war, earlier, shown)
    earlier_shown, still_earlier = listed(earlier, turn, before=before)
    besides = chain.from_iterable(CHAPTERS.ask(HistoryTurn(at, turn, entries, turn_of_instant, over)))
    rows = by_turn(fights, history_rows.losses_by_turn(at.war), at.view.turn)[at.war.first_turn - 1 :]
    return HistoryPage(
        frame=frame(at),
        turn=turn,
        turns=range(at.war.first_turn, last + 1),
        before=turn - 1 if turn > at.war.first_turn else 0,
        after=turn + 1 if turn < last else 0,
        chapters=[*written, *filter(None, besides)],
        battle_pages=_battle_pages(at, fights, shown),
        tally=rows,
        totals=totals(rows),
        chart=chart([row for row in rows if row.turn <= finished(at.view)]),
        degrees=degrees(fights),
        correctable=_correctable(at, seen) if shown is None else frozenset(),
        other_forces=other_than_before(log, turn, seen, earlier) if shown is None else frozenset(),
        corrected=history_rows.corrected_in(corrections, before=before),
        earlier=earlier_shown,
        still_earlier=still_earlier,
        shown=shown,
        same_history=f"&before={shown.entry}" if shown is not None else "",
    )


def _battle_pages(at: At, fights: Iterable[history_rows.Fight], shown: Earlier | None) -> dict[int, int]:
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
    lines = history_rows.ledgers_of(at.war, (whose,))[whose]
    return TreasuryPage(
        frame=frame(at),
        of_enemy=of_enemy,
        turns=ledger_turns(lines, history_rows.purchases_of(at.war, whose), whose),
        balance=fleet.treasury if fleet is not None else 0,
        incomes=map_picture.incomes_now(at.view),
    )
