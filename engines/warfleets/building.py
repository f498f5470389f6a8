"""Why a fleet may not be played: every reason at once, each with its rule."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engines.seam.refusals import Refusal
from engines.seam.words.names import fault as fault_of_name
from engines.warfleets.catalogue import Catalogue, catalogue
from engines.warfleets.factions import faults
from engines.warfleets.fleet import Fleet, Ship, fleet_points, upgrades_of

A_HERO: Final = 300
"""A fleet has one hero for so many points of the game."""


def refusals(fleet: Fleet, points: int) -> tuple[Refusal, ...]:
    """What the rules have against a fleet in a game of so many points; none if it may be played."""
    faction = faults(fleet.faction) if fleet.faction else ()
    return (*faction, *_of_the_fleet(fleet, points), *_of_the_names(fleet), *_of_the_ships(fleet))


def _of_the_fleet(fleet: Fleet, points: int) -> Iterator[Refusal]:
    cost = fleet_points(fleet)
    if cost > points:
        yield Refusal("W3", f"The fleet costs {cost} points, {cost - points} more than the game allows.")
    if not fleet.ships:
        yield Refusal("WF15", "The fleet has no ship. It needs at least one.")
    squadrons, upgrades = len(fleet.squadrons), upgrades_of(fleet)
    if squadrons > upgrades:
        yield Refusal(
            "W3",
            f"Squadrons: {squadrons}. Upgrades on ships: {upgrades}. A fleet has no more squadrons than upgrades.",
        )
    heroes = Counter(ship.hero for ship in fleet.ships if ship.hero)
    allowed = max(points, 0) // A_HERO
    if heroes.total() > allowed:
        yield Refusal(
            "W3", f"Heroes: {heroes.total()}. In a game of {points} points a fleet may have {allowed}."
        )
    known = fleet.assets
    for hero, count in _by_effect((ship.hero for ship in fleet.ships if ship.hero), known).items():
        if count > 1 and hero in known.heroes:
            yield Refusal("W3", f"{known.heroes[hero].title} is on {count} ships. A hero joins only one.")


def _of_the_names(fleet: Fleet) -> Iterator[Refusal]:
    if wrong := fault_of_name(fleet.name):
        yield Refusal("WF14", wrong, "fleet")
    names = Counter([*(ship.name for ship in fleet.ships), *(one.name for one in fleet.squadrons)])
    for name, count in names.items():
        if wrong := fault_of_name(name):
            yield Refusal("WF14", wrong, name)
        elif count > 1:
            yield Refusal("WF14", f"The name {name} is used {count} times. Every model needs its own.", name)


def _of_the_ships(fleet: Fleet) -> Iterator[Refusal]:
    known = fleet.assets
    for ship in fleet.ships:
        found = (*_unknown(ship, known), *_slots(ship), *_twice(ship, known), *_mounts(ship, known))
        for rule, reason in found:
            yield Refusal(rule, f"{ship.name}: {reason}", ship.name)


def _unknown(ship: Ship, known: Catalogue) -> Iterator[tuple[str, str]]:
    if ship.hero and ship.hero not in known.heroes:
        yield "W3", f"There is no hero “{ship.hero}”."
    if ship.title and ship.title not in known.titles:
        yield "W3", f"There is no title “{ship.title}”."
    for upgrade in ship.upgrades:
        if upgrade not in known.upgrades:
            yield "W3", f"There is no upgrade “{upgrade}”."
    for mount in ship.weapons:
        if mount.weapon not in known.weapons:
            yield "W3", f"There is no weapon “{mount.weapon}”."


def _slots(ship: Ship) -> Iterator[tuple[str, str]]:
    needed = catalogue().ships[ship.size].upgrades
    taken = len(ship.upgrades) + len(ship.weapons)
    if taken > needed:
        yield "W3", f"It has {taken} upgrades and weapons, and room for {needed}."
    elif taken < needed:
        every = "Both" if needed == 2 else f"All {needed}"
        yield "WF6", f"It has {taken} upgrades and weapons. {every} places must be filled."


def _twice(ship: Ship, known: Catalogue) -> Iterator[tuple[str, str]]:
    for upgrade, count in _by_effect(ship.upgrades, known).items():
        if count > 1 and upgrade in known.upgrades:
            yield "W3", f"{known.upgrades[upgrade].title} is taken {count} times. A ship takes it only once."
    for weapon, count in Counter(mount.weapon for mount in ship.weapons).items():
        if count > 1 and weapon in known.weapons:
            yield "WF13", f"{known.weapons[weapon].title} is taken {count} times. A ship takes it only once."


def _by_effect(keys: Iterable[str], known: Catalogue) -> Counter[str]:
    """How many there are of each hero or upgrade; what works as a published one is that one (WF61)."""
    return Counter(known.effect(key) for key in keys)


def _mounts(ship: Ship, known: Catalogue) -> Iterator[tuple[str, str]]:
    for facing, count in Counter(mount.facing for mount in ship.weapons).items():
        if count > 1:
            yield "W3", f"{count} weapons are on the {facing}. A facing has room for one."
    for mount in ship.weapons:
        weapon = known.weapons.get(mount.weapon)
        if weapon is not None and mount.facing not in weapon.facings:
            yield "W3", f"{weapon.title} cannot be on the {mount.facing}, only {_listed(weapon.facings)}."


def _listed(facings: Sequence[str]) -> str:
    """As "on the front or rear"."""
    return f"on the {' or '.join(facings)}"
