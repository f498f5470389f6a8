"""How models of Warfleets: FTL move, from W8 to W12 and W20 of its text."""

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.events import Warped
from engines.warfleets.geometry import ahead
from engines.warfleets.orders import Assign, Displace, Fly, Go, Hold, Return, Warp
from engines.warfleets.rules.damage import assign
from engines.warfleets.rules.movement import come_back, displace, fly, go, go_warped, hold, warp
from engines.warfleets.table import Marker, Mine
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.scenes import battle, left, rolled, ship, squadron

ROCK = Terrain("Rock", ("blocking",), centre=(2000, 1600), radius=200)
FOG = Terrain("Fog", ("difficult",), corners=((1500, 1300), (2500, 1300), (2500, 1500), (1500, 1500)))
FIRE = Terrain("Fire", ("dangerous",), corners=((1500, 1300), (2500, 1300), (2500, 1500), (1500, 1500)))


def refusal(give, on, order):
    with pytest.raises(Refused) as refused:
        give(on, order)
    (found,) = refused.value.refusals
    return found.rule, found.reason


@pytest.mark.parametrize(
    ("size", "action", "far"),
    [
        ("heavy", "move", 400),
        ("heavy", "cruise", 600),
        ("medium", "move", 600),
        ("medium", "cruise", 900),
        ("light", "move", 800),
        ("light", "cruise", 1200),
    ],
)
def test_w10_a_ship_goes_its_full_speed_straight_on(size, action, far):
    on = battle()
    ark = ship(on, "terran", size, (2000, 1000), 0)
    go(on, Go("terran", 0, action))
    assert (ark.place, ark.heading, ark.action) == ((2000, 1000 + far), 0, action)


def test_a_pulse_engine_adds_2_inches_to_a_move_and_3_to_a_cruise_as_long_as_it_works():
    on = battle()
    ark = ship(on, "terran", "heavy", (2000, 1000), 0, "pulse-engine")
    go(on, Go("terran", 0, "move"))
    assert ark.place[1] == 1600
    go(on, Go("terran", 0, "cruise"))
    assert ark.place[1] == 2500
    ark.damage[0] = 3
    go(on, Go("terran", 0, "move"))
    assert ark.place[1] == 2900


@pytest.mark.parametrize(
    ("before", "turn", "place", "heading"),
    [
        (300, 900, (2300, 1300), 900),
        (600, -900, (2000, 1600), 2700),
        (450, 900, (2150, 1450), 900),
        (300, -300, (1850, 1560), 3300),
    ],
)
def test_w10_wf3_a_ship_pivots_once_at_any_point_after_half_its_move(before, turn, place, heading):
    on = battle()
    ark = ship(on, "terran", "medium", (2000, 1000), 0)
    go(on, Go("terran", 0, "move", before, turn))
    assert (ark.place, ark.heading) == (place, heading)


@pytest.mark.parametrize(
    ("action", "before", "turn", "rule", "nearest"),
    [
        ("move", 300, 901, "W8", "The nearest lawful move pivots by 90° to the right after 3 inches."),
        ("move", 299, -450, "W10", "The nearest lawful move pivots by 45° to the left after 3 inches."),
        ("move", 601, 455, "W10", "The nearest lawful move pivots by 45.5° to the right after 6 inches."),
        ("move", 601, 0, "W10", "The nearest lawful move is straight on."),
        ("cruise", 600, 451, "W8", "The nearest lawful cruise pivots by 45° to the right after 6 inches."),
    ],
)
def test_w8_w10_a_refusal_names_the_nearest_lawful_pivot(action, before, turn, rule, nearest):
    on = battle()
    ark = ship(on, "terran", "medium", (2000, 1000), 0)
    found, reason = refusal(go, on, Go("terran", 0, action, before, turn))
    assert found == rule
    assert reason.endswith(nearest)
    assert (ark.place, ark.action, on.events) == ((2000, 1000), "", [])


def test_w8_w13_a_model_that_holds_pivots_as_far_as_it_likes_and_is_an_easy_target_until_it_moves():
    on = battle()
    ark = ship(on, "terran", "medium", (2000, 1000), 100)
    hold(on, Hold("terran", 0, -1800))
    assert (ark.place, ark.heading, ark.held) == ((2000, 1000), 1900, True)
    go(on, Go("terran", 0, "move"))
    assert not ark.held


def test_w8_nobody_pivots_by_more_than_180_degrees():
    on = battle()
    ship(on, "terran", "medium", (2000, 1000), 100)
    assert refusal(hold, on, Hold("terran", 0, 1801))[0] == "W8"


def test_w9_a_squadron_flies_in_any_direction_up_to_its_speed():
    on = battle()
    wing = squadron(on, "terran", "gunship", (2000, 1000))
    fly(on, Fly("terran", 0, "move", ((2600, 1000), (2600, 1400))))
    assert wing.place == (2600, 1400)
    rule, reason = refusal(fly, on, Fly("terran", 0, "move", ((2600, 2401),)))
    assert rule == "W9"
    assert reason == (
        "Wing 0 flies 10 inches at most, not 10.01. The nearest lawful flight that way ends at 26, 24."
    )
    fly(on, Fly("terran", 0, "cruise", ((2600, 2900),)))
    assert wing.place == (2600, 2900)


def test_w9_wf50_a_squadron_that_comes_within_2_inches_of_an_enemy_squadron_ends_there():
    on = battle()
    wing = squadron(on, "terran", "fighter", (2000, 1000))
    squadron(on, "talon", "gunship", (2000, 1500))
    squadron(on, "terran", "gunship", (2900, 1500))
    assert refusal(fly, on, Fly("terran", 0, "move", ((2200, 1500), (2200, 1900))))[0] == "W9"
    fly(on, Fly("terran", 0, "move", ((2298, 1500),)))
    assert on.engaged_with(wing) == [on.models[1]]
    assert refusal(fly, on, Fly("terran", 0, "move", ((2290, 1500),))) == (
        "W9",
        "Wing 0 is engaged and cannot move; it can hold.",
    )


def test_w9_ships_engage_nobody():
    on = battle()
    wing = squadron(on, "terran", "fighter", (2000, 1000))
    ship(on, "talon", "light", (2000, 1300))
    assert on.engaged_with(wing) == []
    fly(on, Fly("terran", 0, "move", ((2000, 1100), (2000, 800))))
    assert wing.place == (2000, 800)


def test_w11_wf24_a_ship_that_would_end_over_another_goes_on_until_it_is_an_inch_clear_and_both_are_hurt():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    other = ship(on, "talon", "light", (2000, 1800), 0)
    go(on, Go("terran", 0, "move"))
    assert ark.place == (2000, 1800 + 79 + 79 + 100)
    assert [wound.model for wound in on.wounds] == [ark.number, other.number]
    assign(on, Assign("terran", 0, 1))
    assign(on, Assign("talon", 1, 0))
    assert (ark.damage, other.damage) == ([0, 1], [1, 0])


def test_w11_ships_may_be_gone_over_as_long_as_none_is_ended_on():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1400), 0)
    go(on, Go("terran", 0, "move"))
    assert ark.place == (2000, 1800)
    assert on.wounds == []


def test_w11_touching_is_no_overlap():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1958), 0)
    go(on, Go("terran", 0, "move"))
    assert ark.place == (2000, 1800)
    assert on.wounds == []


def test_w11_after_a_pivot_at_the_end_it_goes_on_along_the_new_heading():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1800), 0)
    go(on, Go("terran", 0, "move", 800, 900))
    assert ark.place == (2258, 1800)


def test_ablative_armor_takes_nothing_from_an_enemy_that_lies_over_it():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1800), 0, "ablative-armor")
    go(on, Go("terran", 0, "move"))
    assert [wound.model for wound in on.wounds] == [ark.number]


def test_w11_a_ship_that_goes_over_two_takes_one_point_and_each_of_them_one():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1800), 0)
    ship(on, "talon", "light", (2000, 2100), 0)
    go(on, Go("terran", 0, "move"))
    assert on.models[0].place == (2000, 2100 + 258)
    assert [(wound.model, wound.points) for wound in on.wounds] == [(0, 1), (1, 1), (2, 1)]


def test_wf48_ablative_armor_does_not_help_against_friends_and_helps_the_ship_that_moves():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0, "ablative-armor")
    ship(on, "talon", "light", (2000, 1800), 0)
    ship(on, "talon", "light", (4000, 1000), 0)
    ship(on, "talon", "light", (4000, 1800), 0, "ablative-armor")
    go(on, Go("terran", 0, "move"))
    go(on, Go("talon", 2, "move"))
    assert [wound.model for wound in on.wounds] == [1, 2, 3]


def test_w11_wf47_the_enemy_puts_a_squadron_aside_within_an_inch_of_the_ship_over_it():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    wing = squadron(on, "talon", "bomber", (2000, 1800))
    own = squadron(on, "terran", "bomber", (2300, 1800))
    go(on, Go("terran", 0, "move"))
    assert on.displaced == [(wing.number, 0)]
    assert refusal(displace, on, Displace("talon", 1, (2000, 2000)))[0] == "W11"
    assert refusal(displace, on, Displace("terran", 1, (2000, 2029)))[0] == "W11"
    assert refusal(displace, on, Displace("terran", 1, (2210, 1800)))[0] == "WF47"
    displace(on, Displace("terran", 1, (2000, 2028)))
    assert (wing.place, on.displaced, own.place) == ((2000, 2028), [], (2300, 1800))


def test_w12_a_model_that_leaves_drops_its_markers_at_the_edge_and_comes_back_within_4_inches():
    on = battle()
    ark = ship(on, "terran", "light", (2000, 300), 1800)
    on.markers = [Marker((0, 0), 0)]
    go(on, Go("terran", 0, "move"))
    assert (ark.status, ark.place, ark.edge) == ("off", (2000, 0), "bottom")
    assert on.markers == [Marker((2000, 0))]
    assert refusal(come_back, on, Return("terran", 0, (2000, 79), 0))[0] == "W12"
    on.returning = True
    assert refusal(come_back, on, Return("terran", 0, (2000, 80), 0))[0] == "W12"
    assert refusal(come_back, on, Return("terran", 0, (2401, 79), 0))[0] == "W12"
    come_back(on, Return("terran", 0, (2400, 79), 450))
    assert (ark.status, ark.place, ark.heading) == ("table", (2400, 79), 450)


def test_w12_wf27_nobody_comes_back_over_another():
    on = battle()
    ship(on, "terran", "light", (2000, 300), 1800)
    go(on, Go("terran", 0, "move"))
    ship(on, "talon", "light", (2000, 200), 1800)
    on.returning = True
    rule, reason = refusal(come_back, on, Return("terran", 0, (2000, 79), 0))
    assert (rule, reason) == ("WF27", "Ship 0 would lie over Ship 1. The nearest place is 18.98, 0.79.")


def test_w12_wf27_if_there_is_no_room_within_4_inches_the_nearest_place_will_do():
    on = battle()
    ship(on, "terran", "light", (2000, 300), 1800)
    go(on, Go("terran", 0, "move"))
    for x in range(1500, 2600, 250):
        ship(on, "talon", "heavy", (x, 100), 0)
    on.returning = True
    assert refusal(come_back, on, Return("terran", 0, (2697, 79), 0))[0] == "W12"
    assert refusal(come_back, on, Return("terran", 0, (1305, 79), 0))[0] == "WF27"
    come_back(on, Return("terran", 0, (2696, 79), 0))
    assert on.models[0].place == (2696, 79)


def test_wf47_if_there_is_no_room_within_an_inch_it_is_put_aside_within_two():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    wing = squadron(on, "talon", "bomber", (2000, 1800))
    for at in range(12):
        squadron(on, "talon", "gunship", ahead((2000, 1800), at * 300, 178))
    go(on, Go("terran", 0, "move"))
    assert on.displaced == [(wing.number, 0)]
    rule, reason = refusal(displace, on, Displace("terran", 1, (2000, 2129)))
    assert (rule, reason.split(".")[0]) == ("W11", "That is 2")
    displace(on, Displace("terran", 1, (2000, 2128)))
    assert wing.place == (2000, 2128)


def test_wf23_a_way_is_not_lawful_if_a_ship_would_go_on_into_blocking_terrain():
    on = battle(ROCK)
    ship(on, "terran", "light", (2000, 400), 0)
    ship(on, "talon", "light", (2000, 1150), 0)
    assert refusal(go, on, Go("terran", 0, "move"))[0] == "W20"
    on.models[1].place = (2000, 1064)
    assert refusal(go, on, Go("terran", 0, "move"))[0] == "W20"
    on.models[1].place = (2000, 1063)
    go(on, Go("terran", 0, "move"))
    assert on.models[0].place == (2000, 1321)


def test_w20_wf21_difficult_terrain_halves_the_way_and_where_it_pivots():
    on = battle(FOG)
    ark = ship(on, "terran", "light", (2000, 1000), 0)
    go(on, Go("terran", 0, "move", 600, 900))
    assert (ark.place, ark.heading) == ((2100, 1300), 900)
    on = battle(FOG)
    wing = squadron(on, "terran", "gunship", (2000, 1000))
    assert refusal(fly, on, Fly("terran", 0, "move", ((2000, 1501),)))[0] == "W20"
    fly(on, Fly("terran", 0, "move", ((2000, 1500),)))
    assert wing.place == (2000, 1500)


def test_w20_nothing_moves_through_blocking_terrain_and_the_nearest_way_past_is_named():
    on = battle(ROCK)
    ship(on, "terran", "light", (2000, 1000), 0)
    rule, reason = refusal(go, on, Go("terran", 0, "cruise", 600, 0))
    assert rule == "W20"
    assert reason == "Rock is in the way: nothing moves through it. No cruise is lawful; Ship 0 can hold."
    on = battle(ROCK)
    ship(on, "terran", "light", (2000, 900), 0)
    rule, reason = refusal(go, on, Go("terran", 0, "move", 400, 0))
    assert reason.endswith("The nearest lawful move pivots by 70° to the left after 4 inches.")
    wing = squadron(on, "terran", "gunship", (2600, 1600))
    assert refusal(fly, on, Fly("terran", wing.number, "move", ((1700, 1600),)))[0] == "W20"


def test_w20_wf22_dangerous_terrain_does_d3_damage_to_what_moves_through():
    on = battle(FIRE, dice=(3,))
    wing = squadron(on, "terran", "gunship", (2000, 1000))
    fly(on, Fly("terran", 0, "move", ((2000, 1900),)))
    assert wing.damage == [2]
    assert left(on) == []


def warped(on, before=0, turn=0):
    """A light ship with a Warp Drive has warped by the next die, and gone."""
    ark = ship(on, "terran", "light", (2000, 1200), 0, "warp-drive")
    warp(on, Warp("terran", 0))
    go_warped(on, Go("terran", 0, "move", before, turn))
    return ark


def test_wf38_a_warp_drive_goes_d6_and_2_inches_over_everything():
    on = battle(ROCK, FIRE, dice=(6,))
    ark = warped(on)
    assert (ark.place, ark.action, on.wounds, on.events[1]) == ((2000, 2000), "move", [], Warped(0, 6))
    ark.damage[0] = 3
    assert refusal(warp, rolled(on, 1), Warp("terran", 0))[0] == "W8"


def test_wf38_the_pivot_comes_after_half_of_what_was_rolled():
    ark = warped(battle(dice=(4,)), 300, 900)
    assert (ark.place, ark.heading) == ((2300, 1500), 900)


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Go("terran", 0, "move", 299, 900), "W10"),
        (Go("terran", 0, "move", 601, 900), "W10"),
        (Go("terran", 0, "move", 300, 910), "W8"),
        (Go("terran", 0, "cruise"), "WF38"),
    ],
)
def test_wf38_a_warped_ship_pivots_as_one_that_moves(order, rule):
    on = battle(dice=(4,))
    ship(on, "terran", "light", (2000, 1200), 0, "warp-drive")
    warp(on, Warp("terran", 0))
    on.events.clear()
    assert refusal(go_warped, on, order)[0] == rule
    assert on.models[0].place == (2000, 1200)


def test_wf38_a_warped_ship_goes_on_until_it_is_out_of_blocking_terrain_and_an_inch_from_ships():
    ark = warped(battle(ROCK, dice=(1,)))
    assert ark.place == (2000, 1879)
    on = battle(dice=(1,))
    other = ship(on, "talon", "light", (2000, 1450), 0)
    ark = ship(on, "terran", "light", (2000, 1200), 0, "warp-drive")
    warp(on, Warp("terran", 1))
    go_warped(on, Go("terran", 1, "move"))
    assert (ark.place, on.wounds, other.place) == ((2000, 1708), [], (2000, 1450))


def test_w5_wf10_a_ship_takes_up_a_marker_that_it_moves_over_and_a_squadron_does_not():
    on = battle()
    squadron(on, "terran", "gunship", (2000, 1000))
    ship(on, "terran", "light", (2000, 700), 0)
    on.markers = [Marker((2070, 1200)), Marker((2080, 1200))]
    fly(on, Fly("terran", 0, "move", ((2070, 1500),)))
    assert [marker.carrier for marker in on.markers] == [-1, -1]
    go(on, Go("terran", 1, "move"))
    assert [marker.carrier for marker in on.markers] == [1, -1]


def test_a_mine_does_two_damage_to_an_enemy_that_moves_within_2_inches_and_is_gone():
    on = battle()
    wing = squadron(on, "terran", "gunship", (2000, 1000))
    on.mines = [
        Mine((2249, 1300), "talon"),
        Mine((2000, 1300), "terran"),
        Mine((2250, 1300), "talon"),
    ]
    fly(on, Fly("terran", 0, "move", ((2000, 1700),)))
    assert wing.damage == [2]
    assert [mine.place for mine in on.mines] == [(2000, 1300), (2250, 1300)]
