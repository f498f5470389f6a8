"""The fleets of the twelve scenarios."""

from engines.seam.documents import BattleSetup
from engines.talon.fleets import fleet_of_names

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
    forces = fleet_of_names("terran", terran), fleet_of_names("talon", talon)
    return BattleSetup(place, "last_ship_standing", *forces)
