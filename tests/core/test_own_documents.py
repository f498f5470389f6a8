"""What a unit carries from battle to battle is its system's own document (S13)."""

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.record import clone
from campaign.rules.state import Fleet, Ship, War
from campaign.war.log.documents import converted, decode_state, encoded
from engines.seam import registry
from engines.seam.codec import decode_report, decode_setup, encode
from engines.seam.document_errors import describe_error
from engines.seam.documents import UNDAMAGED, Damage, Fate, NoDamage, Report, Unit
from engines.seam.refusals import Refused
from engines.seam.systems import system, unit_class
from engines.talon.damage import TalonDamage
from tests.core.battle.records import duel
from tests.core.table import Table
from tests.dice_game.system import DiceGame


class Scratches(Damage, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="dice"):
    """Damage of a game that has no hull."""

    scratches: int

    @property
    def in_brief(self) -> str:
        return f"{self.scratches} scratches"

    def __bool__(self) -> bool:
        return self.scratches > 0


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
