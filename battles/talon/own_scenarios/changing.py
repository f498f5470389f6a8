"""Changes to the text of a scenario, as a player makes them on the board; comments and order stay as they are."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array

from engines.seam.refusals import Refused, refuse
from engines.seam.sides import Side
from engines.talon.layout import WIDEST, Strip, Zone
from engines.talon.scenario_files.reading import read
from engines.talon.set_ups.scenarios import FILES, scenarios

Change = Callable[[TOMLDocument], None]
BLANK: Final = """\
title = "New"
story = ""
terran = [
  "CA Patton",
]
talon = [
  "CA Sacrifice",
]
"""
HEADING: Final = (
    "# A scenario for two fleets. What can stand in it is explained under Help, “Scenario files”.\n"
)
FIRST: Final = "First correct what is wrong with the text: until then the board cannot change it."


def blank(title: str) -> str:
    """The text of a new scenario: a ship a side."""
    document = tomlkit.parse(BLANK)
    document["title"] = title
    return tomlkit.dumps(document)


def can_be_copied(number: int) -> bool:
    """Whether the rules of a printed scenario are in, and it begins as battles do, with both sides setting up."""
    found = scenarios()[number]
    return found.whole and found.start is None


def text_of(number: int) -> str:
    """A printed scenario as the text of a new one; KeyError if there is none of that number."""
    if not can_be_copied(number):
        raise KeyError(number)
    document = tomlkit.parse((FILES / f"{number:02}.toml").read_text("utf-8"))
    for key in ("whole", "notes", "lasting"):
        document.pop(key, None)
    return tomlkit.dumps(document)


def changed(text: str, change: Change) -> str:
    """The text after a change; `Refused` if it is no TOML, or its parts are not of the kind that they must be."""
    if read(text, "").scenario is None:
        raise refuse("", FIRST)
    try:
        document = tomlkit.parse(text)
        change(document)
        return tomlkit.dumps(document)
    except (TOMLKitError, AttributeError, TypeError, KeyError, ValueError) as error:
        raise refuse("", FIRST) from error


# The words and the start


def with_words(title: str, story: str) -> Change:
    """Another title and another story."""

    def change(document: TOMLDocument) -> None:
        document["title"] = title
        document["story"] = tomlkit.string(f"{story.strip()}\n", multiline=True)

    return change


def with_title(title: str) -> Change:
    """Another title."""

    def change(document: TOMLDocument) -> None:
        document["title"] = title

    return change


def with_start(initiative: Side, top: Side) -> Change:
    """Who has the initiative, and who the top edge."""

    def change(document: TOMLDocument) -> None:
        _set(document, "initiative", initiative, usual="talon")
        _set(document, "top", top, usual=initiative)

    return change


def _set(document: TOMLDocument, key: str, value: str, usual: str) -> None:
    """A value that is left out where it is the usual one."""
    if value == usual:
        document.pop(key, None)
    elif key in document:
        document[key] = value
    else:
        _insert(document, key, value)


def _insert(document: TOMLDocument, key: str, value: Any) -> None:
    """A new value before the first table, since what stands after one belongs to it."""
    tables = [(name, item) for name, item in document.items() if isinstance(item, AoT)]
    for name, _item in tables:
        document.remove(name)
    document[key] = value
    for name, item in tables:
        document.append(name, item)


# Ships


def with_ship(side: Side, kind: str, name: str) -> Change:
    """One ship more, by the abbreviation of its class."""

    def change(document: TOMLDocument) -> None:
        ships = document[side]
        if not isinstance(ships, Array):
            raise TypeError("no list")
        ships.add_line(f"{kind} {name}", indent="  ") if len(ships) else ships.append(f"{kind} {name}")

    return change


def without_ship(side: Side, place: int) -> Change:
    """One ship less; its zones and aims stay, and are judged."""

    def change(document: TOMLDocument) -> None:
        ships = document[side]
        if not isinstance(ships, Array):
            raise TypeError("no list")
        if place >= len(ships):
            raise _gone("ship")
        del ships[place]

    return change


# Terrain


def with_terrain(kind: str | None, row: int, column: int) -> Change:
    """Terrain in a hex in place of what lies there; None clears the hex."""

    def change(document: TOMLDocument) -> None:
        _drop(
            document, "terrain", lambda _at, patch: (patch.get("row"), patch.get("column")) == (row, column)
        )
        if kind is not None:
            _add(document, "terrain", {"kind": kind, "row": row, "column": column})

    return change


# Zones


def with_zone(zone: Zone) -> Change:
    """A zone in place of the one that the side has for the same units."""

    def change(document: TOMLDocument) -> None:
        written: dict[str, Any] = {"side": zone.side, "strips": [_strip(strip) for strip in zone.strips]}
        if zone.units:
            written["units"] = list(zone.units)
        if zone.facing != "forward":
            written["facing"] = zone.facing
        _drop(document, "zones", lambda _at, one: _same(one, zone.side, zone.units))
        _add(document, "zones", written)

    return change


def without_zone(place: int) -> Change:
    """A zone less."""
    return lambda document: _drop_at(document, "zones", place, "zone")


def _strip(strip: Strip) -> dict[str, int]:
    found = {"row": strip.row}
    if (strip.first, strip.last) != (1, WIDEST):
        found |= {"first": strip.first, "last": strip.last}
    return found


def _same(one: Any, side: Side, units: Iterable[str]) -> bool:
    return one.get("side") == side and set(one.get("units", ())) == set(units)


# Aims


def with_aims(aims: Iterable[dict[str, Any]], planet: Side | None) -> Change:
    """More aims, and whose planet is fought over, if one of them needs it."""

    def change(document: TOMLDocument) -> None:
        if planet is not None:
            _set(document, "planet", planet, usual="")
        for aim in aims:
            if aim not in list(document.get("aims", ())):
                _add(document, "aims", aim)

    return change


def without_aim(place: int) -> Change:
    """An aim less; with the last that lands on a planet the planet goes too."""

    def change(document: TOMLDocument) -> None:
        _drop_at(document, "aims", place, "aim")
        if not any(aim.get("aim") == "land" for aim in document.get("aims", ())):
            document.pop("planet", None)

    return change


def _drop(document: TOMLDocument, key: str, unwanted: Callable[[int, Any], bool]) -> None:
    """A list of tables without some, and no list if none is left; the others stay as they are written."""
    tables = document.get(key)
    if tables is None:
        return
    for at in reversed(range(len(tables))):
        if unwanted(at, tables[at]):
            del tables[at]
    if not len(tables):
        document.remove(key)


def _drop_at(document: TOMLDocument, key: str, place: int, what: str) -> None:
    """A list of tables without one; `Refused` if it is not there."""
    if place >= len(document.get(key, ())):
        raise _gone(what)
    _drop(document, key, lambda at, _one: at == place)


def _gone(what: str) -> Refused:
    return refuse("", f"This {what} is no longer in the scenario.")


def _add(document: TOMLDocument, key: str, values: dict[str, Any]) -> None:
    """A list of tables with one more at its end."""
    table = tomlkit.table()
    for name, value in values.items():
        table.append(name, _lines(value) if name == "strips" else value)
    tables = document.get(key)
    if tables is None:
        tables = tomlkit.aot()
        tables.append(table)
        document.append(key, tables)
    elif isinstance(tables, AoT):
        tables.append(table)
    else:
        inline = tomlkit.inline_table()
        inline.update(values)
        tables.append(inline)


def _lines(strips: list[dict[str, int]]) -> Array:
    """Strips as inline tables, one a line."""
    written = tomlkit.array()
    for strip in strips:
        row = tomlkit.inline_table()
        row.update(strip)
        written.append(row)
    written.multiline(multiline=True)
    return written
