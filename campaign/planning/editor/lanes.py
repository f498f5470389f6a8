"""The map with a draft on it, and what can be sent along one lane."""

from dataclasses import dataclass
from typing import NamedTuple

from campaign.planning.editor.board import BoardRow, Cell
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.chances import LaneChance
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.orders import RESERVE, Target
from campaign.war.chart.fronts import OwnFleet, elsewhere, fleets_at, reserve_of
from campaign.war.chart.layout import draw_map
from campaign.war.chart.picture import zone_address
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import Visits, sectors_of
from engines.seam.classes import UnitClass
from engines.seam.sides import opponent


class ClassInLane(NamedTuple):
    """The undamaged ships of a class: how many go along the lane, and how many are in the Reserve."""

    kind: UnitClass
    cell: Cell
    in_reserve: int


class ShipInLane(NamedTuple):
    """A damaged or stranded ship, and where its button sends it."""

    name: str
    kind: UnitClass
    damage: str
    to: Target
    is_here: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """What can be sent to a sector, and taken back; `lp` are sent, `need` is the minimum.

    `number` is that of the sector in battle order. `chance` is that to win there, None where no ship goes.
    """

    number: int
    sector: str
    lp: int
    need: int
    classes: tuple[ClassInLane, ...]
    ships: tuple[ShipInLane, ...]
    chance: LaneChance | None = None


def own_fleet(working: WorkingPlan) -> OwnFleet:
    """The side's ships where the draft sends them, with the minimum of a sector."""
    sent = assignment.sent_lp(working.war, working.side, working.ships, working.plan)
    need = assignment.minimum_for(working.war, working.side, sent)
    return OwnFleet(
        working.side, {name: (ship, working.plan.assign[name]) for name, ship in working.ships.items()}, need
    )


def draft_map(working: WorkingPlan, stood: Visits, path: str) -> MapDrawing:
    """The map of the page at `path`, with the fleets as the draft sends them."""

    def href(place: Place) -> str:
        return zone_address(path, place)

    own = own_fleet(working)
    sectors = sectors_of(working.view, visits=stood, href=href, fleets=fleets_at(working.view, own, href))
    enemy = opponent(working.side)
    mine = reserve_of(own, href(HOMES[working.side]))
    return draw_map(sectors, (mine, elsewhere(working.view, enemy, href(HOMES[enemy]))))


def lanes_of(working: WorkingPlan, rows: list[BoardRow], place: Place) -> tuple[Lane, ...]:
    """What can be sent along the lane of a zone; for a home along each whose front line has reached it (S17)."""
    if not rows:
        return ()
    sent = assignment.sent_lp(working.war, working.side, working.ships, working.plan)
    need = assignment.minimum_for(working.war, working.side, sent)
    order = working.war.chart.order
    return tuple(
        _lane(rows, order.index(one) + 1, one, sent[one], need) for one in sectors_of_sheet(working, place)
    )


def sectors_of_sheet(working: WorkingPlan, place: Place) -> tuple[str, ...]:
    """The sectors to which the sheet of a zone sends ships."""
    if place in HOMES.values():
        return working.war.markers_on(place)
    sector = place.partition("/")[0]
    return (sector,) if sector in working.war.chart.order else ()


def _lane(rows: list[BoardRow], number: int, sector: str, lp: int, need: int) -> Lane:
    classes = (
        ClassInLane(row.kind, cell, sum(single.goes_to == RESERVE for single in row.alike))
        for row in rows
        for cell in row.cells
        if cell.target == sector and row.alike
    )
    return Lane(number, sector, lp, need, tuple(classes), tuple(_ships(rows, sector)))


def _ships(rows: list[BoardRow], sector: str) -> list[ShipInLane]:
    """The damaged ships in the sector, to be taken back; and those in the Reserve that can be sent to it."""
    found = []
    for row in rows:
        for single in row.set_apart:
            here = single.goes_to == sector
            offered = any(choice.target == sector for choice in single.choices)
            if here or (single.goes_to == RESERVE and offered and not single.stranded):
                damage = ", ".join(single.damage) or "stranded"
                found.append(ShipInLane(single.name, row.kind, damage, RESERVE if here else sector, here))
    return found
