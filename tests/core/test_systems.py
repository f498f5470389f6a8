"""A battle names its system, and the seam knows which engine plays it."""

import re
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from campaign.rules.settings import Settings
from engines.seam.documents import BattleSetup, Fate, Report, Result, Terms, Terrain, Unit
from engines.seam.registry import MODULES
from engines.seam.sides import SIDES
from engines.seam.systems import place_in_list, role_of, system, unit_class
from engines.seeded import SeededDice
from engines.talon.system import own
from engines.talon.terms import TalonTerms
from engines.talon.terrain import TalonTerrain
from tests.core.battle.records import duel, fought

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("key", MODULES)
def test_a_system_is_found_by_its_name(key: str) -> None:
    assert system(key).key == key


def test_a_system_fights_as_itself() -> None:
    engine = system("talon")
    record = fought("duel")
    doctrines = {side: record.doctrine(side) for side in ("terran", "talon")}
    again = engine.fight(duel(), doctrines, SeededDice("lamp"))  # type: ignore[arg-type]
    assert again.result == record.result
    assert engine.unpack(engine.pack(again)) == again
    brought = engine.upload(duel(), engine.download(again, {"place": "Vega"}, "txt"))
    assert (brought.battle.result, brought.committed) == (again.result, False)
    assert own(brought.battle).written.headers["place"] == "Vega"
    assert engine.result_of(duel(), again.result.report) == again.result
    assert b"\norders" in engine.beginning(duel(), {})


def test_there_is_no_other_system() -> None:
    with pytest.raises(KeyError):
        system("chess")
    with pytest.raises(KeyError):
        unit_class("terran", "chess/knight")
    with pytest.raises(ValueError, match="no system"):
        structs.replace(duel(), system="chess")
    with pytest.raises(ValueError, match="no system"):
        msgspec.json.decode(b'{"system": "chess"}', type=Settings)


@pytest.mark.parametrize("key", MODULES)
def test_what_a_system_says_of_its_classes_fits_together(key: str) -> None:
    catalogue = system(key).catalogue
    for side in SIDES:
        kinds = catalogue.classes(side)
        assert [place_in_list(side, kind.key) for kind in kinds] == list(range(len(kinds)))
        for kind in kinds:
            assert (unit_class(side, kind.key), role_of(kind.key)) == (kind, kind.role)
            assert (kind.role == "squadron") == bool(kind.fighters)
            assert kind.carries == 0 or kind.role in ("carrier", "base")
            assert catalogue.is_own_name(kind, next(catalogue.names_of(kind)))
        assert catalogue.base_class(side).role == "base"
        sold = {kind.key: kind for kind in catalogue.purchasable(side)}
        assert not any(kind.role == "base" for kind in sold.values())
        assert {*catalogue.mix(side, thrifty=True), *catalogue.mix(side, thrifty=False)} <= sold.keys()
    for dice in catalogue.terrain_kinds():
        assert catalogue.terrain_title(*dice)


KINDS = re.compile(r"hull|carrier|fighter|transport|relay|thruster|squadron|weapon|critical", re.IGNORECASE)
STORED = re.compile(
    r"""tag="(transports-landed|fighters-stranded)"|name="(transports|squadrons|hull)"|\w*transports_are_a_class"""
)
"""What stored documents and posted forms call it, for good."""


def test_rules_of_a_war_name_no_kind_of_unit_of_one_game() -> None:
    """They ask the system, or a class, what they want to know of a unit."""
    assert KINDS.search('role == "carrier"')
    assert not KINDS.search(STORED.sub("", 'ships: tuple[Name, ...] = field(name="squadrons")'))
    sources = sorted((ROOT / "campaign/rules").rglob("*.py"))
    assert len(sources) > 50
    named = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in sources
        for word in KINDS.findall(STORED.sub("", path.read_text(encoding="utf-8")))
    }
    assert named == set()


OWN = re.compile(
    r"astrometrics|every_pattern|layout|power_shift|no_retreat|bases_fall|tactics|planet_aims", re.IGNORECASE
)
SHARED = {"label", "most", "name"}
"""What every system says of its terms and its terrain."""


def test_the_seam_names_nothing_of_the_terrain_and_the_terms_of_one_game() -> None:
    """They are documents of a system's own, of which the seam asks what every system says."""
    sources = sorted((ROOT / "engines/seam").rglob("*.py"))
    assert len(sources) > 20
    named = {
        f"{path.name}: {word}" for path in sources for word in OWN.findall(path.read_text(encoding="utf-8"))
    }
    assert named == set()
    talons = {one.name for kind in (TalonTerrain, TalonTerms) for one in structs.fields(kind)} - SHARED
    assert {"pattern", "patterns", "layout", "pair", "teams", "aims", "top"} <= talons
    for document in (BattleSetup, Unit, Fate, Report, Result, Terms, Terrain):
        assert talons.isdisjoint(dir(document)), document.__name__
