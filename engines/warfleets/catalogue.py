"""Ships, squadrons, heroes, titles, upgrades and weapons of the published game, read once from their table."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

TABLE: Final = Path(__file__).parent / "tables" / "catalogue.toml"

Size = Literal["light", "medium", "heavy"]
Kind = Literal["gunship", "fighter", "bomber"]
Facing = Literal["front", "sides", "rear"]
Special = Literal[
    "anti-ship",
    "anti-squadron",
    "blast",
    "broadside",
    "deadly",
    "fragile",
    "overheating",
    "relentless",
    "rogue",
]


class Turret(Struct, frozen=True, forbid_unknown_fields=True):
    """What every model fires in all directions: range in inches, dice, and what its strength takes from a block."""

    range: int
    attacks: int
    strength: int


class Model(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What ships and squadrons have: speeds in inches; `evasion` and `defence` are the least die that will do."""

    title: str
    points: int
    move: int
    cruise: int
    turret: Turret
    evasion: int
    defence: int


class SquadronKind(Model, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One kind of squadron."""

    specials: tuple[Special, ...] = ()


class ShipSize(Model, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One size of ship, and how many `upgrades` it has to take."""

    upgrades: int


class Extra(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hero or a title, which adds its points to those of its ship; one of a faction works as a published one."""

    title: str
    points: int
    works_as: str = ""


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An upgrade, which is free; it is disabled by as much damage as it has `boxes`.

    One of a faction works as a published one.
    """

    title: str
    boxes: int = 3
    works_as: str = ""


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon that is an upgrade, on one of `facings`; with `hold_only` it fires only from a ship that holds."""

    title: str
    range: int
    attacks: int
    strength: int
    specials: tuple[Special, ...]
    facings: tuple[Facing, ...] = ("front", "sides", "rear")
    hold_only: bool = False
    boxes: int = 3


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a fleet can have, by its key."""

    ships: dict[Size, ShipSize]
    squadrons: dict[Kind, SquadronKind]
    heroes: dict[str, Extra]
    titles: dict[str, Extra]
    upgrades: dict[str, Upgrade]
    weapons: dict[str, Weapon]

    def effect(self, key: str) -> str:
        """The published hero, title or upgrade as which one works: itself, unless it is a faction's (WF61)."""
        found = self.upgrades.get(key) or self.heroes.get(key) or self.titles.get(key)
        return (found.works_as if found else "") or key


@cache
def catalogue() -> Catalogue:
    """The table; msgspec.ValidationError if it holds anything that is not as it must be."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), Catalogue)
