"""A ship or a squadron as a card for the table: its values, its damage boxes, and what its rules do."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.warfleets.catalogue import Catalogue, Model, catalogue
from engines.warfleets.fleet import Ship, Squadron, ship_points

TABLE: Final = Path(__file__).parent / "tables" / "words.toml"
SQUADRON_BOXES: Final = 3
"""A squadron is destroyed by so much damage (W18)."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules do, by key."""

    heroes: dict[str, str]
    titles: dict[str, str]
    upgrades: dict[str, str]
    specials: dict[str, str]


class Line(Struct, frozen=True):
    """A part of a card: `boxes` for damage, 0 if it takes none."""

    title: str
    words: str
    boxes: int = 0


class Card(Struct, frozen=True):
    """A card; a weapon's title begins with its facing, and `model` has speeds, turret, evasion and defence."""

    name: str
    points: int
    model: Model
    upgrades: tuple[Line, ...] = ()
    weapons: tuple[Line, ...] = ()
    extras: tuple[Line, ...] = ()
    boxes: int = 0


@cache
def words() -> Words:
    """The table; msgspec.ValidationError if it holds anything that is not as it must be."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), Words)


def ship_card(ship: Ship, known: Catalogue) -> Card:
    """The card of a ship that the rules allow; KeyError of one that has what nobody knows."""
    told = words()
    upgrades = tuple(
        Line(known.upgrades[key].title, told.upgrades[known.effect(key)], known.upgrades[key].boxes)
        for key in ship.upgrades
    )
    weapons = []
    for mount in ship.weapons:
        weapon = known.weapons[mount.weapon]
        values = f"{weapon.range}″, attacks {weapon.attacks}, strength {weapon.strength}."
        held = ("Fires only when holding.",) if weapon.hold_only else ()
        rules = " ".join((values, *held, *(told.specials[one] for one in weapon.specials)))
        weapons.append(Line(f"{mount.facing.capitalize()}: {weapon.title}", rules, weapon.boxes))
    extras = [Line(known.heroes[ship.hero].title, told.heroes[known.effect(ship.hero)])] if ship.hero else []
    extras += (
        [Line(known.titles[ship.title].title, told.titles[known.effect(ship.title)])] if ship.title else []
    )
    model = known.ships[ship.size]
    return Card(ship.name, ship_points(ship, known), model, upgrades, tuple(weapons), tuple(extras))


def squadron_card(squadron: Squadron) -> Card:
    """The card of a squadron."""
    kind = catalogue().squadrons[squadron.kind]
    rules = tuple(Line(one.title(), words().specials[one]) for one in kind.specials)
    return Card(squadron.name, kind.points, kind, extras=rules, boxes=SQUADRON_BOXES)
