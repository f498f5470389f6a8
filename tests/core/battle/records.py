"""Battles fought by two captains, for tests of what is told of them; each is fought once a test run."""

from functools import cache

from bench.battles.fleets import over_terrain
from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seam.sides import Side
from engines.seeded import SeededDice
from engines.talon.catalogue import classes_of
from engines.talon.records.record import FoughtBattle, fight_out

BOTH: tuple[Side, Side] = ("terran", "talon")


def force(side: Side, classes: str) -> tuple[Unit, ...]:
    """Units of the classes abbreviated, named as printed: force("terran", "CA CA DD")."""
    units: list[Unit] = []
    for abbreviation in classes.split():
        kind = next(one for one in classes_of(side) if one.abbreviation == abbreviation)
        before = sum(unit.ship_class == kind.key for unit in units)
        name = kind.names[before] if before < len(kind.names) else f"{kind.title} {before + 1}"
        units.append(Unit(name, kind.key))
    return tuple(units)


def duel() -> BattleSetup:
    """Two heavy cruisers a side."""
    return BattleSetup("Orion 3", "last_ship_standing", force("terran", "CA CA"), force("talon", "CA CA"))


def fleets() -> BattleSetup:
    """Twelve ships and four squadrons, among them missiles, big guns and a carrier, over a pattern of terrain."""
    return over_terrain()


def invasion() -> BattleSetup:
    """Terran lands on a Talon planet."""
    return BattleSetup(
        "Antares 2",
        "planet",
        force("terran", "CA CL Tran Tran Tran"),
        force("talon", "CA FF"),
        planet_owner="talon",
    )


SETUPS = {"duel": duel, "fleets": fleets, "invasion": invasion}


@cache
def fought(name: str, seed: str = "lamp", stance: str = "withdraw") -> FoughtBattle:
    """The record of one of these battles."""
    doctrine = Doctrine(stance=stance)  # type: ignore[arg-type]
    return fight_out(SETUPS[name](), {"terran": doctrine, "talon": Doctrine()}, SeededDice(seed))
