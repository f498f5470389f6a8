"""Places the strategic map on a page: lanes between two homeworlds, wide for a desk and tall for a phone."""

from collections.abc import Sequence
from itertools import pairwise

from campaign.war.chart.fleets import draw_fleet, draw_reserve
from campaign.war.chart.grid import Grid, Lane, tall_grid, wide_grid
from campaign.war.chart.homes import draw_home
from campaign.war.chart.plates import Holder, PlateBox, draw_plate
from campaign.war.chart.shapes import (
    SIDE_NAMES,
    Counter,
    FleetSight,
    MapDrawing,
    MapLabel,
    MapPicture,
    Plate,
    PlottedLine,
    SectorSight,
    polyline,
)
from campaign.war.chart.words import describe, fronts_now, zone_text


def draw_map(sectors: Sequence[SectorSight], at_no_front: Sequence[FleetSight | None] = ()) -> MapDrawing:
    """Returns the map of 1 to 8 sectors of 3 to 13 zones, in battle order: drawn wide, tall, and in words.

    `at_no_front` are drawn in their homes: the own Reserve, and the enemy's ships that were not found since.
    """
    fleets = [fleet for fleet in at_no_front if fleet is not None]
    pictures = tuple(_draw(grid(sectors), sectors, fleets) for grid in (wide_grid, tall_grid))
    return MapDrawing(pictures, describe(sectors), fronts_now(sectors))


def _draw(grid: Grid, sectors: Sequence[SectorSight], at_no_front: Sequence[FleetSight]) -> MapPicture:
    numbered = list(enumerate(sectors))
    lanes = [grid.stops(len(sector.zones), sector.front) for sector in sectors]
    kept = tuple(draw_reserve(grid, fleet) for fleet in at_no_front)
    return MapPicture(
        direction=grid.direction,
        width=grid.length if grid.is_wide else grid.breadth,
        height=grid.breadth if grid.is_wide else grid.length,
        homes=(draw_home(grid, "terran", sectors), draw_home(grid, "talon", sectors)),
        lanes=tuple(line for lane, sector in numbered for line in _lane(grid, lane, lanes[lane], sector)),
        names=tuple(name for lane, sector in numbered for name in _names(grid, lane, sector)),
        plates=tuple(
            plate for lane, sector in numbered for plate in _plates(grid, lane, lanes[lane], sector)
        ),
        counters=kept
        + tuple(one for lane, sector in numbered for one in _fleets(grid, lane, lanes[lane], sector)),
        front=_front_lines(grid, lanes, sectors),
    )


def _lane(grid: Grid, lane: int, stops: Lane, sector: SectorSight) -> list[PlottedLine]:
    """The lane up to the front line as Terran, beyond it as Talon, and where the marker has been."""
    across = grid.across(lane)
    points = [grid.point(stop, across) for stop in stops.zones]
    halves = pairwise((points[0], points[sector.front], points[-1]))
    sides = zip(SIDE_NAMES, halves, strict=True)
    lines = [PlottedLine(polyline(*half), f"lane lane-{side}") for side, half in sides]
    trail = [at for at, zone in zip(points, sector.zones, strict=True) if zone.visited or zone.has_marker]
    return lines + ([PlottedLine(polyline(trail[0], trail[-1]), "trail")] if len(trail) > 1 else [])


def _names(grid: Grid, lane: int, sector: SectorSight) -> tuple[MapLabel, ...]:
    """The lane's name over the Terran port; in the tall drawing at both ends, cut to the lane's width."""
    end = grid.home - grid.port
    if grid.is_wide:
        return (
            MapLabel(f"{lane + 1} · {sector.name}", end + 8, grid.across(lane) - 52, "lane-name", "start"),
        )
    room = grid.lane // 8
    name = sector.name if len(sector.name) <= room else f"{lane + 1} {sector.name[: room - 2]}"
    return tuple(MapLabel(name, grid.across(lane), y, "lane-name") for y in (end + 1, grid.length - end + 9))


def _plates(grid: Grid, lane: int, stops: Lane, sector: SectorSight) -> list[Plate]:
    return [
        draw_plate(
            zone,
            _frame(grid, lane, stops, place),
            _holder(sector, place),
            f"{sector.name}, {text.sentence}" if zone.is_home else text.sentence,
            place + 1,
        )
        for place, zone in enumerate(sector.zones)
        for text in (zone_text(sector, place),)
    ]


def _frame(grid: Grid, lane: int, stops: Lane, place: int) -> PlateBox:
    x, y = grid.point(stops.zones[place], grid.across(lane))
    w, h = grid.plate
    at_port = place in (0, len(stops.zones) - 1) and grid.is_wide
    reach = 0 if grid.is_wide else grid.lane
    return PlateBox(x, y, grid.port - 14 if at_port else w, h, reach, grid.direction)


def _fleets(grid: Grid, lane: int, stops: Lane, sector: SectorSight) -> list[Counter]:
    return [
        draw_fleet(grid, grid.point(stops.berths[fleet.side], grid.across(lane)), fleet, sector.name)
        for fleet in sector.fleets
    ]


def _holder(sector: SectorSight, place: int) -> Holder:
    if place == sector.front:
        return "front"
    return "terran" if place < sector.front else "talon"


def _front_lines(
    grid: Grid, lanes: Sequence[Lane], sectors: Sequence[SectorSight]
) -> tuple[PlottedLine, ...]:
    """The front through all markers, with its glow, and as it was before; nothing before markers stand."""
    if not any(zone.has_marker for sector in sectors for zone in sector.zones):
        return ()
    now = _front_path(grid, lanes, [sector.front for sector in sectors])
    before = [sector.front if sector.front_before is None else sector.front_before for sector in sectors]
    was = _front_path(grid, lanes, before)
    moved = (PlottedLine(was, "front-before"),) if was != now else ()
    return (*moved, PlottedLine(now, "front-glow"), PlottedLine(now, "front-line"))


def _front_path(grid: Grid, lanes: Sequence[Lane], fronts: Sequence[int]) -> str:
    places = [
        (stops.zones[front], grid.across(lane))
        for lane, (stops, front) in enumerate(zip(lanes, fronts, strict=True))
    ]
    ends = [(places[0][0], 0), *places, (places[-1][0], grid.breadth)]
    return polyline(*(grid.point(*place) for place in ends))
