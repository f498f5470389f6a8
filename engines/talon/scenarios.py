"""Fleets to fight with: those of the twelve scenarios, and any by their classes' abbreviations."""

from collections.abc import Iterable

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import Side
from engines.talon.catalogue import class_of, classes_of
from engines.talon.ship_names import names_of

SCENARIOS: dict[int, tuple[str, str, str]] = {
    1: ("War is Upon Us", "CA Napoleon, CA Zhukov", "CA Justice, CA Unity"),
    2: ("A Chance Encounter", "CL Thor, DD Caleb", "FF Surprise, DD Hunter, DD Shadow"),
    3: (
        "The First Fleet Engagement",
        "CA Guderian, CL Valhalla, SC Explorer, SC Voyager",
        "BC Freedom, FF Vision, CL Dauntless",
    ),
    4: (
        "Patton's End",
        "CA Patton, Base Valley Forge, FTR Wolverine, FTR Black Jack, SC Explorer",
        "DD Predator, FF Vision, FF Surprise",
    ),
    5: (
        "The Loss of Beta Centauri",
        "CL Thor, CL Valhalla, DD Achilles, DD Hercules",
        "FF Vision, Tran Legion, Tran Tribe, CL Dauntless, CL Indomitable",
    ),
    6: (
        "Secrets",
        "CV Wasp, FTR Black Sheep, FTR Flying Tiger, FTR Diamondback, FTR Cougar, BC Alexander",
        "DN Imperial, CA Service, DD Shadow",
    ),
    7: ("Convoy Ambush", "Tran Normandy, DD Hercules, CL Asgard", "FF Surprise, DD Hunter, CL Fearless"),
    8: (
        "The Sector Capital",
        "BC Caesar, BC Sun Tzu, CA Zhukov, DD Achilles, CL Thor",
        "BB Eliminator, BC Honor, CA Unity, DD Predator, DD Hunter",
    ),
    9: (
        "Base Assault",
        "CV Hornet, FTR Ace of Spades, FTR Flying Tiger, FTR Double Down, FTR Wolverine, CL Thor, CL Asgard",
        "BC Victory, DD Hunter, FF Surprise, Base Hope",
    ),
    10: (
        "Dogger Bank",
        "BB Thunderchild, BC Alexander, BC Sun Tzu, CL Valhalla",
        "BC Honor, BC Victory, CL Dauntless, CL Fearless, CL Indomitable",
    ),
    11: (
        "Battle of Saturn",
        (
            "CV Hornet, FTR Ace of Spades, FTR Double Down, FTR Black Sheep, FTR Cougar, DD Caleb"
            ", BB Prometheus, CL Valhalla, DD Hercules"
        ),
        "BB Eradicator, CA Service, DD Predator, FF Vision, CA Unity, DD Shadow, DD Hunter, FF Surprise",
    ),
    12: (
        "The Battle of the Line",
        (
            "CV Wasp, FTR Flying Tiger, FTR Diamondback, FTR Wolverine, FTR Black Jack, BB Defiant, "
            "BB Thunderchild, BC Sun Tzu, CA Guderian"
        ),
        "DN Dominion, BB Eviscerator, BC Freedom, BC Victory, CA Sacrifice, CL Fearless",
    ),
}
"""Title, Terran and Talon fleet of each scenario; setting up, terrain and victory are the standard ones here."""


def scenario(number: int) -> BattleSetup:
    """The fleets of a scenario, for a standard battle until one side is left."""
    title, terran, talon = SCENARIOS[number]
    place = f"Scenario {number}: {title}"
    return BattleSetup(place, "last_ship_standing", _named("terran", terran), _named("talon", talon))


def _named(side: Side, classes: str) -> tuple[Unit, ...]:
    keys = {kind.abbreviation: kind.key for kind in classes_of(side)}
    pairs = (one.split(" ", 1) for one in classes.split(", "))
    return tuple(Unit(name, keys[abbreviation]) for abbreviation, name in pairs)


def fleet(side: Side, classes: str) -> tuple[Unit, ...]:
    """A fleet by its classes, as "BC,CL,Tran,Tran", with names of its own (S34)."""
    keys = {kind.abbreviation: kind.key for kind in classes_of(side)}
    return named_fleet(side, [keys[abbreviation] for abbreviation in classes.split(",")])


def named_fleet(side: Side, keys: Iterable[str]) -> tuple[Unit, ...]:
    """A fleet by the keys of its classes, with the names of the game and those of this site where they run out."""
    names = {kind.key: names_of(kind) for kind in classes_of(side)}
    return tuple(Unit(next(names[key]), key) for key in keys)


def points(units: tuple[Unit, ...], side: Side) -> int:
    """What the units cost, in Ship Points."""
    return sum(class_of(side, unit).points for unit in units)
