"""Fleets of one's own: sizes, prices, and what is refused with which rule (12.2, 27, 31.2, 31.6, R107)."""

import msgspec
import pytest

from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import classes_of, ship_class
from engines.talon.fleets.own import OwnFleet, fleet_refusals, not_possible, sizes, with_number


def fleet(faction: Side = "terran", size: int = 900, **ships: int) -> OwnFleet:
    return OwnFleet(faction, size, ships)


def rules(found: OwnFleet) -> list[str]:
    return [refusal.rule for refusal in fleet_refusals(found)]


def test_the_sizes_are_those_of_the_rules() -> None:
    named = [(size.title, size.points) for size in sizes()]
    assert named == [
        ("Escort Mission", 200),
        ("Skirmish", 300),
        ("Pitched Battle", 600),
        ("Epic Battle", 900),
    ]


def test_a_fleet_costs_what_its_ships_cost() -> None:
    found = fleet(size=600, heavy_cruiser=2, destroyer=3)
    assert (found.cost, found.left) == (2 * 115 + 3 * 55, 600 - 395)
    assert rules(found) == []
    assert fleet(size=395, heavy_cruiser=2, destroyer=3).left == 0


def test_it_may_not_cost_more_than_its_size() -> None:
    """27: one point too many is too many."""
    found = fleet(size=394, heavy_cruiser=2, destroyer=3)
    (refusal,) = fleet_refusals(found)
    assert (refusal.rule, refusal.reason) == ("27", "That is 1 point too many: 394 are allowed.")


@pytest.mark.parametrize("side", SIDES)
def test_a_box_has_so_many_counters(side: Side) -> None:
    """R107, 31.6: the last counter is possible, one more is not."""
    for kind in classes_of(side):
        if kind.role in ("base", "squadron"):
            continue
        most = OwnFleet(side, 2000, {kind.key: kind.counters})
        assert rules(most) == []
        refusal = not_possible(most, kind.key, kind.counters + 1)
        assert refusal is not None
        assert refusal.rule == "31.6"


def test_squadrons_need_room() -> None:
    """27: one carrier or base takes four; the fifth needs another."""
    assert rules(fleet(carrier=1, fighter=4)) == []
    assert rules(fleet(carrier=1, fighter=5)) == ["27"]
    assert rules(fleet(carrier=1, base=1, fighter=8)) == []
    assert rules(fleet(battleship=1, fighter=1)) == ["27"]
    assert not_possible(fleet(carrier=1, fighter=4), "carrier", 0) is not None


def test_a_side_has_one_base() -> None:
    assert rules(fleet(base=1)) == []
    assert rules(fleet(base=2)) == ["31.2"]


def test_squadrons_alone_are_no_fleet() -> None:
    assert not fleet().is_armed
    assert not fleet(fighter=1).is_armed
    assert fleet(base=1).is_armed


def test_ships_stand_in_the_order_of_the_table_and_none_are_left_out() -> None:
    found = with_number(with_number(fleet(), "battleship", 1), "scout", 2)
    assert list(found.ships) == ["scout", "battleship"]
    assert with_number(found, "scout", 0).ships == {"battleship": 1}
    with pytest.raises(KeyError):
        with_number(found, "dreadnought", 1)


@pytest.mark.parametrize("side", SIDES)
def test_either_side_can_have_them(side: Side) -> None:
    """33.2: a class of the other faction has that in its key."""
    keys = fleet("talon", dreadnought=1, frigate=2).keys(side)
    assert [ship_class(side, key).title for key in keys] == ["Frigate", "Frigate", "Dreadnought"]
    assert {ship_class(side, key).faction for key in keys} == {"talon"}


def test_its_document_is_read_again_and_has_no_more_than_it_needs() -> None:
    found = fleet(battleship=2)
    written = msgspec.json.encode(found)
    assert msgspec.json.decode(written, type=OwnFleet) == found
    assert b"format" not in written
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written.replace(b"{", b'{"more":1,', 1), type=OwnFleet)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(
            msgspec.json.encode({"document": "fleet", "faction": "terran", "size": 10}), type=OwnFleet
        )
