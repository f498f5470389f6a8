"""Damage in words: whatever a sheet says of a ship is read as the same damage."""

from random import Random

import pytest

from campaign.rules.damage_lines import read_damage
from campaign.telling.tracking import damage_words
from engines.seam.documents import Damage, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ShipClass, purchasable, ship_class

KINDS = [(side, kind) for side in SIDES for kind in (*purchasable(side), ship_class(side, "base"))]


def some_damage(kind: ShipClass, random: Random) -> Damage:
    """Any damage that a unit of the class can have, whole or in part."""
    if kind.fighters:
        return Damage(
            fighters=tuple(sorted((random.randint(0, 2) for _ in range(kind.fighters)), reverse=True))
        )
    lost = tuple(number for number in range(len(kind.weapons)) if random.random() < 0.5)
    return Damage(random.randint(0, len(kind.hull) - 1), lost, random.randint(0, 2), random.randint(0, 2))


def counted(damage: Damage) -> tuple[object, ...]:
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
        ("None", Damage()),
        ("–", Damage()),
        ("2 hull boxes", Damage(hull=2)),
        ("2 of 6 hull boxes marked", Damage(hull=2)),
        ("HULL 2,Weapons 1 3", Damage(2, (0, 2))),
        ("weapons 1 and 2, thruster 1", Damage(0, (0, 1), 1)),
        ("power relay 1", Damage(relays=1)),
        ("Power relay: power -2", Damage(relays=2)),
        ("Thrusters: turn radius +1, phaser (front and right) lost", Damage(0, (2,), 1)),
    ],
)
def test_people_write_it_in_many_ways(words: str, damage: Damage) -> None:
    assert read_damage(words, ship_class("terran", "heavy_cruiser")) == damage
