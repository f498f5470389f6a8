"""The ship classes and terrain patterns of the published game, read once from their tables."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.seam.classes import Role, faction_of, key_in, model_of
from engines.seam.documents import Unit
from engines.seam.sides import Side
from engines.talon.deployment import SQUADRONS_CARRIED, takes_squadrons
from engines.talon.worth import WORTH

TABLES: Final = Path(__file__).parent / "tables"

ROLES: Final[dict[str, Role]] = {
    "carrier": "carrier",
    "fighter": "squadron",
    "transport": "transport",
    "base": "base",
}
"""By key the role of a class that is no warship."""


def role_of(ship_class: str) -> Role:
    """What units of the class are to a battle, by its key.

    >>> role_of("fighter"), role_of("destroyer"), role_of("terran:transport")
    ('squadron', 'warship', 'transport')
    """
    return ROLES.get(model_of(ship_class), "warship")


def weapon_words(kind: str) -> str:
    """A kind of weapon as a sentence has it.

    >>> weapon_words("anti_matter_torpedo"), weapon_words("wave_motion_gun")
    ('anti-matter torpedo', 'wave motion gun')
    """
    return kind.replace("anti_", "anti-").replace("_", " ")


class WeaponGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Weapons that share one charge bar (8): `red` + `yellow` boxes, firing into the `arcs` F, L, R, B."""

    type: str
    count: int
    red: int
    yellow: int
    arcs: str

    @property
    def title(self) -> str:
        """The group's name with its count, as "2 x phaser"."""
        name = weapon_words(self.type)
        return name if self.count == 1 else f"{self.count} x {name}"


class Shields(Struct, frozen=True, forbid_unknown_fields=True):
    """Shield boxes on each arc (5.3)."""

    front: int
    left: int
    right: int
    rear: int


class ShipClass(Struct, frozen=True, forbid_unknown_fields=True, rename={"key": "class"}):
    """One class of ship: `points` are Ship Points, `lp` Logistics Points (31.5), `counters` a box's (31.6).

    `side` is the one that has it in a battle; a class of the other faction has that in its key (33.2).
    """

    side: Side
    key: str
    abbreviation: str
    points: int
    lp: int
    explosion: int
    counters: int
    names: tuple[str, ...]
    power_curve: tuple[tuple[int, int, int], ...]
    start_speed: int
    hull: tuple[str, ...]
    weapons: tuple[WeaponGroup, ...]
    shields: Shields | None = None
    battery: bool = False
    afterburners: int = 0
    fighters: int = 0

    @property
    def faction(self) -> Side:
        """Whose ships they are, whichever side has them (33.2)."""
        return faction_of(self.side, self.key)

    @property
    def model(self) -> str:
        """Its key where its own faction has it."""
        return model_of(self.key)

    @property
    def title(self) -> str:
        """The class in words, as "Heavy Cruiser"; a fighter counter is a squadron."""
        return "Fighter Squadron" if self.fighters else self.model.replace("_", " ").title()

    @property
    def plural(self) -> str:
        """The class in words for more than one, as "Heavy Cruisers"."""
        return f"{self.title}s"

    @property
    def numbered_title(self) -> str:
        """What its units are called in names that are numbers, as "Squadron 3"."""
        return "Squadron" if self.fighters else self.title

    @property
    def role(self) -> Role:
        """What it is to a war."""
        return role_of(self.key)

    @property
    def boxes(self) -> int:
        """The hull boxes of one."""
        return len(self.hull)

    @property
    def carries(self) -> int:
        """The squadrons that one takes (12.2, 31.6)."""
        return SQUADRONS_CARRIED if takes_squadrons(self.role) else 0

    @property
    def weapons_in_short(self) -> str:
        """Its weapons by name, whatever their arcs, "none" without any: "3 × phaser, wave motion gun"."""
        counts: dict[str, int] = {}
        for group in self.weapons:
            name = group.title.rpartition(" x ")[2]
            counts[name] = counts.get(name, 0) + group.count
        return (
            ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items()) or "none"
        )

    @property
    def worth(self) -> float:
        """What one adds to its side's chance in a battle, about in Ship Points."""
        return WORTH[self.faction][self.model]

    def is_critical(self, box: int) -> bool:
        """Whether hull box number `box` (from 0, in the order they are marked) calls for a critical roll (8.4)."""
        return self.hull[box].endswith("*")

    def critical_boxes(self, marked_before: int, marked_after: int) -> int:
        """How many critical boxes lie among the hull boxes marked from `marked_before` to `marked_after`."""
        return sum(self.is_critical(box) for box in range(marked_before, marked_after))


class _ShipTable(Struct, forbid_unknown_fields=True):
    ship: tuple[ShipClass, ...]


@cache
def ship_classes() -> dict[tuple[Side, str], ShipClass]:
    """Every class by side and key, in the table's order (small to large, then support)."""
    table = msgspec.convert(tomllib.loads((TABLES / "ships.toml").read_text()), _ShipTable)
    return {(ship.side, ship.key): ship for ship in table.ship}


@cache
def ship_class(side: Side, key: str) -> ShipClass:
    """The class `key` of `side`, of the other faction if the key names it (33.2); KeyError if there is none."""
    if ":" not in key:
        return ship_classes()[side, key]
    faction = faction_of(side, key)
    if faction == side:
        raise KeyError(side, key)
    return replace(ship_classes()[faction, model_of(key)], side=side, key=key)


def class_of(side: Side, unit: Unit) -> ShipClass:
    """The class of a unit that fights for the side; KeyError if that side has no such class."""
    return ship_class(side, unit.ship_class)


def known_class(side: Side, key: str) -> ShipClass | None:
    """The class `key` of `side`, or None if there is none."""
    try:
        return ship_class(side, key)
    except KeyError:
        return None


def key_for(side: Side, kind: ShipClass) -> str:
    """The key by which a side has ships of a class that is its own faction's, or the other's (33.2)."""
    return key_in(side, kind.faction, kind.model)


@cache
def classes_of(side: Side) -> tuple[ShipClass, ...]:
    """Every class of one side, the base included."""
    return tuple(ship for ship in ship_classes().values() if ship.side == side)


@cache
def purchasable(side: Side) -> tuple[ShipClass, ...]:
    """The classes a treasury can buy in any turn: all but the base, which is placed at the start only (31.2)."""
    return tuple(ship for ship in classes_of(side) if ship.role != "base")


Pattern = dict[str, tuple[tuple[int, int], ...]]


@cache
def astrometrics() -> dict[tuple[int, int], Pattern]:
    """The terrain pattern of each pair of dice, column then row (30.3, R22): hexes of each kind, axial."""
    raw = tomllib.loads((TABLES / "astrometrics.toml").read_text())
    return {
        (int(key[0]), int(key[2])): {kind: tuple((q, r) for q, r in hexes) for kind, hexes in pattern.items()}
        for key, pattern in raw.items()
    }


def pattern_title(column: int, row: int) -> str:
    """A pattern in words, as "3 asteroids, 1 nebula".

    >>> pattern_title(2, 2), pattern_title(1, 6)
    ('2 nebulae, 1 asteroid', '1 black hole')
    """
    return ", ".join(_counted(kind, len(hexes)) for kind, hexes in astrometrics()[column, row].items())


PLURALS = {
    "nebula": "nebulae",
    "asteroid": "asteroids",
    "planet": "barren planets",
    "black_hole": "black holes",
}


def _counted(kind: str, number: int) -> str:
    word = PLURALS[kind] if number > 1 else {"planet": "barren planet"}.get(kind, kind.replace("_", " "))
    return f"{number} {word}"


@cache
def section_titles() -> dict[str, str]:
    """What each section of the printed rules is about, by its number."""
    return tomllib.loads((TABLES / "sections.toml").read_text(encoding="utf-8"))


@cache
def section_briefs() -> dict[str, str]:
    """What sections of the printed rules say, in brief and in our own words, by their numbers."""
    return tomllib.loads((TABLES / "brief.toml").read_text(encoding="utf-8"))
