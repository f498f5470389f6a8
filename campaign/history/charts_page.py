"""The page with a war's charts."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.history import charts
from campaign.history.charts import finished, of_sector, of_sides
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from campaign.war.words import history_rows
from config.line_chart import LineChart, Values
from config.pages import Page
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class ChartsPage(Page):
    """The war over its turns; while it lasts the enemy's fleet and treasury are in no chart.

    All charts end with the same turn, `last`: that of the war's end, or the last one that is finished.
    """

    template: ClassVar = "campaign/charts.html"
    frame: WarFrame
    last: int
    of_sides: tuple[LineChart, ...]
    fronts: tuple[LineChart, ...]


LOSSES = (
    "Ship Points of ships and bases destroyed so far. Points that count towards a degree can be more: "
    "over a planet transports count double."
)


def charts_page(at: At) -> ChartsPage:
    """The page of a side: five queries, and those of the frame."""
    chart, turn = at.view.chart, finished(at.view)
    moves = history_rows.front_moves(at.war)
    sectors = (of_sector(chart, sector, charts.zones_of(moves, sector, turn), turn) for sector in chart.order)
    return ChartsPage(
        frame=frame(at),
        last=turn,
        of_sides=tuple(one for one in _of_sides(at, turn) if one is not None),
        fronts=tuple(one for one in sectors if one is not None),
    )


def _of_sides(at: At, turn: int) -> list[LineChart | None]:
    over = at.view.phase == "over"
    known: tuple[Side, ...] = SIDES if over else (at.side,)
    assigned, ledgers = history_rows.assigned_by_turn(at.war, known), history_rows.ledgers_of(at.war, known)
    fleets = {side: charts.fleets_of(side, assigned[side]) for side in known}
    treasuries: dict[Side, Values] = {side: charts.balances(ledgers[side]) for side in known}
    losses = history_rows.losses_by_turn(at.war)
    points: dict[Side, Values] = {side: fleet.points for side, fleet in fleets.items()}
    lp: dict[Side, Values] = {side: fleet.lp for side, fleet in fleets.items()}
    lost: dict[Side, Values] = {side: charts.lost_until(losses, side, turn) for side in SIDES}
    return [
        of_sides("Fleet", "Ship Points of all ships as they were assigned, with the Reserve.", points, turn),
        of_sides("Logistics Points", "LP of all ships as they were assigned, with the Reserve.", lp, turn),
        of_sides("Treasury", "Ship Points left at the end of the turn.", treasuries, turn),
        of_sides(
            "Income",
            "Ship Points that the front lines paid in the turn.",
            {**history_rows.incomes_by_turn(at.war)},
            turn,
        ),
        of_sides("Losses", LOSSES, lost, turn),
    ]
