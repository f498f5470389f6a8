"""The classes of an Empire War in miniatures, read once from their table (WF57)."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from engines.seam.classes import Dice, ReadyFleet, Role, UnitClass, faction_of, key_in, model_of
from engines.seam.documents import Terrain, Unit
from engines.seam.sides import SIDES, Side
from engines.warfleets.catalogue import Facing, Kind, Model, Size, catalogue
from engines.warfleets.fleet import Mount, Ship, Squadron
from engines.warfleets.state import SQUADRON_BOXES
from engines.warfleets.war.grounds import ground_of, ground_words, grounds

TABLE: Final = Path(__file__).parents[1] / "tables" / "war_classes.toml"
SYSTEM_KEY: Final = "warfleets"
ARCS: Final[dict[Facing, str]] = {"front": "front", "sides": "both sides", "rear": "rear"}
ROMAN: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
MIX: Final[dict[Side, dict[str, int]]] = {
    "terran": {"battle_cruiser": 4, "battleship": 4, "heavy_cruiser": 4, "destroyer": 3, "light_cruiser": 2},
    "talon": {
        "battle_cruiser": 4,
        "battleship": 3,
        "dreadnought": 2,
        "heavy_cruiser": 4,
        "destroyer": 3,
        "light_cruiser": 2,
    },
}
"""The shares of each class in a fleet."""
BEST: Final[dict[Side, dict[str, int]]] = {
    "terran": {"battleship": 4, "heavy_cruiser": 4, "destroyer": 4},
    "talon": {"battleship": 3, "dreadnought": 2, "heavy_cruiser": 4, "destroyer": 4},
}
"""The same of those that are worth most."""


LISTS: Final = (
    ("line", "Line of battle", "Battleships, and cruisers to go with them.", ("battleship", "heavy_cruiser")),
    (
        "swarm",
        "Many hulls",
        "Destroyers and light cruisers: more ships than the enemy has.",
        ("destroyer", "light_cruiser"),
    ),
)
READY: Final[dict[Side, tuple[ReadyFleet, ...]]] = {
    side: tuple(
        ReadyFleet(side, key, name, words, tuple(f"{SYSTEM_KEY}/{model}" for model in models))
        for key, name, words, models in LISTS
    )
    for side in SIDES
}
"""The fleets that are ready: the same for both sides."""


class Armament(NamedTuple):
    """A weapon as lists of classes name it."""

    title: str
    arcs: str


class WarClass(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One class of a side: Ship Points and Logistics Points, and the model that stands for it.

    A class of squadrons has a kind of `squadron` instead of a `size`. What is `moored` does not move, and what is
    `unarmed` has no turret (WF56).
    """

    side: Side
    key: str
    abbreviation: str
    points: int
    lp: int
    counters: int
    names: tuple[str, ...]
    size: Size | None = None
    squadron: Kind | None = None
    role: Role = "warship"
    carries: int = 0
    moored: bool = False
    unarmed: bool = False
    title_of_ship: str = ""
    upgrades: tuple[str, ...] = ()
    mounts: tuple[Mount, ...] = ()

    @property
    def model(self) -> str:
        """Its name in the table."""
        return model_of(self.key).rpartition("/")[2]

    @property
    def title(self) -> str:
        """The class in words, as "Heavy Cruiser"."""
        return "Bomber Squadron" if self.squadron else self.model.replace("_", " ").title()

    @property
    def plural(self) -> str:
        """The class in words for more than one."""
        return f"{self.title}s"

    @property
    def numbered_title(self) -> str:
        """What its units are called in names that are numbers."""
        return "Squadron" if self.squadron else self.title

    @property
    def sheet(self) -> Model:
        """The values of the model."""
        known = catalogue()
        return known.squadrons[self.squadron] if self.squadron else known.ships[self.size or "light"]

    @property
    def model_title(self) -> str:
        """What the model is on a table, as "Heavy Ship, Avenger"."""
        titles = catalogue().titles
        return (
            f"{self.sheet.title}, {titles[self.title_of_ship].title}"
            if self.title_of_ship
            else self.sheet.title
        )

    @property
    def slots(self) -> tuple[str, ...]:
        """Its upgrades, and then its weapons."""
        return (*self.upgrades, *(mount.weapon for mount in self.mounts))

    @property
    def boxes(self) -> int:
        """How many upgrades one has, weapons among them; of a squadron its points of damage."""
        return SQUADRON_BOXES if self.squadron else len(self.slots)

    @property
    def fighters(self) -> int:
        """One for a squadron, which is there or gone; 0 for a ship."""
        return 1 if self.squadron else 0

    @property
    def weapons(self) -> Sequence[Armament]:
        """Its turret, and what it fires besides."""
        turret = [] if self.unarmed or self.squadron else [Armament("Turret", "all round")]
        known = catalogue().weapons
        return (*turret, *(Armament(known[one.weapon].title, ARCS[one.facing]) for one in self.mounts))

    @property
    def worth(self) -> float:
        """What one adds to its side's chance, about in Ship Points; a transport adds a little."""
        return self.points / 4 if self.role == "transport" else float(self.points)

    def ship(self, name: str) -> Ship:
        """The model that stands for one; ValueError for a squadron."""
        if self.size is None:
            raise ValueError(f"{self.title} is no ship")
        return Ship(name, self.size, self.upgrades, self.mounts, title=self.title_of_ship)

    def wing(self, name: str) -> Squadron:
        """The squadron that stands for one; ValueError for a ship."""
        if self.squadron is None:
            raise ValueError(f"{self.title} is no squadron")
        return Squadron(name, self.squadron)


class _Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    key: str
    abbreviation: str
    points: dict[Side, int]
    lp: int
    counters: int
    names: dict[Side, tuple[str, ...]]
    size: Size | None = None
    squadron: Kind | None = None
    role: Role = "warship"
    carries: int = 0
    moored: bool = False
    unarmed: bool = False
    title: str = ""
    upgrades: tuple[str, ...] = ()
    weapons: tuple[tuple[Facing, str], ...] = ()


@cache
def _rows() -> tuple[_Row, ...]:
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8"))["class"], tuple[_Row, ...])


@cache
def classes_of(faction: Side, side: Side) -> tuple[WarClass, ...]:
    """The classes of a faction as a side has them (33.2)."""
    return tuple(
        WarClass(
            side=side,
            key=key_in(side, faction, f"{SYSTEM_KEY}/{row.key}"),
            abbreviation=row.abbreviation,
            points=row.points[faction],
            lp=row.lp,
            counters=row.counters,
            names=row.names[faction],
            size=row.size,
            squadron=row.squadron,
            role=row.role,
            carries=row.carries,
            moored=row.moored,
            unarmed=row.unarmed,
            title_of_ship=row.title,
            upgrades=row.upgrades,
            mounts=tuple(Mount(facing, weapon) for facing, weapon in row.weapons),
        )
        for row in _rows()
        if faction in row.points
    )


@cache
def _by_key(side: Side) -> dict[str, WarClass]:
    return {kind.key: kind for faction in SIDES for kind in classes_of(faction, side)}


def _roman(number: int) -> str:
    digits = ""
    for value, digit in ROMAN:
        digits += digit * (number // value)
        number %= value
    return digits


def class_of(side: Side, unit: Unit) -> WarClass:
    """The class of a unit; KeyError if the side has no such class."""
    return _by_key(side)[unit.ship_class]


class WarCatalogue:
    """What a war in miniatures sells, and what grounds its battles have."""

    def classes(self, side: Side) -> tuple[WarClass, ...]:
        """See `Catalogue`."""
        return classes_of(side, side)

    def unit_class(self, side: Side, key: str) -> WarClass:
        """See `Catalogue`."""
        faction_of(side, key)
        return _by_key(side)[key]

    def purchasable(self, side: Side) -> tuple[WarClass, ...]:
        """See `Catalogue`."""
        return tuple(kind for kind in classes_of(side, side) if kind.role != "base")

    def base_class(self, side: Side) -> WarClass:
        """See `Catalogue`."""
        return self._named(side, "base")

    def transport_class(self, side: Side) -> WarClass:
        """See `Catalogue`."""
        return self._named(side, "transport")

    def squadron_class(self, side: Side) -> WarClass | None:
        """See `Catalogue`."""
        return next((kind for kind in classes_of(side, side) if kind.squadron), None)

    def names_of(self, kind: UnitClass) -> Iterator[str]:
        """See `Catalogue`: those of the table, and then all of them with a number."""
        yield from kind.names
        for number in count(2):
            yield from (f"{name} {_roman(number)}" for name in kind.names)

    def is_own_name(self, kind: UnitClass, name: str) -> bool:
        """See `Catalogue`."""
        first, _, number = name.rpartition(" ")
        return name in kind.names or (first in kind.names and set(number) <= set("IVX"))

    def mix(self, side: Side, *, thrifty: bool) -> Mapping[str, int]:
        """See `Catalogue`."""
        shares = (BEST if thrifty else MIX)[side]
        return {f"{SYSTEM_KEY}/{model}": share for model, share in shares.items()}

    def ready_fleets(self, side: Side) -> Sequence[ReadyFleet]:
        """See `Catalogue`."""
        return READY[side]

    def terrain_kinds(self) -> Mapping[Dice, Collection[str]]:
        """See `Catalogue`."""
        return grounds()

    def terrain_title(self, column: int, row: int) -> str:
        """See `Catalogue`."""
        return ground_words((column, row))

    def terrain_of(self, name: str, dice: Dice | None, *, rolled: bool) -> Terrain:  # noqa: ARG002
        """See `Catalogue`: what is on the table is the same, whether it was rolled or not."""
        return ground_of(name, dice)

    def _named(self, side: Side, model: str) -> WarClass:
        return next(kind for kind in classes_of(side, side) if kind.model == model)
