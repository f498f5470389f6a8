"""The tracking sheet of a war: what a side knows, turn by turn, on the screen, as PDF and as CSV."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from accounts.printing.sheets import has_pdf
from campaign.history import charts, tracking
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from campaign.war.words import fleet_tables, history_rows
from campaign.war.words.fleet_tables import Table, TrackedShip
from config.line_chart import Values
from config.pages import Page, Part
from engines.seam.sides import SIDES, Side, opponent

EMPTY_ROWS = range(6)
"""Rows to be filled in at the table."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """The ships of a side that the sheet may show."""

    side: Side
    title: str
    treasury: int
    ships: tuple[TrackedShip, ...]


@dataclass(frozen=True, slots=True)
class TrackingPaper(Part):
    """What is on the paper: `title` and `stands` say which war, which side and where it stands.

    `figures` and `lanes` are the same turns, apart so that they fit on paper. `empty_rows` are to be filled in by hand;
    a war that is over has none.
    """

    title: str
    stands: str
    figures: Table
    lanes: Table
    fronts: Table
    bases: Table
    fleets: tuple[Fleet, ...]
    seen: Table
    empty_rows: range


def tracking_paper(at: At) -> TrackingPaper:
    """The paper of a side: five queries; during the war nothing of the enemy but what is open (S15)."""
    view = at.view
    over = view.phase == "over"
    known: tuple[Side, ...] = SIDES if over else (at.side,)
    return TrackingPaper(
        title=at.war.name,
        stands=f"{at.side.title()}, turn {view.turn}, {at.war.map_name}",
        figures=_turns(at, "Turns", _figures(at, known)),
        lanes=_turns(at, "Front lines by turn", _lanes(at)),
        fronts=tracking.fronts_table(view),
        bases=fleet_tables.bases_table(view),
        fleets=tuple(
            Fleet(side, f"{side.title()} fleet", view.fleet(side).treasury, fleet_tables.fleet_of(view, side))
            for side in known
        ),
        seen=tracking.seen_table(view, opponent(at.side)),
        empty_rows=range(0) if over else EMPTY_ROWS,
    )


def _turns(at: At, title: str, columns: Mapping[str, Values]) -> Table:
    return tracking.turns_table(title, columns, range(at.war.first_turn - 1, at.view.turn + 1))


def _figures(at: At, known: tuple[Side, ...]) -> dict[str, Values]:
    """Treasury, fleet and LP of the sides that the sheet may show, and both sides' incomes and losses."""
    turn, losses = at.view.turn, history_rows.losses_by_turn(at.war)
    columns: dict[str, Values] = {}
    assigned, ledgers = history_rows.assigned_by_turn(at.war, known), history_rows.ledgers_of(at.war, known)
    for side in known:
        fleet = charts.fleets_of(side, assigned[side])
        columns[f"{side.title()} treasury"] = charts.balances(ledgers[side])
        columns[f"{side.title()} fleet"], columns[f"{side.title()} LP"] = fleet.points, fleet.lp
    for side, incomes in history_rows.incomes_by_turn(at.war).items():
        columns[f"{side.title()} income"] = incomes
    for side in SIDES:
        columns[f"{side.title()} lost"] = charts.lost_until(losses, side, turn)
    return columns


def _lanes(at: At) -> dict[str, Values]:
    """The zone of each sector's front line."""
    moves = history_rows.front_moves(at.war)
    return {sector: charts.zones_of(moves, sector, at.view.turn) for sector in at.view.chart.order}


@dataclass(frozen=True, slots=True)
class TrackingPage(Page):
    """The tracking sheet of a side; `has_pdf`: whether the worker makes PDFs of it."""

    template: ClassVar = "campaign/tracking.html"
    frame: WarFrame
    paper: TrackingPaper
    has_pdf: bool


def tracking_page(at: At) -> TrackingPage:
    """The page of a side; at one screen there is no PDF, which both players could open later."""
    return TrackingPage(frame(at), tracking_paper(at), has_pdf=not at.war.one_screen and has_pdf())


@dataclass(frozen=True, slots=True)
class TrackingPdfPage(Page):
    """The same as it is typeset."""

    template: ClassVar = "campaign/tracking_pdf.html"
    paper: TrackingPaper


def tracking_pdf(at: At) -> TrackingPdfPage:
    """The tracking sheet of a side, to be typeset."""
    return TrackingPdfPage(tracking_paper(at))


def tracking_csv(at: At) -> str:
    """The tracking sheet of a side as CSV."""
    paper = tracking_paper(at)
    fleets = [fleet_tables.fleet_table(fleet.title, fleet.ships) for fleet in paper.fleets]
    return tracking.as_csv([paper.figures, paper.lanes, paper.fronts, paper.bases, *fleets, paper.seen])
