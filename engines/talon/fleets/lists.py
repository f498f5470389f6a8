"""Fleets by their classes, with names; of either faction, also both sides of one (33.2)."""

from collections.abc import Iterable, Iterator, Mapping

from engines.seam.classes import key_in
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of, classes_of, key_for, ship_class
from engines.talon.fleets.ship_names import names_of

Factions = Mapping[Side, Side]
"""By side, whose ships it has."""
OWN: Factions = {side: side for side in SIDES}
"""Each side has the ships of its own faction."""


def fleet(side: Side, classes: str) -> tuple[Unit, ...]:
    """A fleet by its classes, as "BC,CL,Tran,Tran", with names of its own (S34)."""
    keys = {kind.abbreviation: kind.key for kind in classes_of(side)}
    return named_fleet(side, [keys[abbreviation] for abbreviation in classes.split(",")])


def named_fleet(side: Side, keys: Iterable[str]) -> tuple[Unit, ...]:
    """A fleet by the keys of its classes, with the names of the game and those of this site where they run out."""
    return named_fleets({side: keys})[side]


def named_fleets(keys: Mapping[Side, Iterable[str]]) -> dict[Side, tuple[Unit, ...]]:
    """The fleets of both sides by the keys of their classes; where both have one faction, no name is on both sides."""
    names: dict[tuple[Side, str], Iterator[str]] = {}
    found = {}
    for side, chosen in keys.items():
        kinds = [ship_class(side, key) for key in chosen]
        for kind in kinds:
            names.setdefault((kind.faction, kind.model), names_of(kind))
        found[side] = tuple(Unit(next(names[kind.faction, kind.model]), kind.key) for kind in kinds)
    return found


def fleet_of_names(side: Side, classes: str, faction: Side | None = None) -> tuple[Unit, ...]:
    """A fleet by its classes and names, as "CA Napoleon, FTR Black Jack"; of another faction if one is given."""
    of = faction or side
    keys = {kind.abbreviation: key_for(side, kind) for kind in classes_of(of)}
    pairs = (one.strip().split(" ", 1) for one in classes.split(","))
    return tuple(Unit(name, keys[abbreviation]) for abbreviation, name in pairs)


def keys_of(side: Side, faction: Side) -> list[str]:
    """The keys by which a side has the classes of a faction, in the order of the table."""
    return [key_in(side, faction, kind.key) for kind in classes_of(faction)]


def points(units: Iterable[Unit], side: Side) -> int:
    """The Ship Points of some units of a side."""
    return sum(class_of(side, unit).points for unit in units)


def price(unit: Unit, side: Side) -> int:
    """What a unit costs in a fleet of one's own: a tenth less, half up, if a group is jury rigged (24, R82)."""
    full = class_of(side, unit).points
    return full if unit.jury is None else (9 * full + 5) // 10


def prices(units: Iterable[Unit], side: Side) -> int:
    """What some units of a side cost in a fleet of one's own."""
    return sum(price(unit, side) for unit in units)
