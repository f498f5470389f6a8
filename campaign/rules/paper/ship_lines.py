"""Ships as people write them down, a line a ship, or as a tracking sheet lists them: what was entered, by name.

"Patton; CA; Antares", with its damage behind it if there is any, is a ship; see `pasted_tables` for what else is taken.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from campaign.rules.map.strategic_map import Place, StrategicMap, place_title
from campaign.rules.orders import RESERVE, Target
from campaign.rules.paper.pasted_tables import Row, rows_of, unknown_columns
from campaign.rules.paper.taken import MOST_SHIPS, MOST_TURNS, TakenShip, TakenSighting
from engines.seam.classes import UnitClass
from engines.seam.documents import Damage
from engines.seam.looks import look
from engines.seam.refusals import Unreadable
from engines.seam.registry import DEFAULT
from engines.seam.sides import Side
from engines.seam.systems import system
from engines.seam.words.names import fault, tidy

SHIP: Final = ("name", "class", "place", "damage")
SHIP_ON_SHEET: Final = ("place", "name", "class", "", "", "damage")
SEEN: Final = ("name", "class", "place", "turn", "damage")
SEEN_ON_SHEET: Final = ("turn", "place", "name", "class", "damage")
"""The columns of rows without a head: as people write them, and as a tracking sheet has them."""
Read = TypeVar("Read", TakenShip, TakenSighting)


@dataclass(frozen=True)
class ReadLines(Generic[Read]):
    """What a text lists, by the names of its ships, and what is wrong with its lines, as sentences."""

    found: dict[str, Read]
    faults: tuple[str, ...]


def read_ships(text: str, side: Side, chart: StrategicMap, system_key: str = DEFAULT) -> ReadLines[TakenShip]:
    """The ships of a side that a text lists. Of a whole tracking sheet only the table of the side's fleet is read."""
    rows = [row for row in rows_of(text) if row.title in ("", f"{side} fleet")]
    reader = _Reader(side, chart, system_key)
    return _read(rows, reader.ship)


def read_seen(
    text: str, side: Side, chart: StrategicMap, system_key: str = DEFAULT
) -> ReadLines[TakenSighting]:
    """What the enemy has last seen of a side's ships; of a whole tracking sheet the table of them is read."""
    rows = [row for row in rows_of(text) if row.title in ("", f"{side} ships as last seen")]
    reader = _Reader(side, chart, system_key)
    return _read(rows, reader.sighting)


def _read(rows: Sequence[Row], reader: Callable[[Row], tuple[str, Read]]) -> ReadLines[Read]:
    found: dict[str, Read] = {}
    faults = []
    taken: dict[str, str] = {}
    for row in rows:
        try:
            name, one = reader(row)
        except Unreadable as wrong:
            faults.append(f"Line {row.line}: {wrong}.")
            continue
        other = taken.setdefault(look(name), name)
        if name in found:
            faults.append(f"Line {row.line}: There is another ship called {name}.")
        elif other != name:
            faults.append(f"Line {row.line}: {name} looks like {other}. Give one of them another name.")
        found[name] = one
    if len(found) > MOST_SHIPS:
        faults.append(f"At most {MOST_SHIPS} ships can be entered.")
    return ReadLines(found, tuple(faults))


@dataclass(frozen=True)
class _Reader:
    """Reads rows of a side's ships on a map; `Unreadable` says why a row is none."""

    side: Side
    chart: StrategicMap
    system_key: str

    def ship(self, row: Row) -> tuple[str, TakenShip]:
        """A ship and where it was last sent."""
        cells = self._cells(row, SHIP, SHIP_ON_SHEET)
        if row.columns == () and len(row.cells) < 3:
            raise Unreadable("Write name; class; place, and the damage if there is any")
        name, kind = _name(cells.get("name", "")), self._class(cells.get("class", ""))
        place = self._target(cells.get("place", ""))
        return name, TakenShip(kind.key, place, self._damage(cells, kind))

    def sighting(self, row: Row) -> tuple[str, TakenSighting]:
        """A ship, and when and where it was last seen."""
        cells = self._cells(row, SEEN, SEEN_ON_SHEET)
        if row.columns == () and len(row.cells) < 4:
            raise Unreadable("Write name; class; place; turn, and the damage if there was any")
        name, kind = _name(cells.get("name", "")), self._class(cells.get("class", ""))
        place, turn = self._place(cells.get("place", "")), _turn(cells.get("turn", ""))
        return name, TakenSighting(kind.key, place, turn, self._damage(cells, kind))

    def _cells(self, row: Row, usual: Sequence[str], on_sheet: Sequence[str]) -> Mapping[str, str]:
        if unknown := unknown_columns(row, usual):
            raise Unreadable(
                f"The site knows no column “{unknown[0]}” here. Its columns are {', '.join(usual)}"
            )
        if row.columns:
            return row.of(usual)
        return next((cells for cells in map(row.of, (usual, on_sheet)) if self._fits(cells)), row.of(usual))

    def _fits(self, cells: Mapping[str, str]) -> bool:
        """Whether the class and the place are where these columns have them."""
        try:
            self._class(cells.get("class", ""))
            self._place(cells.get("place", "")) if "turn" in cells else self._target(cells.get("place", ""))
        except Unreadable:
            return False
        return True

    def _class(self, word: str) -> UnitClass:
        kinds = system(self.system_key).catalogue.purchasable(self.side)
        for kind in kinds:
            if word.lower() in (kind.abbreviation.lower(), kind.title.lower(), kind.key):
                return kind
        known = ", ".join(kind.abbreviation for kind in kinds)
        raise Unreadable(f"{self.side.title()} has no class “{word}”. Its classes are {known}")

    def _damage(self, cells: Mapping[str, str], kind: UnitClass) -> Damage:
        return system(self.system_key).read_damage(cells.get("damage", ""), kind)

    def _target(self, word: str) -> Target:
        places = {place.lower(): place for place in (RESERVE, *self.chart.order)}
        for said in _as_meant(word):
            if said in places:
                return places[said]
        raise Unreadable(f"“{word}” is no sector. Write {', '.join(self.chart.order)} or Reserve")

    def _place(self, word: str) -> Place:
        places = {place_title(place).lower(): place for place, _, _, _ in self.chart.places()}
        for said in _as_meant(word):
            if said in places:
                return places[said]
        example = place_title(self.chart.place(self.chart.order[0], 1))
        raise Unreadable(
            f"“{word}” is no place on the map. Write it like {example}, Terran home or Talon home"
        )


def _as_meant(word: str) -> tuple[str, ...]:
    """What a cell may mean of places: as it is, with the apostrophe it had, or without the full stop of a sentence."""
    said = word.lower()
    return said, f"'{said}", said.removesuffix(".")


def _name(word: str) -> str:
    name = tidy(word)
    if wrong := fault(name):
        raise Unreadable(wrong.removesuffix("."))
    return name


def _turn(word: str) -> int:
    found = re.fullmatch(r"(?:turn )?(\d{1,3})\.?", word.lower())
    if found is None or not 1 <= int(found[1]) <= MOST_TURNS:
        raise Unreadable(f"“{word}” is no turn. Write its number")
    return int(found[1])
