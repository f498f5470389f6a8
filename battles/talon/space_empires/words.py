"""What a carry-back sheet says, and what the first page says of the other game, as words (32)."""

from typing import Final

from engines.seam.sides import SIDE_TITLES, Side
from engines.talon.catalogue import ship_class
from engines.talon.space_empires.brief import PLACES, Brief, BriefShip
from engines.talon.space_empires.carrying_back import CarryBack, ShipBack

NOT_USED: Final = (
    "flagships",
    "unique ships",
    "replicators",
    "advanced construction",
    "point defence",
    "boarding and security",
    "titans",
    "the fleet size bonus",
    "research and industrial centres",
    "mines and mine sweepers",
    "screening ships",
    "Terraforming 2",
    "Exploration 2",
)
"""The parts of the other game that are not used (32)."""
COUNTERS: Final = (
    ("A Talon frigate", "a Scout counter, hull size 1"),
    ("A light cruiser", "a Mine Sweeper or a Unique Ship, hull size 2"),
    ("A destroyer with cloaking", "a Raider on the map, and a destroyer in battle"),
    ("A carrier", "holds four squadrons, and nothing shields it"),
    ("A shipyard", "takes no part in a battle"),
)
"""Which counter of the other game stands for what (32.1)."""
OUTCOMES: Final = {"survived": "survived", "retreated": "retreated", "eliminated": "eliminated"}
CARGOES: Final = {
    "landed": "Its troops are on the planet",
    "lost": "Its troops are lost with it",
    "aboard": "Its troops are still aboard",
}


def place_words(brief: Brief) -> str:
    """Where a battle is, as "a planet with Talon's colony"."""
    if brief.aliens:
        return "A planet of aliens"
    if brief.colony:
        return f"A planet with {SIDE_TITLES[brief.defender]}’s colony"
    return PLACES[brief.where]


def technology_words(ship: BriefShip | ShipBack) -> str:
    """A ship's technology and crew, which it keeps."""
    crew = "legendary crew" if ship.legendary else f"experience {ship.experience}"
    return f"attack {ship.attack}, defence {ship.defence}, {crew}"


def fate_words(ship: ShipBack) -> str:
    """What became of a ship, and where to."""
    if ship.why == "no_room":
        return "Eliminated: no carrier or colony to land on"
    if ship.outcome == "eliminated":
        return "Eliminated"
    if ship.outcome == "survived":
        return "Survived, but never came in" if ship.waited else "Survived"
    if ship.whither == "warp_exit":
        return "Retreated through the warp point, to its exit"
    return "Retreated with its carrier" if ship.whither == "carrier" else "Retreated, to"


def notes_of(ship: ShipBack) -> tuple[str, ...]:
    """What else to note of a ship."""
    found = []
    if ship.fighters is not None:
        left = "1 fighter" if ship.fighters == 1 else f"{ship.fighters} fighters"
        found.append(
            f"{left} left; whole again"
            if ship.fighters < ship_class(ship.side, ship.ship_class).fighters
            else "whole"
        )
    if ship.cargo:
        told = f": {ship.troops}" if ship.troops else ""
        found.append(f"{CARGOES[ship.cargo]}{told}")
    if ship.bombards is not None:
        rating = "its rating" if ship.rating is None else str(ship.rating)
        found.append(f"Bombards with {rating} + {ship.bombards} for attack technology")
    return tuple(found)


def tactics_words(sheet: CarryBack, ratings: tuple[int, int]) -> str:
    """Who could change the initiative once, and whether that was done."""
    title = SIDE_TITLES[sheet.tactician]
    why = ", the defender," if ratings[0] == ratings[1] else ""
    used = {True: "did", False: "did not", None: "could"}[sheet.changed]
    verb = f"{used} change" if sheet.changed is not True else "changed"
    return f"Tactics {ratings[0]} to {ratings[1]}: {title}{why} {verb} the initiative once."


def lost_words(sheet: CarryBack, side: Side) -> str:
    """What a side has lost in CP, "" if that is not known."""
    return f"{sheet.lost[side]} CP lost" if side in sheet.lost else ""
