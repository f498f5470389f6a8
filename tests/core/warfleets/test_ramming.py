"""Ramming, pushing and pulling in Warfleets: FTL, from W14 and W20 of its text."""

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.orders import Pull, Ram
from engines.warfleets.rules.ramming import pull, push_on, ram
from engines.warfleets.state import Push
from engines.warfleets.table import Marker, Mine
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.scenes import battle, left, rolled, ship, squadron

NONE = ("tractor-beam", "warp-drive", "repair-bay", "nuclear-ammo")
PLACES = {"light": 2, "medium": 3, "heavy": 4}


def fill(size, own):
    return [one for one in NONE if one not in own][: PLACES[size] - len(own)]


def meeting(*terrain, rammer="light", target="light", far=800, mine=(), its=()):
    """A ship heading up the table, and an enemy straight ahead of it."""
    on = battle(*terrain)
    ship(on, "terran", rammer, (2000, 1000), 0, *mine, *fill(rammer, mine))
    ship(on, "talon", target, (2000, 1000 + far), 0, *its, *fill(target, its))
    return on


def refusal(give, on, order):
    with pytest.raises(Refused) as refused:
        give(on, order)
    (found,) = refused.value.refusals
    assert on.events == []
    return found.rule, found.reason


def points(on):
    return [(one.model, one.points) for one in on.wounds]


@pytest.mark.parametrize(
    ("rammer", "target", "found", "pushed"),
    [
        ("light", "light", [(1, 2), (0, 2)], True),
        ("heavy", "light", [(1, 3), (0, 2)], True),
        ("light", "heavy", [(1, 2), (0, 3)], False),
        ("medium", "medium", [(1, 2), (0, 2)], True),
    ],
)
def test_w14_the_smaller_takes_3_the_larger_2_and_no_larger_target_is_pushed(rammer, target, found, pushed):
    on = meeting(rammer=rammer, target=target, far=500)
    ram(on, Ram("terran", 0, 1))
    assert points(on) == found
    assert (on.push is not None) is pushed


def test_w14_upgrades_that_are_disabled_count():
    on = meeting(rammer="heavy", target="medium", far=500)
    on.models[0].damage = [3, 3, 3, 0]
    ram(on, Ram("terran", 0, 1))
    assert points(on) == [(1, 3), (0, 2)]


def test_w14_the_ram_stops_in_contact():
    on = meeting()
    ram(on, Ram("terran", 0, 1))
    assert on.models[0].place == (2000, 1800 - 158)
    assert on.models[0].action == "ram"


def test_w14_a_ram_may_pivot_after_half_its_way():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2300, 1900), 0)
    ram(on, Ram("terran", 0, 1, 600, 450))
    rammer = on.models[0]
    assert rammer.heading == 450
    assert rammer.place == (2000 + 188, 1600 + 188)


def test_w14_what_is_not_reached_is_not_rammed_and_the_nearest_pivot_that_reaches_is_named():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2300, 1900), 0)
    assert refusal(ram, on, Ram("terran", 0, 1)) == (
        "W14",
        "Ship 0 does not reach Ship 1 that way. The nearest lawful ram pivots by 25° to the right after 6 inches.",
    )
    assert refusal(ram, on, Ram("terran", 0, 1, 600, 460))[0] == "W8"
    assert refusal(ram, on, Ram("terran", 0, 1, 599, 450))[0] == "W10"
    on = meeting(far=1201 + 158)
    assert refusal(ram, on, Ram("terran", 0, 1))[1].endswith("is lawful.")


def test_w8_squadrons_do_not_ram_and_are_not_rammed():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    squadron(on, "talon", "fighter", (2000, 1500))
    ship(on, "terran", "light", (2000, 1800), 0)
    assert refusal(ram, on, Ram("talon", 1, 0))[0] == "W8"
    assert refusal(ram, on, Ram("terran", 0, 1))[0] == "W8"
    assert refusal(ram, on, Ram("terran", 0, 2))[0] == "W14"


def test_ablative_armor_costs_the_rammer_1_more_and_a_reinforced_ram_the_target():
    on = meeting(mine=("reinforced-ram",), its=("ablative-armor",))
    ram(on, Ram("terran", 0, 1))
    assert points(on) == [(1, 3), (0, 3)]


def test_a_gravity_bumper_pushes_by_two_dice():
    on = meeting(mine=("gravity-bumper",))
    ram(on, Ram("terran", 0, 1))
    assert on.push == Push(0, 1, 2)


def pushed(on, *dice, count=1):
    on.push = Push(0, 1, count)
    push_on(rolled(on, *dice))
    return on.models[1]


def test_w14_a_target_is_pushed_by_d6_straight_away():
    on = meeting(far=158)
    assert pushed(on, 4).place == (2000, 1558)
    assert pushed(on, 2, 3, count=2).place == (2000, 2058)
    assert left(on) == []


def test_w14_a_push_into_another_ship_stops_in_contact_and_does_1():
    on = meeting(far=158)
    ship(on, "talon", "light", (2000, 1158 + 300), 0)
    assert pushed(on, 6).place == (2000, 1300)
    assert points(on) == [(1, 1)]


def test_w20_wf26_a_push_into_terrain_stops_there_and_does_1_or_d3_if_it_is_dangerous():
    corners = ((1000, 1500), (3000, 1500), (3000, 1900), (1000, 1900))
    on = meeting(Terrain("Fog", ("cover",), corners), far=158)
    assert pushed(on, 6).place == (2000, 1421)
    assert points(on) == [(1, 1)]
    on = meeting(Terrain("Fire", ("dangerous",), corners), far=158)
    pushed(on, 6, 5)
    assert points(on) == [(1, 3)]


def test_w20_a_ship_is_not_stopped_by_terrain_that_it_stands_in():
    corners = ((1000, 1100), (3000, 1100), (3000, 1300), (1000, 1300))
    on = meeting(Terrain("Fog", ("cover",), corners), far=158)
    assert pushed(on, 6).place == (2000, 1758)


def test_wf25_a_target_that_the_ram_destroyed_is_not_pushed():
    on = meeting(far=158)
    on.models[1].status = "destroyed"
    assert pushed(on).place == (2000, 1158)


def test_wf25_a_ship_may_pass_over_others_as_it_rams_and_may_not_stop_over_one():
    on = meeting(far=1200)
    other = ship(on, "talon", "light", (2000, 1500), 0)
    beside = ship(on, "terran", "light", (2150, 2000), 0)
    rule, reason = refusal(ram, on, Ram("terran", 0, 1))
    assert rule == "WF25"
    assert reason.startswith("Ship 0 would stop over Ship 3.")
    beside.place = (2200, 2000)
    ram(on, Ram("terran", 0, 1))
    assert (on.models[0].place, other.place) == ((2000, 2042), (2000, 1500))
    assert 2 not in [one.model for one in on.wounds]


def test_wf11_a_ship_may_be_pushed_off_the_table():
    on = battle()
    ship(on, "terran", "light", (2000, 4500), 0)
    ship(on, "talon", "light", (2000, 4658), 0)
    on.markers = [Marker((0, 0), 1)]
    target = pushed(on, 2)
    assert (target.status, target.edge, target.place) == ("off", "top", (2000, 4800))
    assert on.markers == [Marker((2000, 4800))]


def test_wf40_a_push_sets_off_a_mine_and_takes_up_no_marker():
    on = meeting(far=158)
    on.mines = [Mine((2000, 1700), "terran")]
    on.markers = [Marker((2000, 1400))]
    pushed(on, 4)
    assert points(on) == [(1, 2)]
    assert on.markers[0].carrier == -1


def test_a_tractor_beam_pulls_an_enemy_ship_within_8_inches_by_d6_and_1():
    on = meeting(far=800 + 158)
    pull(rolled(on, 3), Pull("terran", 0, 1))
    assert on.models[1].place == (2000, 1958 - 400)
    on = meeting(far=801 + 158)
    assert refusal(pull, on, Pull("terran", 0, 1))[0] == "WF37"


def test_wf37_a_pull_stops_in_contact_without_damage():
    on = meeting(far=458)
    on.models[1].held = True
    pull(rolled(on, 6), Pull("terran", 0, 1))
    assert (on.models[1].place, on.wounds, on.models[1].held) == ((2000, 1158), [], True)
