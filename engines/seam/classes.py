"""What every system's class of unit has, whatever else the system knows of it, and what a war asks of all of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from engines.seam.documents import Terrain
from engines.seam.sides import SIDES, Side

FACTIONS: Final[dict[str, Side]] = {side: side for side in SIDES}
"""The factions by name: a side bears the name of the one whose ships it has, unless both have the same (33.2)."""
Role = Literal["warship", "carrier", "squadron", "transport", "base"]
"""What units of a class are to a war, which treats those of each role by rules of its own."""
Dice = tuple[int, int]
"""The dice by which a map names terrain: column, then row (30.3)."""


def key_in(side: Side, faction: Side, model: str) -> str:
    """The key of a faction's class where a side has it: the other faction is named in it (33.2).

    >>> key_in("talon", "terran", "destroyer"), key_in("terran", "terran", "destroyer")
    ('terran:destroyer', 'destroyer')
    """
    return model if faction == side else f"{faction}:{model}"


def faction_of(side: Side, key: str) -> Side:
    """Whose ships those of a class are that a side has, by the class's key; KeyError if it names no faction.

    >>> faction_of("talon", "terran:destroyer"), faction_of("talon", "destroyer")
    ('terran', 'talon')
    """
    named, mark, _ = key.partition(":")
    return FACTIONS[named] if mark else side


def model_of(key: str) -> str:
    """The key of a class where its own faction has it.

    >>> model_of("terran:destroyer"), model_of("destroyer")
    ('destroyer', 'destroyer')
    """
    return key.rpartition(":")[2]


def symbol_of(side: Side, key: str) -> str:
    """The name of a class's picture: that of its faction and the class, which is one for all systems.

    >>> symbol_of("talon", "terran:destroyer"), symbol_of("talon", "warfleets/destroyer")
    ('terran-destroyer', 'talon-destroyer')
    """
    return f"{faction_of(side, key)}-{model_of(key).rpartition('/')[2]}"


class ClassWeapon(Protocol):
    """A weapon, or a group of them, of a class."""

    @property
    def title(self) -> str:
        """Its name, with its number if there are several."""

    @property
    def arcs(self) -> str:
        """Where it fires, as its system writes it."""


class UnitClass(Protocol):
    """One class of ship, squadron or base of one side.

    `points` are Ship Points and `lp` Logistics Points (31.5); of a class `counters` are in one box of the game, and no
    more are on the map at once (31.6). `names` are those printed.
    """

    def __hash__(self) -> int:
        """A class can be the key of a mapping, and be counted."""

    @property
    def side(self) -> Side:
        """The side that has it in a battle."""

    @property
    def key(self) -> str:
        """Its name in documents: of one system only, and of one role there, whichever side has it.

        Where a side has a class of the other faction, that is named too: `key_in`.
        """

    @property
    def abbreviation(self) -> str:
        """Its short name."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def plural(self) -> str:
        """Its name for people where there are more than one."""

    @property
    def numbered_title(self) -> str:
        """What its units are called in names that are numbers, such as "Base 2"."""

    @property
    def points(self) -> int:
        """What one costs, Ship Points."""

    @property
    def lp(self) -> int:
        """The Logistics Points of one (31.5)."""

    @property
    def counters(self) -> int:
        """How many a box of the game holds (31.6)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are printed, in their order."""

    @property
    def role(self) -> Role:
        """What it is to a war."""

    @property
    def boxes(self) -> int:
        """The hull boxes of one."""

    @property
    def fighters(self) -> int:
        """The fighters of a squadron; 0 for all that is none."""

    @property
    def carries(self) -> int:
        """The squadrons that one takes (31.6)."""

    @property
    def weapons(self) -> Sequence[ClassWeapon]:
        """What it fires with, in the order of its sheet."""

    @property
    def worth(self) -> float:
        """What one adds to its side's chance in a battle, about in Ship Points."""


class ReadyFleet(Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet by name: after one of every class, `list` is bought over and over while it can be."""

    side: Side
    key: str
    name: str
    words: str
    list: tuple[str, ...]


class Catalogue(Protocol):
    """The classes of a system, and the terrain that its battles may have."""

    def classes(self, side: Side) -> tuple[UnitClass, ...]:
        """Every class of a side's own faction, in the order in which they are listed."""

    def unit_class(self, side: Side, key: str) -> UnitClass:
        """A class that a side may have, also of the other faction; KeyError if there is none of that key."""

    def purchasable(self, side: Side) -> tuple[UnitClass, ...]:
        """The classes that a treasury can buy in any turn (31.2)."""

    def base_class(self, side: Side) -> UnitClass:
        """The class of the side's bases."""

    def transport_class(self, side: Side) -> UnitClass | None:
        """The class with which the side lands on planets; None if it sells none."""

    def squadron_class(self, side: Side) -> UnitClass | None:
        """The class of the side's squadrons; None if it sells none."""

    def names_of(self, kind: UnitClass) -> Iterator[str]:
        """The names that ships of a class get, one after the other, without end (S34)."""

    def is_own_name(self, kind: UnitClass, name: str) -> bool:
        """Whether a name is one of `names_of`."""

    def mix(self, side: Side, *, thrifty: bool) -> Mapping[str, int]:
        """By key the share of each class that a commander wants in a fleet; `thrifty`: of those worth most only."""

    def ready_fleets(self, side: Side) -> Sequence[ReadyFleet]:
        """Fleets to begin a war with, for those who do not want to make one."""

    def terrain_kinds(self) -> Mapping[Dice, Collection[str]]:
        """The kinds of terrain of each pair of dice (30.3); at least one has no black hole."""

    def terrain_title(self, column: int, row: int) -> str:
        """The terrain of a pair of dice in words."""

    def terrain_of(self, name: str, dice: Dice | None, *, rolled: bool) -> Terrain:
        """A zone's terrain as the system's own document: its name, and its dice if it has any, fixed or `rolled`."""
