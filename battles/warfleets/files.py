"""Fleets of Warfleets: FTL as files of TOML: written, and read strictly with the line of what is wrong."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from battles.models.fleets import NAME_LENGTH
from battles.warfleets.keeping import faults_of_names
from engines.seam.refusals import Unreadable
from engines.seam.words.names import LONGEST, fault, shown, tidy
from engines.warfleets.catalogue import Catalogue
from engines.warfleets.factions import Faction, faults
from engines.warfleets.fleet import Fleet, Ship
from engines.warfleets.fleet_files import read_fleet

PLACE: Final = re.compile(r"(ships|squadrons)\[(\d+)\]")


def text_of(fleet: Fleet) -> str:
    """The file of a fleet; `fleet_of` reads the same fleet from it."""
    return "\n".join(_lines(fleet)) + "\n"


def text_of_faction(faction: Faction) -> str:
    """The file of a faction; `read_faction` reads the same faction from it."""
    return "\n".join(_of_a_faction(faction)) + "\n"


def fleet_of(raw: bytes) -> Fleet:
    """The fleet of a file; Unreadable if it is none, or has what the game does not have."""
    try:
        fleet = read_fleet(raw)
    except Unreadable as error:
        raise Unreadable(f"{_line_of(raw, str(error))}{error}") from None
    fleet = _tidy(fleet)
    if wrong := fault(fleet.name, NAME_LENGTH, "name of the fleet"):
        raise Unreadable(wrong.rstrip("."))
    for one in faults_of_names(fleet):
        raise Unreadable(f"{_line_of(raw, one.model)}{one.words.rstrip('.')}")
    if fleet.faction and (against := next(faults(fleet.faction), None)):
        raise Unreadable(against.reason.rstrip("."))
    known = fleet.assets
    for place, ship in enumerate(fleet.ships):
        for what, key in _unknown(ship, known):
            reason = f"{ship.name}: there is no {what} “{shown(key[:LONGEST])}”"
            raise Unreadable(f"{_line_of(raw, f'ships[{place}]')}{reason}")
    return fleet


def _tidy(fleet: Fleet) -> Fleet:
    """The fleet with its names as a form would take them."""
    return replace(
        fleet,
        name=tidy(fleet.name),
        ships=tuple(replace(one, name=tidy(one.name)) for one in fleet.ships),
        squadrons=tuple(replace(one, name=tidy(one.name)) for one in fleet.squadrons),
    )


def _lines(fleet: Fleet) -> Iterator[str]:
    yield f"name = {_quoted(fleet.name)}"
    for ship in fleet.ships:
        yield from ("", "[[ships]]", f"name = {_quoted(ship.name)}", f"size = {_quoted(ship.size)}")
        if ship.hero:
            yield f"hero = {_quoted(ship.hero)}"
        if ship.title:
            yield f"title = {_quoted(ship.title)}"
        yield f"upgrades = [{', '.join(map(_quoted, ship.upgrades))}]"
        yield "weapons = ["
        for mount in ship.weapons:
            yield f"  {{ facing = {_quoted(mount.facing)}, weapon = {_quoted(mount.weapon)} }},"
        yield "]"
    for one in fleet.squadrons:
        yield from ("", "[[squadrons]]", f"name = {_quoted(one.name)}", f"kind = {_quoted(one.kind)}")
    if fleet.faction:
        yield from ("", "[faction]", *_of_a_faction(fleet.faction, "faction."))


def _of_a_faction(faction: Faction, under: str = "") -> Iterator[str]:
    """A faction, as a table `under` another or as a file of its own."""
    yield f"name = {_quoted(faction.name)}"
    for what in ("heroes", "titles", "upgrades", "weapons"):
        for key, asset in getattr(faction, what).items():
            yield from ("", f"[{under}{what}.{key}]")
            yield from (f"{name} = {_value(value)}" for name, value in msgspec.to_builtins(asset).items())


def _value(value: str | int | Sequence[str]) -> str:
    """A value as TOML writes it.

    >>> _value(True), _value(3), _value(("front", "rear"))
    ('true', '3', '["front", "rear"]')
    """
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    """The text as TOML has it, which is as JSON has it but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _unknown(ship: Ship, known: Catalogue) -> Iterator[tuple[str, str]]:
    if ship.hero and ship.hero not in known.heroes:
        yield "hero", ship.hero
    if ship.title and ship.title not in known.titles:
        yield "title", ship.title
    yield from (("upgrade", key) for key in ship.upgrades if key not in known.upgrades)
    yield from (("weapon", one.weapon) for one in ship.weapons if one.weapon not in known.weapons)


def _line_of(raw: bytes, reason: str) -> str:
    """Where the model that is named as ships[1] begins, as "Line 9: "; "" if none is named or it begins otherwise."""
    found = PLACE.search(reason)
    if found is None:
        return ""
    head, number = f"[[{found[1]}]]", int(found[2])
    lines = raw.decode("utf-8").splitlines()
    begins = [place for place, line in enumerate(lines, 1) if line.replace(" ", "").startswith(head)]
    return f"From line {begins[number]}: " if number < len(begins) else ""
