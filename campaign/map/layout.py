"""Places the strategic map on a page: lanes between two homeworlds, wide for a desk and tall for a phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from campaign.map.plates import Holder, PlateBox, draw_plate
from campaign.map.shapes import (
    SIDE_NAMES,
    Direction,
    Homeworld,
    MapDrawing,
    MapLabel,
    MapPicture,
    Plate,
    PlottedLine,
    SectorSight,
    Side,
    Symbol,
    polyline,
)
from campaign.map.words import describe, zone_text

WIDE, TALL = 1200, 366
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where things lie, in viewBox units: along runs from the Terran home to the Talon one."""

    direction: Direction
    length: int
    breadth: int
    home: int
    port: int
    lane: int
    plate: Point

    @property
    def is_wide(self) -> bool:
        """Whether along runs to the right; else it runs upward."""
        return self.direction == "wide"

    def across(self, lane: int) -> int:
        """The middle of a lane's plates; the wide drawing keeps room for names above them."""
        return lane * self.lane + self.lane // 2 + (25 if self.is_wide else 1)

    def along(self, place: int, count: int) -> int:
        """The middle of a zone: ports at the homes, the others spread evenly between."""
        if place == 0:
            return self.home - self.port // 2
        if place == count - 1:
            return self.length - self.home + self.port // 2
        inner = self.length - 2 * self.home
        return self.home + inner * (2 * place - 1) // (2 * (count - 2))

    def point(self, along: int, across: int) -> Point:
        """The place on the page."""
        return (along, across) if self.is_wide else (across, self.length - along)


def draw_map(sectors: Sequence[SectorSight]) -> MapDrawing:
    """Returns the map of 1 to 8 sectors of 3 to 13 zones, in battle order: drawn wide, tall, and in words."""
    pictures = tuple(_draw(grid(sectors), sectors) for grid in (_wide_grid, _tall_grid))
    return MapDrawing(pictures, describe(sectors))


def _longest(sectors: Sequence[SectorSight]) -> int:
    return max(max(len(sector.zones) for sector in sectors) - 2, 1)


def _wide_grid(sectors: Sequence[SectorSight]) -> Grid:
    plate = min(850 // _longest(sectors) - 10, 116), 98
    lane = 148 if len(sectors) <= 5 else 132
    return Grid("wide", WIDE, lane * len(sectors) + 24, 174, 104, lane, plate)


def _tall_grid(sectors: Sequence[SectorSight]) -> Grid:
    lane = (TALL - 2) // len(sectors)
    return Grid("tall", 2 * 206 + _longest(sectors) * 92, TALL, 206, 108, lane, (min(lane - 5, 120), 84))


def _draw(grid: Grid, sectors: Sequence[SectorSight]) -> MapPicture:
    numbered = list(enumerate(sectors))
    return MapPicture(
        direction=grid.direction,
        width=grid.length if grid.is_wide else grid.breadth,
        height=grid.breadth if grid.is_wide else grid.length,
        homes=(_home(grid, "terran", sectors), _home(grid, "talon", sectors)),
        lanes=tuple(line for lane, sector in numbered for line in _lane(grid, lane, sector)),
        names=tuple(name for lane, sector in numbered for name in _names(grid, lane, sector)),
        plates=tuple(plate for lane, sector in numbered for plate in _plates(grid, lane, sector)),
        front=_front_lines(grid, sectors),
    )


def _lane(grid: Grid, lane: int, sector: SectorSight) -> list[PlottedLine]:
    """The lane up to the front line as Terran, beyond it as Talon, and where the marker has been."""
    count, across = len(sector.zones), grid.across(lane)
    stops = [grid.point(grid.along(place, count), across) for place in range(count)]
    halves = pairwise((stops[0], stops[sector.front], stops[-1]))
    sides = zip(SIDE_NAMES, halves, strict=True)
    lines = [PlottedLine(polyline(*half), f"lane lane-{side}") for side, half in sides]
    trail = [stop for stop, zone in zip(stops, sector.zones, strict=True) if zone.visited or zone.has_marker]
    return lines + ([PlottedLine(polyline(trail[0], trail[-1]), "trail")] if len(trail) > 1 else [])


def _names(grid: Grid, lane: int, sector: SectorSight) -> tuple[MapLabel, ...]:
    """The lane's name over the Terran port; in the tall drawing at both ends, cut to the lane's width."""
    end = grid.home - grid.port
    if grid.is_wide:
        return (
            MapLabel(f"{lane + 1} · {sector.name}", end + 8, grid.across(lane) - 58, "lane-name", "start"),
        )
    room = grid.lane // 8
    name = sector.name if len(sector.name) <= room else f"{lane + 1} {sector.name[: room - 2]}"
    return tuple(MapLabel(name, grid.across(lane), y, "lane-name") for y in (end + 5, grid.length - end + 4))


def _plates(grid: Grid, lane: int, sector: SectorSight) -> list[Plate]:
    return [
        draw_plate(
            zone,
            _frame(grid, lane, place, len(sector.zones)),
            _holder(sector, place),
            f"{sector.name}, {text.sentence}" if zone.is_home else text.sentence,
            place + 1,
        )
        for place, zone in enumerate(sector.zones)
        for text in (zone_text(sector, place),)
    ]


def _frame(grid: Grid, lane: int, place: int, count: int) -> PlateBox:
    x, y = grid.point(grid.along(place, count), grid.across(lane))
    w, h = grid.plate
    at_port = place in (0, count - 1) and grid.is_wide
    reach = 0 if grid.is_wide else grid.lane
    return PlateBox(x, y, grid.port - 14 if at_port else w, h, reach, grid.direction)


def _holder(sector: SectorSight, place: int) -> Holder:
    if place == sector.front:
        return "front"
    return "terran" if place < sector.front else "talon"


def _front_lines(grid: Grid, sectors: Sequence[SectorSight]) -> tuple[PlottedLine, ...]:
    """The front itself, through all markers, with its glow; nothing before markers stand."""
    if not any(zone.has_marker for sector in sectors for zone in sector.zones):
        return ()
    places = [(grid.along(s.front, len(s.zones)), grid.across(lane)) for lane, s in enumerate(sectors)]
    ends = [(places[0][0], 0), *places, (places[-1][0], grid.breadth)]
    path = polyline(*(grid.point(*place) for place in ends))
    return (PlottedLine(path, "front-glow"), PlottedLine(path, "front-line"))


def _home(grid: Grid, side: Side, sectors: Sequence[SectorSight]) -> Homeworld:
    near, way = (0, 1) if side == "terran" else (grid.length, -1)
    far, reach = near + way * (grid.home - 4), grid.home - grid.port - 8
    corners = ((near, 0), (far, 0), (far, grid.breadth), (near, grid.breadth))
    middle = grid.point(near + way * reach // 2, grid.breadth // 2)
    return Homeworld(
        side,
        polyline(*(grid.point(*corner) for corner in corners)) + "Z",
        tuple(_limb(grid, side, reach, step) for step in (0, 10, 24)),
        (_home_name(grid, side, middle),),
        _home_symbols(grid, side, middle, sectors[0].zones[0 if side == "terran" else -1].base_side),
    )


def _home_name(grid: Grid, side: Side, middle: Point) -> MapLabel:
    shift = 0 if grid.is_wide else -20 if side == "talon" else 34
    css = f"home-name home-name-{grid.direction}"
    return MapLabel(f"{SIDE_NAMES[side]} home", middle[0], middle[1] + shift, css)


def _home_symbols(grid: Grid, side: Side, middle: Point, base: Side | None) -> tuple[Symbol, ...]:
    x, y = middle
    first, second = ((x, y - 118), (x, y + 118)) if grid.is_wide else ((x - 96, y), (x + 96, y))
    insignia = Symbol.centred(side, first, 44, f"insignia insignia-{side}")
    return (insignia, Symbol.centred(f"base-{base}", second, 44, f"base-{base}")) if base else (insignia,)


def _limb(grid: Grid, side: Side, reach: int, step: int) -> str:
    """The edge of the home planet: a curve for the Terran world, facets for the Talon one."""
    low, span = 2 * step + 8, grid.breadth - 4 * step - 16
    depth = reach - step
    if side == "terran":
        curve = ((0, low), (depth * 4 // 3, low), (depth * 4 // 3, low + span), (0, low + span))
        a, b, c, d = (" ".join(map(str, grid.point(*place))) for place in curve)
        return f"M{a}C{b} {c} {d}Z"
    eighths = ((0, 0), (depth * 7 // 10, 1), (depth, 3), (depth, 5), (depth * 7 // 10, 7), (0, 8))
    return polyline(*(grid.point(grid.length - out, low + span * part // 8) for out, part in eighths)) + "Z"
