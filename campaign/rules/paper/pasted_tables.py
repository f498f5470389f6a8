"""Tables as people type and paste them: a line a row, with or without a head, and the tables of a tracking sheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

HEADS: Final[Mapping[str, str]] = {
    "ship": "name",
    "ships": "name",
    "name": "name",
    "base": "name",
    "class": "class",
    "ship class": "class",
    "type": "class",
    "place": "place",
    "sector": "place",
    "where": "place",
    "damage": "damage",
    "turn": "turn",
    "last seen": "turn",
    "side": "side",
    "zone": "zone",
    "terrain": "terrain",
    "points": "",
    "ship points": "",
    "lp": "",
    "logistics points": "",
    "terran income": "",
    "talon income": "",
}
"""What a column holds by its head; "" for what is passed over, as it follows from the class or the map."""
TITLES: Final = re.compile(
    r"turns|front lines by turn|fronts|bases|(?:terran|talon) (?:fleet|ships as last seen)"
)
ESCAPED: Final = re.compile(r"'+[=+\-@]")
"""A name that a spreadsheet would take for a formula, with the apostrophe that keeps it from that."""
LOOK_ALIKES: Final = str.maketrans({"\u037e": ";"})
"""A Greek question mark is a semicolon: Unicode makes it one wherever text is tidied, so it is one before that too."""
LINE_END: Final = re.compile(r"\r\n|\r|\n")
"""What ends a line; anything else that could is refused in a name by its own name."""
CELLS: Final = {
    separator: re.compile(rf'[ ]*(?:"((?:[^"]|"")*)"[ ]*|([^{separator}]*))(?:{separator}|\Z)')
    for separator in "\t;,"
}
"""A cell and what ends it, by separator; it is in quotes only if they are around the whole of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the number of its line, its cells, and its table's title and columns, "" and () if it has none."""

    line: int
    cells: tuple[str, ...]
    title: str = ""
    columns: tuple[str, ...] = ()

    def of(self, columns: Sequence[str]) -> dict[str, str]:
        """The cells by what they hold, in the columns of the table or, if it has no head, in these.

        Cells after the last column belong to it; they were separated by commas of its own.
        """
        order = self.columns or tuple(columns)
        last = len(order) - 1
        cells = (*self.cells[:last], ", ".join(filter(None, self.cells[last:])))
        return {name: cell for name, cell in zip(order, cells, strict=False) if name}


def rows_of(text: str) -> Iterator[Row]:
    """The rows of a text, without its titles, heads and empty lines."""
    title, separator = "", ""
    columns: tuple[str, ...] = ()
    for number, line in enumerate(LINE_END.split(text.translate(LOOK_ALIKES)), 1):
        cells = _cells(line, separator or _separator(line))
        if _is_title(cells):
            title, columns, separator = cells[0].lower(), (), ""
        elif cells and ((title and not columns) or _is_head(cells)):
            columns, separator = _columns(cells), _separator(line)
        elif cells:
            yield Row(number, cells, title, columns)


def _is_title(cells: Sequence[str]) -> bool:
    return len(cells) == 1 and TITLES.fullmatch(cells[0].lower()) is not None


def _separator(line: str) -> str:
    return next((sign for sign in "\t;" if sign in line), ",")


def _cells(line: str, separator: str) -> tuple[str, ...]:
    """The cells of a line, without empty ones at its end, as spreadsheets write them."""
    cells = [
        _plain(found[2] or (found[1] or "").replace('""', '"')) for found in CELLS[separator].finditer(line)
    ]
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _plain(cell: str) -> str:
    found = cell.strip()
    return found[1:] if ESCAPED.match(found) else found


def _is_head(cells: Sequence[str]) -> bool:
    """Whether a line is the head of a table: it begins with what a column can be called, and names another."""
    known = [cell.lower() in HEADS for cell in cells]
    return len(known) > 1 and known[0] and sum(known) * 2 > len(known)


def _columns(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(HEADS.get(cell.lower(), cell) for cell in cells)


def unknown_columns(row: Row, known: Sequence[str]) -> list[str]:
    """The heads of the row's table that none of these columns has and that are not passed over."""
    return [name for name in row.columns if name and name not in known]
