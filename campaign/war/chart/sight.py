"""The strategic map as one side may see it, ready to be drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from campaign.rules.map.strategic_map import Place, StrategicMap, Zone
from campaign.rules.sight import WarView
from campaign.war.chart.shapes import FleetSight, SectorSight, Side, ZoneSight
from engines.seam.registry import DEFAULT
from engines.seam.systems import system

GROUNDS = {
    frozenset({"black_hole"}): "black hole",
    frozenset({"asteroid", "black_hole"}): "black hole",
    frozenset({"nebula", "black_hole"}): "black hole",
    frozenset({"asteroid"}): "asteroids",
    frozenset({"nebula"}): "nebula",
}
Visits = Mapping[tuple[str, int], tuple[int, ...]]
"""Turns in which the marker stood on zone `index` (from 0) of a sector."""


@dataclass(frozen=True)
class Drawing:
    """What is drawn: the side's view, turns in which markers stood, bases to show, and where zones lead.

    `since` is the turn whose front line is drawn beside today's, `lit` the place of a battle that is shown.
    """

    view: WarView
    visits: Visits
    bases: Mapping[Place, Side]
    href: Callable[[Place], str]
    since: int
    lit: Place


def sectors_of(
    view: WarView,
    *,
    visits: Visits | None = None,
    bases: Mapping[Place, Side] | None = None,
    href: Callable[[Place], str] = lambda _: "",
    fleets: Mapping[str, tuple[FleetSight, ...]] | None = None,
    since: int | None = None,
    lit: Place = "",
) -> list[SectorSight]:
    """The lanes in battle order, with the `fleets` at their fronts.

    `bases` are drawn beside those that stand: a side's own choice, not yet sealed. `since` is the turn whose front
    line is drawn as well, the one before this as a rule; `lit` is the place of a battle that is being shown.
    """
    standing: dict[Place, Side] = {place: base.side for place, base in view.bases.items()}
    before = view.turn - 1 if since is None else since
    drawing = Drawing(view, visits or {}, {**standing, **(bases or {})}, href, before, lit)
    return [
        SectorSight(
            sector,
            tuple(_zone(drawing, sector, index) for index in range(len(view.chart.zones(sector)))),
            (fleets or {}).get(sector, ()),
            _front_before(drawing, sector),
        )
        for sector in view.chart.order
    ]


def _front_before(drawing: Drawing, sector: str) -> int | None:
    """Where the marker stood in the turn before this one."""
    before = drawing.view.turn - 1
    return next(
        (at for (lane, at), turns in drawing.visits.items() if lane == sector and before in turns), None
    )


def ground_of(chart: StrategicMap, zone: Zone) -> str:
    """The zone's terrain as it is drawn and named; a map's own name for a pattern becomes what it consists of."""
    dice = chart.patterns.get(zone.terrain)
    if dice is None:
        return zone.terrain
    kinds = frozenset(system(DEFAULT).catalogue.terrain_kinds()[dice]) - {"planet"}
    return GROUNDS.get(kinds, "nebulae and an asteroid")


def _zone(drawing: Drawing, sector: str, index: int) -> ZoneSight:
    view = drawing.view
    zone, place = view.chart.zone(sector, index), view.chart.place(sector, index)
    return ZoneSight(
        terran_income=zone.income[0],
        talon_income=zone.income[1],
        terrain=ground_of(view.chart, zone),
        has_planet=zone.terrain == "planet",
        planet_owner=view.planets.get(place),
        base_side=drawing.bases.get(place),
        is_home=zone.home,
        is_start=zone.start,
        has_marker=view.markers[sector] == index,
        visited=drawing.visits.get((sector, index), ()),
        is_lit=place == drawing.lit,
        href=drawing.href(place),
    )
