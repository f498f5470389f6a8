"""Draws a home: the block at one end of all lanes, and the limb of its planet."""

from collections.abc import Sequence

from campaign.war.chart.grid import Grid, Point
from campaign.war.chart.shapes import SIDE_NAMES, Homeworld, MapLabel, SectorSight, Side, Symbol, polyline


def draw_home(grid: Grid, side: Side, sectors: Sequence[SectorSight]) -> Homeworld:
    """Returns a side's home."""
    near, way = (0, 1) if side == "terran" else (grid.length, -1)
    far, reach = near + way * (grid.home - 4), grid.home - grid.port - 8
    corners = ((near, 0), (far, 0), (far, grid.breadth), (near, grid.breadth))
    middle = grid.point(near + way * reach // 2, grid.breadth // 2)
    return Homeworld(
        side,
        polyline(*(grid.point(*corner) for corner in corners)) + "Z",
        tuple(_limb(grid, side, reach, step) for step in (0, 10, 24)),
        (_name(grid, side, middle),),
        _symbols(grid, side, middle, sectors[0].zones[0 if side == "terran" else -1].base_side),
    )


def _name(grid: Grid, side: Side, middle: Point) -> MapLabel:
    shift = 0 if grid.is_wide else -19 if side == "talon" else 29
    css = f"home-name home-name-{grid.direction}"
    return MapLabel(f"{SIDE_NAMES[side]} home", middle[0], middle[1] + shift, css)


def _symbols(grid: Grid, side: Side, middle: Point, base: Side | None) -> tuple[Symbol, ...]:
    x, y = middle
    first, second = ((x, y - 106), (x, y + 106)) if grid.is_wide else ((x - 96, y), (x + 96, y))
    size = 36 if grid.is_wide else 40
    insignia = Symbol.centred(side, first, size, f"insignia insignia-{side}")
    return (insignia, Symbol.centred(f"base-{base}", second, size, f"base-{base}")) if base else (insignia,)


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
