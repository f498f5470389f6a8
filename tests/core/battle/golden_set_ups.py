"""Set-ups of format 2 as they are stored: `python -m tests.core.battle.golden_set_ups` writes those that are new.

Each stands with the position in which its battle begins. What has been written is never written again: battles that are
stored like it have to be read for ever.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.battles.scenarios import battles
from engines.seam import codec
from engines.seam.documents import BattleSetup, Quality, Unit
from engines.seam.refusals import Refused
from engines.talon import game, text
from engines.talon.aim_documents import Bombard, Destroy, Dock, Escape, Intel, Land, Losses, Target
from engines.talon.damage import TalonDamage
from engines.talon.layout import Arrival, Layout, Patch, Stand, Start, Strip, Zone
from engines.talon.results.layout_check import written
from engines.talon.set_ups.scenarios import scenario
from engines.talon.terms import TalonTerms, Teams
from engines.talon.terrain import TalonTerrain

FILE = Path(__file__).parent / "golden" / "set_ups.json"


def set_ups() -> Iterator[tuple[str, BattleSetup]]:
    """The scenarios with their options, the modes, and set-ups with what none of those has."""
    yield from battles().items()
    yield "scenario 10, alternative history", scenario(10, ["freedom"])
    yield "scenario 10, historical positions", scenario(10, ["lines"])
    yield "agreed on", _agreed_on()
    yield "several players", replace(scenario(3), terms=_in_teams())
    yield "every word of an aim", _with_aims()
    yield "laid out", _laid_out()
    yield "begun in mid-round", _begun()
    yield "space empires", _of_space_empires()


def _agreed_on() -> BattleSetup:
    """Options, terrain laid in turn, who begins, and more than one box."""
    patton = Unit("Patton", "heavy_cruiser", TalonDamage(4, (0,)), 1)
    terrain = TalonTerrain("two patterns", rolled=True, patterns=((2, 2), (3, 4)), amount=4)
    terms = TalonTerms("Agreed on", most="great", top="talon", power_shift=True, pair=True, bases_fall=True)
    talon = (Unit("Unity", "heavy_cruiser"), Unit("Hope", "base"))
    return BattleSetup(
        "Vega 5", "last_ship_standing", (patton,), talon, terrain, None, "terran", 2, format=2, terms=terms
    )


def _in_teams() -> TalonTerms:
    terms = scenario(3).terms
    assert isinstance(terms, TalonTerms)
    first, second, *others = (unit.name for unit in scenario(3).terran)
    return replace(
        terms, teams=Teams(((first,), (second, *others)), (tuple(unit.name for unit in scenario(3).talon),))
    )


def _with_aims() -> BattleSetup:
    """Aims with every field that no scenario and no mode gives another value."""
    fleet = (Unit("Legion", "transport"), Unit("Unity", "heavy_cruiser"))
    aims = (
        Land("talon", 3, "S22", True, True, True, True, True, True, 1, True),
        Losses("talon", "base", 3),
        Escape("talon", "base", "R71", True, True, 3, True),
        Destroy("terran", "transport", "R42"),
        Target("terran", "Patton", "26", True, True, 3),
        Bombard("terran", "Eden", 40, "R73", 5, "great"),
        Dock("terran", "Patton", "R70"),
        Intel("terran", "Patton", "R74", "great", "great"),
    )
    return BattleSetup(
        "Vega 5",
        "planet",
        (Unit("Patton", "heavy_cruiser"),),
        fleet,
        planet_owner="terran",
        format=2,
        terms=TalonTerms("Aims", aims),
    )


def _laid_out() -> BattleSetup:
    """Zones, terrain and arrivals with every field."""
    layout = Layout(
        (Zone("terran", (Strip(9, 2, 7),), ("Zhukov",), "NE"),),
        (Patch("nebula", 6, 8),),
        (Arrival("talon", 2, ("Justice",), ("left", "top")),),
    )
    return _of_cruisers(layout)


def _begun() -> BattleSetup:
    """A start with every field."""
    stands = (
        Stand("terran", "Patton", 7, 7, "E", (1, 2, 2, 0), 1, True),
        Stand("terran", "Zhukov", 8, 7, "E"),
        Stand("talon", "Unity", 7, 10, "W", afterburners=1),
        Stand("talon", "Justice", 8, 10, "W"),
    )
    return _of_cruisers(Layout(start=Start("C", "terran", stands, 2)))


def _of_space_empires() -> BattleSetup:
    """Technology, crews, tactics, troops, aliens, and a worm hole near which ships set up (32)."""
    layout = Layout((Zone("talon", (Strip(1), Strip(2)), near_hole=True),), (Patch("worm-hole", 2, 8),))
    terms = TalonTerms(
        "Hex 12",
        (Land("talon", counts=1, returns=True),),
        layout=written(layout),
        top="talon",
        tactics="terran",
        no_retreat="terran",
    )
    skilled = Unit("Sacrifice", "heavy_cruiser", quality=Quality(3, 2, 1, True))
    return BattleSetup(
        "Hex 12",
        "planet",
        (Unit("Patton", "heavy_cruiser", quality=Quality(1)), Unit("Hope", "base")),
        (skilled, Unit("Legion", "transport")),
        planet_owner="terran",
        format=2,
        terms=terms,
    )


def _of_cruisers(layout: Layout) -> BattleSetup:
    terran = tuple(Unit(name, "heavy_cruiser") for name in ("Patton", "Zhukov"))
    talon = tuple(Unit(name, "heavy_cruiser") for name in ("Unity", "Justice"))
    terms = TalonTerms("Of cruisers", layout=written(layout))
    return BattleSetup("Vega 5", "last_ship_standing", terran, talon, format=2, terms=terms)


def kept(setup: BattleSetup) -> dict[str, Any]:
    """A set-up as it is stored, and the lines of the position that follows from it; none where it cannot be fought."""
    try:
        lines = text.write_position(game.new_battle(setup)).splitlines()
    except Refused:
        lines = ["refused"]
    return {"set-up": json.loads(codec.encode(setup)), "position": lines}


if __name__ == "__main__":
    found = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    FILE.write_text(
        json.dumps({name: kept(one) for name, one in set_ups()} | found, indent=1, ensure_ascii=False) + "\n",
        encoding="utf-8",
    )
