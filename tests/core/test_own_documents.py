"""What a unit carries, where it fights and what for are its system's own documents (S13, 31.7)."""

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from campaign.rules.battles.terrain import possible_terrains
from campaign.rules.events import TerrainRolled
from campaign.rules.map.zone_terrain import ZoneTerrain
from campaign.rules.record import clone
from campaign.rules.settings import Settings
from campaign.rules.state import Battle, Fleet, Ship, War
from campaign.war.log.documents import converted, decode_events, decode_state, encoded
from engines.seam import registry
from engines.seam.classes import Dice
from engines.seam.codec import decode_report, decode_setup, encode
from engines.seam.document_errors import describe_error
from engines.seam.documents import (
    OPEN_SPACE,
    UNDAMAGED,
    USUAL_TERMS,
    BattleSetup,
    Damage,
    Fate,
    NoDamage,
    OpenSpace,
    Report,
    Terms,
    Terrain,
    Unit,
    UsualTerms,
)
from engines.seam.refusals import Refused, refuse_all
from engines.seam.sides import SIDES
from engines.seam.systems import by_hand, system, unit_class
from engines.seeded import SeededDice
from engines.talon.aim_documents import Land
from engines.talon.damage import TalonDamage
from engines.talon.game import new_battle
from engines.talon.terms import TalonTerms, Teams, terms_of
from engines.talon.terrain import TalonTerrain
from engines.warfleets.war.ground import WarfleetsTerrain
from engines.warfleets.war.grounds import ground_of
from tests.core.battle.records import duel
from tests.core.table import Table, four_sectors
from tests.dice_game.system import DiceGame
from tests.dice_game.units import DiceCatalogue


class Scratches(Damage, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="dice"):
    """Damage of a game that has no hull."""

    scratches: int

    @property
    def in_brief(self) -> str:
        return f"{self.scratches} scratches"

    def __bool__(self) -> bool:
        return self.scratches > 0


class Baize(Terrain, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="dice"):
    """What dice roll on in a game that knows no hexes."""

    name: str
    bounce: int = 0

    @property
    def in_brief(self) -> str:
        return f"{self.name}, bounce {self.bounce}"

    def __bool__(self) -> bool:
        return True


class Stakes(Terms, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="dice"):
    """What a game of dice is played for."""

    label: str
    coins: int = 0

    @property
    def twice(self) -> bool:
        return self.coins > 10

    def __bool__(self) -> bool:
        return True


@pytest.fixture
def stakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice game is known while a test runs, and is played for coins."""
    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")
    monkeypatch.setattr(DiceGame, "terms", Stakes)


@pytest.fixture
def baize(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice game is known while a test runs, and its battles are fought on baize."""

    def laid(_self: DiceCatalogue, name: str, dice: Dice | None, *, rolled: bool) -> Terrain:
        return Baize(name, sum(dice or ()) if rolled else 0)

    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")
    monkeypatch.setattr(DiceGame, "terrain", Baize)
    monkeypatch.setattr(DiceCatalogue, "terrain_of", laid)


@pytest.fixture
def scratches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice game is known while a test runs, and its ships can be scratched."""
    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")
    monkeypatch.setattr(DiceGame, "damage", Scratches)


@pytest.mark.usefixtures("scratches")
def test_damage_of_another_system_is_stored_with_its_name_and_read_again() -> None:
    unit = Unit("Wasp 1", "dice/wasp", Scratches(3))
    setup = replace(duel(), system="dice", terran=(unit,))
    stored = encode(setup)
    assert b'"damage":{"system":"dice","scratches":3}' in stored
    assert decode_setup(stored) == setup
    with pytest.raises(msgspec.ValidationError, match="unknown field `hull`"):
        decode_setup(stored.replace(b'"scratches":3', b'"hull":3'))


@pytest.mark.usefixtures("scratches")
def test_a_war_keeps_damage_of_another_system() -> None:
    war = Table().war
    war.terran = Fleet(ships={"Wasp 1": Ship("dice/wasp", damage=Scratches(2)), "Wasp 2": Ship("dice/wasp")})
    again: War = decode_state(encoded(war))
    assert again.terran == clone(war).terran == war.terran
    assert again.terran.ships["Wasp 1"].damage == Scratches(2)


@pytest.mark.usefixtures("scratches")
def test_a_ship_of_talon_has_no_damage_of_another_system() -> None:
    setup = duel()
    foreign = replace(setup, terran=(replace(setup.terran[0], damage=Scratches(1)), *setup.terran[1:]))
    fates = {
        side: tuple(Fate(unit.name, "stands") for unit in setup.force(side)) for side in ("terran", "talon")
    }
    scratched = (replace(fates["terran"][0], damage=Scratches(1)), *fates["terran"][1:])
    said = Report(3, "draw", scratched, fates["talon"])
    for wrong, report in ((foreign, replace(said, terran=fates["terran"])), (setup, said)):
        with pytest.raises(Refused, match="damage of another game"):
            system("talon").result_of(wrong, report)
    kind = unit_class("terran", "destroyer")
    found = [*system("talon").listed_damage_refusals(kind, "Patton", Scratches(1))]
    assert found == [("S13", "Patton has damage of another game.")]


def test_no_damage_is_the_same_in_every_system_and_some_is_not() -> None:
    assert UNDAMAGED == NoDamage() == TalonDamage() == Scratches(0)
    assert not TalonDamage() != UNDAMAGED  # noqa: SIM202 - structures answer it by themselves
    assert {UNDAMAGED, TalonDamage(), Scratches(0)} == {UNDAMAGED}
    assert TalonDamage(1) == TalonDamage(1) != UNDAMAGED
    assert TalonDamage(1) != TalonDamage(2)
    assert TalonDamage(1) != Scratches(1)
    assert Unit("Patton", "destroyer", TalonDamage()) == Unit("Patton", "destroyer")


def test_no_damage_that_is_spelled_out_is_stored_so_again() -> None:
    stored = encode(Report(3, "draw", (Fate("Patton", "stands", TalonDamage()),), ()))
    assert b'"damage":{}' in stored
    assert encode(decode_report(stored)) == stored


def test_a_system_is_not_known_by_its_name_alone() -> None:
    stored = encode(replace(duel(), terran=(Unit("Patton", "destroyer", TalonDamage(1)),)))
    for name in (b'"chess"', b"7", b"null", b'["talon"]'):
        with pytest.raises(msgspec.ValidationError, match="Invalid value"):
            decode_setup(stored.replace(b'"hull":1', b'"system":' + name))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (b'{"hull":"2"}', "“terran[0].damage.hull” must be a whole number, not text in quotes"),
        (b'{"hull":99}', "“terran[0].damage.hull” must be 20 or less"),
        (b'{"helm":1}', "it has “helm”, which is not a part of a report (terran[0].damage)"),
        (b"3", "“terran[0].damage” must be a table, not a whole number"),
        (b"[]", "“terran[0].damage” must be a table, not a list in square brackets"),
    ],
)
def test_what_is_wrong_with_damage_is_told_with_its_place(wrong: bytes, said: str) -> None:
    fates = (Fate("Patton", "stands", TalonDamage(2)),)
    stored = encode(Report(3, "draw", fates, ())).replace(b'{"hull":2}', wrong)
    with pytest.raises(msgspec.ValidationError) as error:
        decode_report(stored)
    assert describe_error(error.value, "a report", stored).replace("[...]", "[0]") == said


def test_what_a_war_cannot_read_is_told_with_its_place_in_words() -> None:
    raw = {"name": "Patton", "ship_class": "destroyer", "damage": {"hull": 99}}
    with pytest.raises(Refused) as refused:
        converted(raw, Unit, "unit")
    assert refused.value.reasons == "This unit cannot be read: “damage.hull” must be 20 or less."


@pytest.mark.usefixtures("baize")
def test_terrain_of_another_system_is_stored_with_its_name_and_read_again() -> None:
    setup = replace(duel(), system="dice", terrain=Baize("green", 3))
    stored = encode(setup)
    assert b'"terrain":{"system":"dice","name":"green","bounce":3}' in stored
    assert decode_setup(stored) == setup
    with pytest.raises(msgspec.ValidationError) as error:
        decode_setup(stored.replace(b'"bounce":3', b'"pattern":[2,2]'))
    said = "it has “pattern”, which is not a part of a set-up (terrain)"
    assert describe_error(error.value, "a set-up", stored) == said


def test_terrain_of_talon_is_stored_as_it_always_was() -> None:
    """Without a tag, and without what is usual."""
    rolled = TalonTerrain("3 asteroids", (2, 2), rolled=True)
    for terrain, stored in (
        (rolled, b'{"name":"3 asteroids","pattern":[2,2],"rolled":true}'),
        (
            TalonTerrain("two", patterns=((1, 2), (3, 4)), amount=4),
            b'{"name":"two","patterns":[[1,2],[3,4]],"amount":4}',
        ),
        (TalonTerrain(), b"{}"),
        (OPEN_SPACE, b"{}"),
    ):
        setup = replace(duel(), terrain=terrain)
        assert b'"terrain":' + stored in encode(setup)
        assert decode_setup(encode(setup)) == setup


def test_open_space_is_the_same_in_every_system_and_other_terrain_is_not() -> None:
    assert OPEN_SPACE == OpenSpace() == TalonTerrain() == WarfleetsTerrain("open")
    assert {OPEN_SPACE, TalonTerrain(), ground_of("open", None)} == {OPEN_SPACE}
    assert TalonTerrain("planet") != OPEN_SPACE
    assert TalonTerrain("nebulae", (1, 1)) != ground_of("nebulae", (1, 1)) != WarfleetsTerrain("nebulae")
    assert [one.in_brief for one in (TalonTerrain("planet"), ground_of("planet", None), OPEN_SPACE)] == [
        ""
    ] * 3


@pytest.mark.usefixtures("stakes")
def test_terms_of_another_system_are_stored_with_its_name_and_read_again() -> None:
    setup = replace(duel(), system="dice", format=2, terms=Stakes("Friday", 12))
    stored = encode(setup)
    assert b'"terms":{"system":"dice","label":"Friday","coins":12}' in stored
    again = decode_setup(stored)
    assert again == setup
    assert again.twice
    for talons in (b'"layout":{}', b'"power_shift":true', b'"aims":[]'):
        with pytest.raises(msgspec.ValidationError) as error:
            decode_setup(stored.replace(b'"coins":12', talons))
        field = talons.decode().split('"')[1]
        said = f"it has “{field}”, which is not a part of a set-up (terms)"
        assert describe_error(error.value, "a set-up", stored) == said


def test_usual_terms_are_the_same_in_every_system_and_others_are_not() -> None:
    assert USUAL_TERMS == UsualTerms() == TalonTerms()
    setup = replace(duel(), format=2, terms=TalonTerms())
    assert b'"terms":{}' in encode(setup)
    assert decode_setup(encode(setup)) == setup
    assert terms_of(decode_setup(encode(setup))) == TalonTerms()
    usual = {field.name: field.default for field in fields(TalonTerms)}
    for name, value in {
        "label": "x",
        "aims": (Land("talon"),),
        "most": "minor",
        "layout": {"terrain": []},
        "top": "talon",
        "power_shift": True,
        "teams": Teams(),
        "pair": True,
        "bases_fall": True,
        "tactics": "talon",
        "no_retreat": "talon",
    }.items():
        assert TalonTerms(**{name: value}) != USUAL_TERMS, name  # type: ignore[arg-type]
        usual.pop(name)
    assert not usual, "a field that is new has to tell terms from the usual ones"


@pytest.mark.usefixtures("stakes")
def test_terms_of_another_game_are_refused_with_a_sentence() -> None:
    with pytest.raises(Refused, match="These are terms of another game"):
        new_battle(replace(duel(), format=2, terms=Stakes("Friday")))
    ships = {side: (Unit("A", "warfleets/destroyer"),) for side in SIDES}
    setup = replace(duel(), system="warfleets", format=2, terms=TalonTerms(pair=True), **ships)
    with pytest.raises(Refused, match="These are terms of another game"):
        system("warfleets").fight(setup, {}, SeededDice("stakes"))


def test_terrain_of_another_game_is_refused_with_a_sentence() -> None:
    mine, theirs = ground_of("nebulae", (1, 1)), TalonTerrain("nebulae", patterns=((1, 1),))
    with pytest.raises(Refused, match="This is terrain of another game"):
        new_battle(replace(duel(), terrain=mine))
    ships = {side: (Unit("A", "warfleets/destroyer"), Unit("B", "warfleets/destroyer")) for side in SIDES}
    setup = replace(duel(), system="warfleets", terrain=theirs, **ships)
    for refused in (
        lambda: system("warfleets").fight(setup, {}, SeededDice("baize")),
        lambda: refuse_all(by_hand("warfleets").refusals_to_play(setup)),
    ):
        with pytest.raises(Refused, match="This is terrain of another game"):
            refused()


def test_terrain_of_a_war_that_was_stored_alike_for_all_systems_is_that_of_its_own() -> None:
    """Before each had a document of its own (decision 33)."""
    ships = {side: (Unit("A", "warfleets/destroyer"),) for side in SIDES}
    usual = encode(replace(duel(), system="warfleets", **ships))
    assert usual.count(b'"terrain":{}') == 1
    for before, laid in (
        (b'{"name":"nebulae","pattern":[1,1],"rolled":true}', ground_of("nebulae", (1, 1))),
        (b'{"name":"gravity well","pattern":[1,6]}', WarfleetsTerrain("gravity well", ("black_hole",))),
        (b'{"name":"void"}', WarfleetsTerrain("void")),
        (b'{"name":"open"}', OPEN_SPACE),
    ):
        read = decode_setup(usual.replace(b"{}", before))
        assert type(read.terrain) is type(laid)
        assert read.terrain == laid
        assert decode_setup(encode(read)) == clone_of(read) == read
    for dice in (b"[0,1]", b"[1,7]", b"[7,1]"):
        with pytest.raises(msgspec.ValidationError, match="no terrain has these dice"):
            decode_setup(usual.replace(b"{}", b'{"name":"nebulae","pattern":' + dice + b"}"))
    agreed = decode_setup(usual.replace(b"{}", b'{"name":"two","patterns":[[1,1],[1,1]],"amount":4}'))
    assert agreed.terrain == TalonTerrain("two", patterns=((1, 1), (1, 1)), amount=4)


def clone_of(setup: BattleSetup) -> BattleSetup:
    """The set-up as a copy of a war's state has it."""
    war = Table().war
    war.battles = [Battle(1, "Antares/3", ("Antares",), setup=setup)]
    found = clone(war).battles[0].setup
    assert found is not None
    return found


@pytest.mark.usefixtures("baize")
def test_a_battle_of_a_war_has_the_terrain_of_its_system() -> None:
    """The map's dice are those of all systems, and stay in the events of the war."""
    settings, chart = Settings(system="dice"), four_sectors()
    rolled = possible_terrains(settings, chart, "Antares/3")
    assert set(rolled) == {Baize("open", bounce) for bounce in range(2, 13)}
    assert possible_terrains(settings, chart, "Antares/2") == (Baize("asteroid chain"),)
    event = TerrainRolled(3, ZoneTerrain("nebulae", (1, 1), rolled=True))
    stored = (
        b'[{"event":"terrain-rolled","battle":3,"terrain":{"name":"nebulae","pattern":[1,1],"rolled":true}}]'
    )
    assert encoded((event,)) == stored
    assert decode_events(stored) == (event,)
