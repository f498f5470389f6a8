"""Damage of Warfleets: FTL, from W18 and the upgrades and titles that bear on it."""

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.orders import Assign
from engines.warfleets.rules.damage import asked, assign, choices, destroy, mend, settle, wound
from engines.warfleets.table import Marker
from tests.core.warfleets.scenes import battle, left, rolled, ship, squadron


def test_w18_a_squadron_is_destroyed_by_its_third_point():
    on = battle()
    wing = squadron(on, "terran", "gunship", (1000, 1000))
    wound(on, wing, 2, "weapon")
    settle(on)
    assert on.on_table() == [wing]
    wound(on, wing, 1, "weapon")
    settle(on)
    assert wing.status == "destroyed"


def test_w18_wf7_the_player_of_a_ship_chooses_the_upgrade_and_it_takes_all_until_it_is_disabled():
    on = battle()
    ark = ship(on, "terran", "medium", (1000, 1000), 0, "tractor-beam", "warp-drive", "pulse-engine")
    wound(on, ark, 2, "weapon")
    settle(on)
    assert asked(on) is ark
    assign(on, Assign("terran", ark.number, 1))
    assert ark.damage == [0, 2, 0]
    assert choices(ark) == [1]
    wound(on, ark, 2, "weapon")
    settle(on)
    assert ark.damage == [0, 3, 0]
    assert not ark.has("warp-drive")
    assert choices(ark) == [0, 2]


@pytest.mark.parametrize(("side", "slot", "rule"), [("talon", 0, "WF7"), ("terran", 5, "W18")])
def test_w18_wf7_nobody_else_chooses_and_nothing_else_is_chosen(side, slot, rule):
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000))
    wound(on, ark, 1, "weapon")
    settle(on)
    with pytest.raises(Refused) as refused:
        assign(on, Assign(side, ark.number, slot))
    assert [one.rule for one in refused.value.refusals] == [rule]
    assert ark.damage == [0, 0]


def test_wf44_a_fragile_squadron_takes_one_more_of_the_first_damage_of_a_round():
    on = battle()
    wing = squadron(on, "terran", "gunship", (1000, 1000))
    wing.specials, wing.boxes = ("fragile",), (9,)
    for points, damage in ((2, 3), (1, 4)):
        wound(on, wing, points, "weapon")
        settle(on)
        assert wing.damage == [damage]
    wing.hurt = False
    wound(on, wing, 0, "weapon")
    wound(on, wing, 1, "mine")
    settle(on)
    assert wing.damage == [6]


def test_w18_a_ship_is_destroyed_when_all_upgrades_are_disabled():
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000), 0, "tractor-beam", "warp-drive")
    wound(on, ark, 9, "weapon")
    settle(on)
    assign(on, Assign("terran", ark.number, 0))
    assert ark.status == "destroyed"
    assert on.wounds == []


def test_armored_plating_takes_five_points():
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000), 0, "armored-plating", "warp-drive")
    wound(on, ark, 4, "weapon")
    settle(on)
    assign(on, Assign("terran", ark.number, 0))
    assert ark.works(0)
    wound(on, ark, 1, "weapon")
    settle(on)
    assert not ark.works(0)


def test_wf35_a_shield_booster_ignores_a_point_on_5_and_6_as_long_as_it_works():
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000), 0, "shield-booster", "warp-drive")
    ark.damage[0], ark.order = 2, [0]
    wound(rolled(on, 5, 4), ark, 3, "weapon")
    settle(on)
    assert ark.damage == [3, 1]
    assert left(on) == []


def test_a_shield_booster_is_asked_once_for_a_point_that_waits_for_a_choice():
    on = battle(dice=(3,))
    ark = ship(on, "terran", "light", (1000, 1000), 0, "shield-booster", "warp-drive")
    wound(on, ark, 1, "weapon")
    settle(on)
    assign(on, Assign("terran", ark.number, 1))
    assert ark.damage == [0, 1]


def test_defiant_takes_two_points_off_when_a_friend_within_6_inches_is_destroyed():
    on = battle()
    lost = ship(on, "terran", "light", (1000, 1000))
    near = ship(on, "terran", "light", (1000 + 158 + 600, 1000), title="defiant")
    far = ship(on, "terran", "light", (1000 - 158 - 601, 1000), title="defiant")
    enemy = ship(on, "talon", "light", (1000, 1300), title="defiant")
    for one in (near, far, enemy):
        one.damage, one.order = [0, 2], [1]
    destroy(on, lost)
    assert [one.damage for one in (near, far, enemy)] == [[0, 0], [0, 2], [0, 2]]


def test_wf36_only_the_upgrade_that_is_being_damaged_is_mended_and_then_another_may_be_chosen():
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000), 0, "tractor-beam", "warp-drive")
    ark.damage, ark.order = [3, 1], [0, 1]
    mend(on, ark, 2)
    assert ark.damage == [3, 0]
    mend(on, ark, 2)
    assert ark.damage == [3, 0]
    assert not ark.has("tractor-beam")


def test_w5_a_destroyed_ship_drops_its_markers_where_it_was():
    on = battle()
    ark = ship(on, "terran", "light", (1000, 1000))
    on.markers = [Marker((0, 0), ark.number), Marker((5, 5))]
    destroy(on, ark)
    assert on.markers == [Marker((1000, 1000)), Marker((5, 5))]
