"""A ship or a squadron as a card for the table: its values, its damage boxes, and what its rules do."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.warfleets.catalogue import Catalogue, Model, Weapon, catalogue
from engines.warfleets.fleet import Ship, Squadron, ship_points

TABLE: Final = Path(__file__).parent / "tables" / "words.toml"
PULSE: Final = (2, 3)
"""Inches that a Pulse Engine adds to a move, and to a cruise."""
SQUADRON_BOXES: Final = 3
"""A squadron is destroyed by so much damage (W18)."""
EACH_ROUND: Final = ("1", "2", "3", "4")
"""The rounds of a game (W5)."""
MARKERS: Final = 4
"""A mission has so many markers at most, and a ship can carry all of them (W5)."""


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


class Mark(Struct, frozen=True):
    """What a table notes of a model as the game goes on: what stands in each box, the number of a round or ""."""

    title: str
    boxes: tuple[str, ...]


class Card(Struct, frozen=True):
    """A card; a weapon's title begins with its facing, and `model` has evasion, defence and the title.

    `speeds` and `turret` are in words, with what its own upgrades add to them while they work. `marks` are its state.
    """

    name: str
    points: int
    model: Model
    speeds: str
    turret: str
    upgrades: tuple[Line, ...] = ()
    weapons: tuple[Line, ...] = ()
    extras: tuple[Line, ...] = ()
    boxes: int = 0
    marks: tuple[Mark, ...] = ()

    @property
    def slots(self) -> int:
        """How many upgrades it has, weapons among them: rams are decided by them, and morale."""
        return len(self.upgrades) + len(self.weapons)


@cache
def words() -> Words:
    """The table; msgspec.ValidationError if it holds anything that is not as it must be."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), Words)


class Asset(Struct, frozen=True):
    """What a hero, a title, an upgrade or a weapon is called, and what it does."""

    title: str
    words: str


def all_assets(known: Catalogue) -> dict[str, tuple[Asset, ...]]:
    """What a fleet can have of each kind, and what it does, in words."""
    told = words()
    heroes = [Asset(one.title, told.heroes[known.effect(key)]) for key, one in known.heroes.items()]
    titles = [Asset(one.title, told.titles[known.effect(key)]) for key, one in known.titles.items()]
    upgrades = [Asset(one.title, _of_upgrade(known, key)) for key, one in known.upgrades.items()]
    weapons = [Asset(one.title, _of_weapon(one)) for one in known.weapons.values()]
    groups = {"Heroes": heroes, "Titles": titles, "Upgrades": upgrades, "Weapons": weapons}
    return {title: tuple(group) for title, group in groups.items()}


def _of_upgrade(known: Catalogue, key: str) -> str:
    return words().upgrades[known.effect(key)].format(boxes=known.upgrades[key].boxes)


def _of_weapon(weapon: Weapon) -> str:
    values = f"{weapon.range}″, attacks {weapon.attacks}, strength {weapon.strength}."
    held = ("Fires only when holding.",) if weapon.hold_only else ()
    return " ".join((values, *held, *(words().specials[one] for one in weapon.specials)))


def ship_card(ship: Ship, known: Catalogue) -> Card:
    """The card of a ship that the rules allow; KeyError of one that has what nobody knows."""
    told = words()
    upgrades = tuple(
        Line(known.upgrades[key].title, _of_upgrade(known, key), known.upgrades[key].boxes)
        for key in ship.upgrades
    )
    weapons = []
    for mount in ship.weapons:
        weapon = known.weapons[mount.weapon]
        weapons.append(Line(f"{mount.facing.capitalize()}: {weapon.title}", _of_weapon(weapon), weapon.boxes))
    extras = [Line(known.heroes[ship.hero].title, told.heroes[known.effect(ship.hero)])] if ship.hero else []
    extras += (
        [Line(known.titles[ship.title].title, told.titles[known.effect(ship.title)])] if ship.title else []
    )
    model = known.ships[ship.size]
    titles = {known.effect(key): known.upgrades[key].title for key in ship.upgrades}
    return Card(
        ship.name,
        ship_points(ship, known),
        model,
        _speeds(model, titles.get("pulse-engine", "")),
        _turret(model, titles.get("nuclear-ammo", ""), titles.get("precision-rig", "")),
        upgrades,
        tuple(weapons),
        tuple(extras),
        marks=_ship_marks(known.effect(ship.hero)),
    )


def _ship_marks(hero: str) -> tuple[Mark, ...]:
    """In which rounds a ship was activated and held, so that it is an easy target (W7, W13), and what it carries.

    >>> [mark.title for mark in _ship_marks("tactical-master")]
    ['Activated', 'Held', 'Markers', 'In reserve']
    """
    waits = (Mark("In reserve", ("",)),) if hero == "tactical-master" else ()
    return Mark("Activated", EACH_ROUND), Mark("Held", EACH_ROUND), Mark("Markers", ("",) * MARKERS), *waits


def _speeds(model: Model, engine: str = "") -> str:
    """What a model may move and cruise, with its Pulse Engine, of that title, if it has one.

    >>> _speeds(catalogue().ships["light"], "Pulse Engine")
    'Move 8″ (10″ with Pulse Engine), cruise 12″ (15″)'
    """
    if not engine:
        return f"Move {model.move}″, cruise {model.cruise}″"
    move, cruise = model.move + PULSE[0], model.cruise + PULSE[1]
    return f"Move {model.move}″ ({move}″ with {engine}), cruise {model.cruise}″ ({cruise}″)"


def _turret(model: Model, ammo: str = "", rig: str = "") -> str:
    """What its turret does, with its Nuclear Ammo and its Precision Rig, of those titles, if it has them."""
    turret = model.turret
    stronger = f" ({turret.strength + 1} with {ammo})" if ammo else ""
    surer = f", +1 to hit with {rig}" if rig else ""
    return f"Turret {turret.range}″, attacks {turret.attacks}, strength {turret.strength}{stronger}{surer}"


def squadron_card(squadron: Squadron) -> Card:
    """The card of a squadron, with the rounds in which it was activated and engaged (W7, W9)."""
    kind = catalogue().squadrons[squadron.kind]
    rules = tuple(Line(one.title(), words().specials[one]) for one in kind.specials)
    marks = (Mark("Activated", EACH_ROUND), Mark("Engaged", EACH_ROUND))
    return Card(
        squadron.name,
        kind.points,
        kind,
        _speeds(kind),
        _turret(kind),
        extras=rules,
        boxes=SQUADRON_BOXES,
        marks=marks,
    )
