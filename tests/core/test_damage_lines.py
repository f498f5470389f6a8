"""Damage in words: whatever a sheet says of a ship is read as the same damage."""

from random import Random

import pytest

from campaign.war.words.fleet_tables import damage_words
from engines.seam.documents import Unit
from engines.seam.refusals import Unreadable
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ShipClass, purchasable, ship_class
from engines.talon.damage import TalonDamage
from engines.talon.sheets.damage_lines import read_damage

KINDS = [(side, kind) for side in SIDES for kind in (*purchasable(side), ship_class(side, "base"))]


def some_damage(kind: ShipClass, random: Random) -> TalonDamage:
    """Any damage that a unit of the class can have, whole or in part."""
    if kind.fighters:
        return TalonDamage(
            fighters=tuple(sorted((random.randint(0, 2) for _ in range(kind.fighters)), reverse=True))
        )
    lost = tuple(number for number in range(len(kind.weapons)) if random.random() < 0.5)
    return TalonDamage(
        random.randint(0, len(kind.hull) - 1), lost, random.randint(0, 2), random.randint(0, 2)
    )


def counted(damage: TalonDamage) -> tuple[object, ...]:
    """The damage as a table keeps it: of two weapons of one name and arc it does not matter which is lost."""
    fighters = damage.fighters if any(damage.fighters) else ()
    return damage.hull, len(damage.weapons_lost), damage.thrusters, damage.relays, fighters


@pytest.mark.parametrize(("side", "kind"), KINDS, ids=[f"{side} {kind.key}" for side, kind in KINDS])
def test_the_words_of_a_sheet_are_read_as_the_same_damage(side: Side, kind: ShipClass) -> None:
    random = Random(7)
    for _ in range(200):
        damage = some_damage(kind, random)
        words = damage_words(side, Unit("Patton", kind.key, damage))
        read = read_damage(words, kind)
        assert damage_words(side, Unit("Patton", kind.key, read)) == words
        assert counted(read) == counted(damage), words


@pytest.mark.parametrize(
    ("words", "damage"),
    [
        ("None", TalonDamage()),
        ("–", TalonDamage()),
        ("2 hull boxes", TalonDamage(hull=2)),
        ("2 of 6 hull boxes marked", TalonDamage(hull=2)),
        ("HULL 2,Weapons 1 3", TalonDamage(2, (0, 2))),
        ("weapons 1 and 2, thruster 1", TalonDamage(0, (0, 1), 1)),
        ("weapons 1, 2", TalonDamage(0, (0, 1))),
        ("weapons 1,2 and 3", TalonDamage(0, (0, 1, 2))),
        ("weapons: 1, 2, and 3, hull 2", TalonDamage(2, (0, 1, 2))),
        ("weapons 1, 2 lost", TalonDamage(0, (0, 1))),
        ("hull 2 and weapon 1", TalonDamage(2, (0,))),
        ("hull 2, and relays 1", TalonDamage(2, relays=1)),
        ("hull 2, phaser (front and left) lost and 1 relay", TalonDamage(2, (0,), relays=1)),
        ("1 thruster lost, relay 1 lost.", TalonDamage(thrusters=1, relays=1)),
        ("hull 2.", TalonDamage(hull=2)),
        ("Undamaged", TalonDamage()),
        ("no damage.", TalonDamage()),
        ("intact", TalonDamage()),
        ("power relay 1", TalonDamage(relays=1)),
        ("Power relay: power -2", TalonDamage(relays=2)),
        ("Thrusters: turn radius +1, phaser (front and right) lost", TalonDamage(0, (2,), 1)),
    ],
)
def test_people_write_it_in_many_ways(words: str, damage: TalonDamage) -> None:
    assert read_damage(words, ship_class("terran", "heavy_cruiser")) == damage


@pytest.mark.parametrize("words", ["fighters 2 1 0", "fighters 2, 1, 0", "Fighters: 2,1,0."])
def test_boxes_of_fighters_stand_with_commas_or_without(words: str) -> None:
    assert read_damage(words, ship_class("terran", "fighter")) == TalonDamage(fighters=(2, 1, 0))


@pytest.mark.parametrize("words", ["1, 2", "hull 2, 1", "weapons 1, hull 2, 3", "weapons 1, 12", "hull 2, "])
def test_a_number_that_goes_on_with_no_list_is_no_damage(words: str) -> None:
    with pytest.raises(Unreadable, match="is no damage"):
        read_damage(words, ship_class("terran", "heavy_cruiser"))
