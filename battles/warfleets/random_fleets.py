"""Fleets drawn at random, which the rules always allow."""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from battles.warfleets.keeping import MOST_SHIPS, MOST_SQUADRONS
from engines.warfleets.building import A_HERO
from engines.warfleets.catalogue import Facing, Size, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron, fleet_points, ship_points, upgrades_of

FLEETS: Final = (
    "Autumn",
    "Border",
    "Coast",
    "Dawn",
    "Eastern",
    "Harbour",
    "Northern",
    "Rim",
    "Southern",
    "Western",
)
SHIPS: Final = ("Anvil", "Comet", "Dagger", "Echo", "Granite", "Juniper", "Lark", "Raven", "Sabre", "Zenith")
SQUADRONS: Final = ("Amber", "Bronze", "Copper", "Dusk", "Ember", "Flint", "Ghost", "Hazel", "Indigo", "Jade")
FACINGS: Final[tuple[Facing, ...]] = ("front", "sides", "rear")
MORE: Final = 0.5
"""How likely another ship is where its points could be spent on squadrons."""
WEAPONS: Final = 0.5
"""How many of a ship's places have weapons, on average."""


def random_fleet(points: int, chance: Random) -> Fleet:
    """A lawful fleet for a game of so many points, which have to pay for one ship at least.

    It has heroes and titles by chance, squadrons for what is left, and no more of both than a fleet on this site.
    """
    while True:
        fleet = _drawn(points, chance)
        if len(fleet.ships) <= MOST_SHIPS and len(fleet.squadrons) <= MOST_SQUADRONS:
            return fleet


def _drawn(points: int, chance: Random) -> Fleet:
    ships = _ships(points, chance)
    ships = _with_titles(_with_heroes(ships, points, chance), points, chance)
    fleet = Fleet(f"{chance.choice(FLEETS)} Fleet", tuple(ships))
    kinds = catalogue().squadrons
    dearest = max(one.points for one in kinds.values())
    many = min(upgrades_of(fleet), (points - fleet_points(fleet)) // dearest)
    names = _names(SQUADRONS, many, chance)
    return replace(fleet, squadrons=tuple(Squadron(name, chance.choice([*kinds])) for name in names))


def _ships(points: int, chance: Random) -> list[Ship]:
    known = catalogue()
    least, wing = min(one.points for one in known.ships.values()), known.squadrons["fighter"].points
    sizes: list[Size] = []
    left, places = points, 0
    while left >= least and (not sizes or left > wing * places or chance.random() < MORE):
        size = chance.choice([key for key, one in known.ships.items() if one.points <= left])
        sizes.append(size)
        left -= known.ships[size].points
        places += known.ships[size].upgrades
    names = _names(SHIPS, len(sizes), chance)
    return [_fitted(name, size, chance) for name, size in zip(names, sizes, strict=True)]


def _fitted(name: str, size: Size, chance: Random) -> Ship:
    """A ship with all its places filled."""
    known = catalogue()
    facings = chance.sample(FACINGS, len(FACINGS))
    weapons: list[Mount] = []
    places = known.ships[size].upgrades
    for facing in facings[:places]:
        if chance.random() < WEAPONS:
            taken = [one.weapon for one in weapons]
            able = [key for key, one in known.weapons.items() if facing in one.facings and key not in taken]
            weapons.append(Mount(facing, chance.choice(able)))
    upgrades = chance.sample([*known.upgrades], places - len(weapons))
    return Ship(name, size, tuple(upgrades), tuple(weapons))


def _with_heroes(ships: Sequence[Ship], points: int, chance: Random) -> list[Ship]:
    """The ships with as many heroes as a game of so many points allows, each on a ship of its own, or fewer."""
    found, heroes = list(ships), catalogue().heroes
    many = min(points // A_HERO, len(heroes), len(found))
    left = points - _cost(found)
    aboard = zip(chance.sample([*heroes], many), chance.sample(range(len(found)), many), strict=True)
    for hero, at in aboard:
        if heroes[hero].points <= left:
            found[at] = replace(found[at], hero=hero)
            left -= heroes[hero].points
    return found


def _with_titles(ships: Sequence[Ship], points: int, chance: Random) -> list[Ship]:
    """The ships, one of which has a title if there are points for it."""
    found = list(ships)
    left = points - _cost(found)
    able = [key for key, one in catalogue().titles.items() if one.points <= left]
    if able:
        at = chance.randrange(len(found))
        found[at] = replace(found[at], title=chance.choice(able))
    return found


def _cost(ships: Sequence[Ship]) -> int:
    return sum(ship_points(ship, catalogue()) for ship in ships)


def _names(names: Sequence[str], many: int, chance: Random) -> list[str]:
    """So many names, each once: those of the list, and then the same with a number."""
    drawn = chance.sample(names, len(names))
    rounds = range(1, many // len(names) + 2)
    return [f"{name} {number}" if number > 1 else name for number in rounds for name in drawn][:many]
