"""Battles for tests of the site: a set-up, its players, and reports of it."""

from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.services import open_battle
from engines.seam.documents import BattleSetup, Report, Unit
from engines.seam.report_forms import Fields
from engines.talon.damage import TalonDamage
from engines.talon.sheets import typed
from engines.talon.terrain import TalonTerrain


def six_ships(**changes: Any) -> BattleSetup:
    """Three ships a side with old damage on one, over a rolled pattern."""
    fields: dict[str, Any] = {
        "place": "Orion 3",
        "mode": "last_ship_standing",
        "terran": (
            Unit("Patton", "heavy_cruiser", TalonDamage(2)),
            Unit("Thor", "light_cruiser"),
            Unit("Caleb", "destroyer", TalonDamage(2, (0,))),
        ),
        "talon": (
            Unit("Justice", "heavy_cruiser"),
            Unit("Fearless", "light_cruiser"),
            Unit("Hunter", "destroyer"),
        ),
        "terrain": TalonTerrain("2 nebulae, 1 asteroid", (2, 2), rolled=True),
    }
    return BattleSetup(**{**fields, **changes})


def over_a_planet(**changes: Any) -> BattleSetup:
    """Talon comes to take a Terran planet with three transports; a base, a carrier and squadrons defend it."""
    fields: dict[str, Any] = {
        "place": "Antares 2",
        "mode": "planet",
        "planet_owner": "terran",
        "terran": (
            Unit("Alexander", "battle_cruiser"),
            Unit("Ark", "carrier"),
            Unit("Reds", "fighter", TalonDamage(fighters=(2, 1, 0))),
            Unit("Blues", "fighter"),
            Unit("Mule", "transport"),
            Unit("Terran base at Antares 2", "base", TalonDamage(4, (0,), 0, 1)),
        ),
        "talon": (
            Unit("Dominion", "dreadnought"),
            Unit("Justice", "heavy_cruiser"),
            *(Unit(f"Transport {number}", "transport") for number in (1, 2, 3)),
        ),
    }
    return BattleSetup(**{**fields, **changes})


def opened(terran: User, talon: User, setup: BattleSetup | None = None, **changes: Any) -> Battle:
    """A battle of a war between the two."""
    return open_battle(
        setup=setup or six_ships(),
        title="First Light, battle 3",
        place="Orion 3",
        terran_user=terran,
        talon_user=talon,
        owner_topic="war:17",
        owner_path="/wars/17/",
        **changes,
    )


def filled_in(setup: BattleSetup, **changes: str) -> Fields:
    """The fields of a report: Talon lost everything but got away, Terran holds the field after 8 rounds.

    Names of `changes` have "_" for "-": talon_0_fate="destroyed".
    """
    fields = {"winner": "terran", "ending": "held", "rounds": "8"}
    fields |= {name.replace("_", "-"): value for name, value in changes.items()}
    return typed.with_usual_fates(setup, fields)


def reported(setup: BattleSetup, **changes: str) -> Report:
    """The report those fields make; AssertionError if they make none."""
    reading = typed.read(setup, filled_in(setup, **changes))
    assert reading.report is not None, reading.problems
    return reading.report
