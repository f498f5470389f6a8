"""Zones, fixed terrain and arrivals in sentences, as a table is laid out (22, 26)."""

from collections.abc import Iterator

from engines.seam.documents import BattleSetup
from engines.seam.sheets import Rule
from engines.seam.sides import SIDE_TITLES
from engines.seam.words.articles import with_capital_article
from engines.seam.words.in_a_row import in_row
from engines.talon.catalogue import ship_class
from engines.talon.hexes import FACINGS
from engines.talon.layout import WIDEST, Layout, Start, Strip, Zone, edges_in_words

PLURALS = {"nebula": "nebulae"}
WAYS = {
    "NE": "top right",
    "NW": "top left",
    "SE": "bottom right",
    "SW": "bottom left",
    "E": "right",
    "W": "left",
}


def terrain_in_words(layout: Layout) -> Iterator[Rule]:
    """Where terrain lies from the start, each kind in one sentence."""
    kinds: dict[str, list[Strip]] = {}
    for patch in layout.terrain:
        kinds.setdefault(patch.kind, []).append(Strip(patch.row, patch.column, patch.column))
    for at, (kind, strips) in enumerate(kinds.items()):
        name = kind.replace("-", " ")
        what = (
            f"{PLURALS.get(name, name + 's').capitalize()} lie"
            if len(strips) > 1
            else f"{with_capital_article(name)} lies"
        )
        top = " Row 1 is the top one." if at == 0 else ""
        yield Rule(f"{what} in {strips_in_words(tuple(strips))}.{top}", "26")


def zones_in_words(layout: Layout) -> Iterator[Rule]:
    """Where each side sets up, if not in its usual rows."""
    for zone in layout.zones:
        others = any(other.units for other in layout.of(zone.side))
        what = f" {in_row(zone.units)}" if zone.units else " its other ships" if others else ""
        yield Rule(
            f"{SIDE_TITLES[zone.side]} sets up{what} in {strips_in_words(zone.strips)}{_facing(zone)}.", "26"
        )
        if zone.near_hole:
            yield Rule(
                "Each is put down in a free hex that is as near to the worm hole as there is one.", "32.2"
            )


def arrivals_in_words(setup: BattleSetup, layout: Layout) -> Iterator[Rule]:
    """Which ships come in later, when and from where."""
    for one in layout.arrivals:
        ships = [
            f"{ship_class(one.side, unit.ship_class).abbreviation} {unit.name}"
            for unit in setup.force(one.side)
            if unit.name in one.units
        ]
        verb = "comes in" if len(ships) == 1 else "come in"
        holes = any(patch.kind == "worm-hole" for patch in layout.terrain)
        where = f"six hexes or more from every ship{', planet and worm hole' if holes else ' and planet'}"
        words = (
            f"{in_row(ships)} {verb} at the end of round {one.first}, {edges_in_words(one.edges)}: {where}."
        )
        yield Rule(f"{SIDE_TITLES[one.side]}'s {words}", "22")


def start_in_words(start: Start) -> Iterator[Rule]:
    """Where every unit stands at the start, and whose turn it is (26, R104)."""
    for at, stand in enumerate(start.stands):
        top = " Row 1 is the top one." if at == 0 else ""
        found = [
            f"{stand.unit} stands in row {stand.row}, column {stand.column}, facing the {WAYS[stand.facing]}"
        ]
        if stand.shields is not None:
            sides = zip(("front", "left", "right", "rear"), stand.shields, strict=True)
            found.append(f"shields left: {', '.join(f'{side} {left}' for side, left in sides)}")
        if stand.turn:
            found.append(f"turn-radius count {stand.turn}")
        if stand.battery:
            found.append("battery charged")
        if stand.afterburners is not None:
            found.append(f"afterburners left: {stand.afterburners}")
        yield Rule(f"{'; '.join(found)}.{top}", "R89")
    yield Rule("All weapons are charged, and all ships have their starting power curves.", "R104")
    whose = f"{SIDE_TITLES[start.side]}'s turn of impulse {start.impulse} in round {start.round}"
    yield Rule(f"The battle begins in {whose}.", "R104")


def strips_in_words(strips: tuple[Strip, ...]) -> str:
    """Rows and columns in words.

    >>> strips_in_words((Strip(8), Strip(9), Strip(10))), strips_in_words((Strip(5, 1, 2),))
    ('rows 8 to 10', 'row 5, columns 1 to 2')
    >>> strips_in_words((Strip(1, 8, 8), Strip(2, 8, 8))), strips_in_words((Strip(10, 9), Strip(11, 9)))
    ('rows 1 and 2, column 8', 'rows 10 and 11, from column 9 on')
    >>> strips_in_words((Strip(6, 5, 5), Strip(6, 6, 6)))
    'row 6, columns 5 and 6'
    """
    if len({(strip.first, strip.last) for strip in strips}) == 1:
        return f"{_rows([strip.row for strip in strips])}{_columns(strips[0])}"
    if len({strip.row for strip in strips}) == 1 and all(strip.first == strip.last for strip in strips):
        return f"row {strips[0].row}, columns {in_row([str(strip.first) for strip in strips])}"
    return in_row([f"row {strip.row}{_columns(strip)}" for strip in strips])


def _rows(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"rows {numbers[0]} to {numbers[-1]}"
    return f"rows {in_row([str(number) for number in numbers])}"


def _columns(strip: Strip) -> str:
    if strip.first == strip.last:
        return f", column {strip.first}"
    if strip.last == WIDEST:
        return "" if strip.first == 1 else f", from column {strip.first} on"
    return f", columns {strip.first} to {strip.last}"


def _facing(zone: Zone) -> str:
    if zone.facing == "forward":
        return ""
    return ", facing any way" if zone.facing not in FACINGS else f", facing the {WAYS[zone.facing]}"
