"""A tracking sheet that somebody brings from a spreadsheet: what it says of where a war stands."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from campaign.rules.map.strategic_map import Place, StrategicMap, place_title
from campaign.rules.paper.pasted_tables import ESCAPED, Row, rows_of
from campaign.rules.paper.ship_lines import SEEN, SEEN_ON_SHEET, SHIP, SHIP_ON_SHEET
from campaign.rules.paper.taken import TakenBase
from engines.seam.refusals import Unreadable, refuse
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.seam.words.plain_text import Wanted, kind_of_text

SHEET: Final = Wanted(
    "a tracking sheet",
    "Choose the CSV file of a war’s tracking sheet, or a table with the title Terran fleet or Talon fleet.",
)
FRONT: Final = ("place", "zone", "terrain")
BASE: Final = ("side", "name", "place", "damage")
ZONE: Final = re.compile(r"(\d{1,2}) of (\d{1,2})")


@dataclass
class Tracked:
    """What sheets say, as far as they do: `turn` is the one they are of, `ships` and `seen` are lines by side."""

    turn: int = 0
    treasuries: dict[Side, int] = field(default_factory=dict)
    markers: dict[str, int] = field(default_factory=dict)
    planets: dict[Place, Side] = field(default_factory=dict)
    bases: dict[Place, TakenBase] = field(default_factory=dict)
    ships: dict[Side, list[str]] = field(default_factory=dict)
    seen: dict[Side, list[str]] = field(default_factory=dict)


def read_sheets(texts: Iterable[str], chart: StrategicMap, system_key: str = DEFAULT) -> Tracked:
    """What the sheets say together; `Refused` if one is no sheet, or of another map or turn than the one before."""
    found = Tracked()
    for text in texts:
        rows = [row for row in rows_of(text) if row.title]
        if not rows:
            raise SHEET.refusal(kind_of_text(text))
        reader = _Reader(chart, found, system_key)
        for row in rows:
            reader.read(row)
        reader.end()
    return found


@dataclass
class _Reader:
    """Reads the rows of one sheet."""

    chart: StrategicMap
    found: Tracked
    system_key: str
    turn: int = 0

    def read(self, row: Row) -> None:
        """What a row says, by its table."""
        if row.title == "turns":
            self._figures(row.of(()))
        elif row.title == "fronts":
            self._front(row)
        elif row.title == "bases":
            self._base(row)
        elif row.title.endswith(("fleet", "seen")):
            self._ship(row)

    def end(self) -> None:
        """The sheet is of the same turn as the others."""
        if self.turn and self.found.turn not in (0, self.turn):
            raise refuse(
                "", f"One sheet is of turn {self.found.turn}, another of turn {self.turn}.", "sheets"
            )
        self.found.turn = self.turn or self.found.turn

    def _figures(self, cells: Mapping[str, str]) -> None:
        self.turn = _number(cells.get("turn", "")) or self.turn
        for side in SIDES:
            treasury = cells.get(f"{side.title()} treasury", "")
            if treasury.isdecimal():
                self.found.treasuries[side] = int(treasury)

    def _front(self, row: Row) -> None:
        cells = row.of(FRONT)
        sector, zone = cells.get("place", ""), ZONE.fullmatch(cells.get("zone", ""))
        if sector not in self.chart.order or zone is None or int(zone[2]) != len(self.chart.zones(sector)):
            reason = (
                f"Line {row.line}: {self.chart.name} has no front line “{sector} {cells.get('zone', '')}”."
            )
            raise refuse("", f"{reason} Choose the map of that war first.", "sheets")
        index = min(max(int(zone[1]), 1), int(zone[2])) - 1
        self.found.markers[sector] = index
        owner = next((side for side in SIDES if cells.get("terrain", "").lower() == f"{side} planet"), None)
        if owner is not None:
            self.found.planets[self.chart.place(sector, index)] = owner

    def _base(self, row: Row) -> None:
        cells = row.of(BASE)
        side = next((side for side in SIDES if cells.get("side", "").lower() == side), None)
        place = next(
            (at for at, _, _, _ in self.chart.places() if place_title(at) == cells.get("place")), None
        )
        engine = system(self.system_key)
        try:
            kind = engine.catalogue.base_class(side or "terran")
            damage = engine.read_damage(cells.get("damage", ""), kind)
        except Unreadable as fault:
            raise refuse("", f"Line {row.line}: {fault}.", "sheets") from fault
        if side is None or place is None:
            reason = f"Line {row.line}: no base of this map is at “{cells.get('place', '')}”."
            raise refuse("", f"{reason} Choose the map of that war first.", "sheets")
        self.found.bases[place] = TakenBase(side, engine.marks(damage))

    def _ship(self, row: Row) -> None:
        side: Side = "talon" if row.title.startswith("talon") else "terran"
        seen = row.title.endswith("seen")
        order, cells = (SEEN, row.of(SEEN_ON_SHEET)) if seen else (SHIP, row.of(SHIP_ON_SHEET))
        lines = self.found.seen if seen else self.found.ships
        lines.setdefault(side, []).append("; ".join(_quoted(cells.get(name, "")) for name in order))


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else 0


def _quoted(cell: str) -> str:
    """A cell as a line of cells with semicolons has it, where it is read like a spreadsheet's."""
    cell = f"'{cell}" if ESCAPED.match(cell) else cell
    return f'"{cell.replace(chr(34), chr(34) * 2)}"' if ";" in cell or cell.startswith('"') else cell
