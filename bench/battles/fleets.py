"""Set-ups to measure with: those of the scenarios, and any two fleets by their classes."""

from typing import Any

import msgspec

from engines.seam.codec import encode
from engines.seam.documents import BattleSetup, Mode
from engines.talon.fleets.lists import fleet, points
from engines.talon.set_ups.scenarios import fleets_of, numbered, scenario
from engines.talon.terrain import TalonTerrain

__all__ = ["SCENARIOS", "document", "fleet", "fleets_of", "of_classes", "over_terrain", "points"]

SCENARIOS = tuple(numbered())
"""The number of each scenario."""


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
        TalonTerrain("2 nebulae, 1 asteroid", (2, 2)),
    )


def document(number: int) -> bytes:
    """The set-up of a scenario as docs/examples has it, with line breaks."""
    return msgspec.json.format(encode(scenario(number)), indent=2) + b"\n"
