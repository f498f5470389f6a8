"""Draws the counters of fleets: each side's ships at a front, and the own Reserve."""

from dataclasses import replace

from campaign.rules.orders import RESERVE
from campaign.war.chart.grid import Grid, Point
from campaign.war.chart.plates import PlateBox, outline
from campaign.war.chart.shapes import Counter, FleetSight, MapLabel, Symbol

WIDE_SIZE, TALL_HEIGHT = (50, 74), 27


def draw_fleet(grid: Grid, middle: Point, fleet: FleetSight, sector: str) -> Counter:
    """Returns the counter of a fleet in a sector, around its berth."""
    size = WIDE_SIZE if grid.is_wide else (grid.plate[0], TALL_HEIGHT)
    counter = _draw(PlateBox(*middle, *size, 0, grid.direction), fleet, fleet_words(fleet, f"in {sector}"))
    return replace(counter, sector=sector) if fleet.is_own else counter


def draw_reserve(grid: Grid, fleet: FleetSight) -> Counter:
    """Returns the counter of ships at no front, in their home: the own Reserve, or the enemy's not seen lately."""
    half = (grid.home - grid.port) // 2 - (2 if grid.is_wide else 4)
    along = half if fleet.side == "terran" else grid.length - half
    across = grid.breadth // 2 + (190 if grid.is_wide else 0)
    size = (42, 74) if grid.is_wide else (100, TALL_HEIGHT)
    frame = PlateBox(*grid.point(along, across), *size, 0, grid.direction)
    if not fleet.is_own:
        return _draw(frame, fleet, elsewhere_words(fleet))
    return replace(_draw(frame, fleet, fleet_words(fleet, "in the Reserve")), sector=RESERVE)


def elsewhere_words(fleet: FleetSight) -> str:
    """The enemy's ships at no front in words, as a screen reader says it."""
    ships = f"{fleet.ships} ship{'' if fleet.ships == 1 else 's'}, {fleet.lp} LP"
    return f"Enemy ships not found when their sector was last seen: {ships}, latest seen in turn {fleet.turn}"


def fleet_words(fleet: FleetSight, where: str) -> str:
    """A fleet in words, as a screen reader says it."""
    ships = f"{fleet.ships} ship{'' if fleet.ships == 1 else 's'}, {fleet.lp} LP"
    if fleet.turn is not None:
        return f"Enemy last seen {where}: turn {fleet.turn}, {ships}"
    if not fleet.is_own:
        return f"Enemy ships {where}: {ships}"
    if fleet.need is None:
        return f"Your ships {where}: {ships}"
    return f"Your ships {where}: {ships}, minimum {fleet.need} LP{', too few' if fleet.is_short else ''}"


def _draw(frame: PlateBox, fleet: FleetSight, title: str) -> Counter:
    css = f"fleet fleet-{fleet.side}{' fleet-short' if fleet.is_short else ''}"
    labels = _wide_labels(fleet, frame) if frame.is_wide else _tall_labels(fleet, frame)
    place = (frame.x, frame.y - 22) if frame.is_wide else (frame.edges[0] + 13, frame.y)
    symbol = fleet.side if fleet.turn is None else "eye"
    mark = Symbol.centred(symbol, place, 22 if frame.is_wide else 16, f"fleet-mark fleet-mark-{fleet.side}")
    return Counter(outline(fleet.side, frame), css, title, fleet.href, "", labels, (mark,))


def _wide_labels(fleet: FleetSight, frame: PlateBox) -> tuple[MapLabel, ...]:
    x, y = frame.x, frame.y
    return (MapLabel(str(fleet.lp), x, y + 11, "fleet-lp"), MapLabel(_below(fleet), x, y + 29, "fleet-need"))


def _tall_labels(fleet: FleetSight, frame: PlateBox) -> tuple[MapLabel, ...]:
    left, _, right, _ = frame.edges
    text = f"{fleet.lp}/{fleet.need}" if fleet.need is not None else str(fleet.lp)
    end = f"T{fleet.turn}" if fleet.turn is not None else "LP"
    return (
        MapLabel(text, left + 24, frame.y + 6, "fleet-lp", "start"),
        MapLabel(end, right - 7, frame.y + 5, "fleet-need", "end"),
    )


def _below(fleet: FleetSight) -> str:
    if fleet.turn is not None:
        return f"T{fleet.turn}"
    return f"min {fleet.need}" if fleet.need is not None else "LP"
