"""Fleets to fight with: those of the twelve scenarios, and any by their classes' abbreviations."""

from collections import Counter
from typing import Any

import msgspec

from engines.seam.codec import encode
from engines.seam.documents import BattleSetup, Mode, Terrain, Unit
from engines.seam.sides import Side
from engines.talon.catalogue import class_of, classes_of

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
    """A fleet by its classes, as "BC,CL,Tran,Tran", with the names of the game and numbers where those run out."""
    kinds = {kind.abbreviation: kind for kind in classes_of(side)}
    seen: Counter[str] = Counter()
    found: list[Unit] = []
    for kind in (kinds[abbreviation] for abbreviation in classes.split(",")):
        names = [*kind.names, *(f"{kind.title} {number}" for number in range(len(kind.names) + 1, 100))]
        found.append(Unit(names[seen[kind.key]], kind.key))
        seen[kind.key] += 1
    return tuple(found)


def of_classes(terran: str, talon: str, **more: Any) -> BattleSetup:
    """The set-up of two fleets, given by their classes."""
    mode: Mode = "planet" if "planet_owner" in more else "last_ship_standing"
    return BattleSetup("bench", mode, fleet("terran", terran), fleet("talon", talon), **more)


def over_terrain() -> BattleSetup:
    """Twelve ships and four squadrons, among them missiles, big guns and a carrier, over a pattern of terrain."""
    return BattleSetup(
        "Vega 5",
        "last_ship_standing",
        fleet("terran", "CV,FTR,FTR,FTR,FTR,BB,BB,BC,CA"),
        fleet("talon", "DN,BB,BC,BC,CA,CL"),
        Terrain("2 nebulae, 1 asteroid", (2, 2)),
    )


def points(units: tuple[Unit, ...], side: Side) -> int:
    """What the units cost, in Ship Points."""
    return sum(class_of(side, unit).points for unit in units)


def document(number: int) -> bytes:
    """The set-up of a scenario as docs/examples has it, with line breaks."""
    return msgspec.json.format(encode(scenario(number)), indent=2) + b"\n"
