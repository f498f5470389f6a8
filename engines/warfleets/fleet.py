"""A fleet as a document: its ships with what they carry, and its squadrons."""

from msgspec import UNSET, Struct, UnsetType

from engines.warfleets.catalogue import Catalogue, Facing, Kind, Size, catalogue
from engines.warfleets.factions import Faction, joined


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon on a facing; the one on the sides fires to either side."""

    facing: Facing
    weapon: str


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship; `hero` and `title` are "" if it has none."""

    name: str
    size: Size
    upgrades: tuple[str, ...] = ()
    weapons: tuple[Mount, ...] = ()
    hero: str = ""
    title: str = ""


class Squadron(Struct, frozen=True, forbid_unknown_fields=True):
    """A squadron."""

    name: str
    kind: Kind


class Fleet(Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet under its name, with the faction whose assets it may use (W3)."""

    name: str
    ships: tuple[Ship, ...] = ()
    squadrons: tuple[Squadron, ...] = ()
    faction: Faction | UnsetType = UNSET

    @property
    def assets(self) -> Catalogue:
        """All that it can have."""
        return joined(self.faction) if self.faction else catalogue()


def ship_points(ship: Ship, known: Catalogue) -> int:
    """What a ship costs with its hero and title; upgrades and weapons are free, and what nobody knows costs nothing.

    >>> ship_points(Ship("Ark", "light", hero="expert-sapper", title="avenger"), catalogue())
    55
    """
    extras = (known.heroes.get(ship.hero), known.titles.get(ship.title))
    return known.ships[ship.size].points + sum(extra.points for extra in extras if extra is not None)


def fleet_points(fleet: Fleet) -> int:
    """What a whole fleet costs."""
    known = fleet.assets
    squadrons = sum(known.squadrons[squadron.kind].points for squadron in fleet.squadrons)
    return squadrons + sum(ship_points(ship, known) for ship in fleet.ships)


def upgrades_of(fleet: Fleet) -> int:
    """How many upgrades its ships have in all; a weapon is one."""
    return sum(len(ship.upgrades) + len(ship.weapons) for ship in fleet.ships)
