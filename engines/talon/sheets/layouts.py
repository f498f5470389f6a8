"""Zones and fixed terrain in sentences, as a table is laid out (26)."""

from collections.abc import Iterator

from engines.seam.articles import with_capital_article
from engines.seam.names_in_a_row import in_row
from engines.seam.sheets import Rule
from engines.seam.sides import SIDE_TITLES
from engines.talon.hexes import FACINGS
from engines.talon.layout import WIDEST, Layout, Strip, Zone

WAYS = {
    "NE": "top right",
    "NW": "top left",
    "SE": "bottom right",
    "SW": "bottom left",
    "E": "right",
    "W": "left",
}


def terrain_in_words(layout: Layout) -> Iterator[Rule]:
    """Where terrain lies from the start."""
    for patch in layout.terrain:
        kind = with_capital_article(patch.kind.replace("-", " "))
        yield Rule(f"{kind} lies in row {patch.row}, column {patch.column}. Row 1 is the top one.", "26")


def zones_in_words(layout: Layout) -> Iterator[Rule]:
    """Where each side sets up, if not in its usual rows."""
    for zone in layout.zones:
        who = f"{SIDE_TITLES[zone.side]} sets up"
        what = f" {in_row(zone.units)}" if zone.units else ""
        yield Rule(f"{who}{what} in {strips_in_words(zone.strips)}{_facing(zone)}.", "26")


def strips_in_words(strips: tuple[Strip, ...]) -> str:
    """Rows and columns in words.

    >>> strips_in_words((Strip(8), Strip(9), Strip(10))), strips_in_words((Strip(5, 1, 2),))
    ('rows 8 to 10', 'row 5, columns 1 to 2')
    """
    if all((strip.first, strip.last) == (1, WIDEST) for strip in strips):
        numbers = sorted(strip.row for strip in strips)
        if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"rows {numbers[0]} to {numbers[-1]}"
    return in_row([_strip(strip) for strip in strips])


def _strip(strip: Strip) -> str:
    if (strip.first, strip.last) == (1, WIDEST):
        return f"row {strip.row}"
    columns = (
        f"column {strip.first}" if strip.first == strip.last else f"columns {strip.first} to {strip.last}"
    )
    return f"row {strip.row}, {columns}"


def _facing(zone: Zone) -> str:
    if zone.facing == "forward":
        return ""
    return ", facing any way" if zone.facing not in FACINGS else f", facing the {WAYS[zone.facing]}"
