"""6: what available power buys; R3, R4."""

import pytest

from tests.core.board import board


def test_6_one_ap_in_an_impulse():
    """6: a ship that has spent its AP has no second one in that impulse; another ship still has its own."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E charge 0+0/0+0/0+0
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran charge Patton 2")
    table.refuses("terran charge Patton 1", rule="6")
    table.refuses("terran vote Patton change", rule="6")
    assert table.offers("terran vote Zhukov change")


def test_6_no_ap_in_this_impulse():
    """6: a ship whose Power is not marked in the impulse buys nothing."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E charge 0+0/0+0/0+0
        terran CA Zhukov 0,2 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran charge Patton 2", rule="6")
    table.refuses("terran slip Patton", rule="6")
    assert table.offers("terran slip Zhukov")


def test_6_unspent_ap_is_lost():
    """6: what is not spent is not there in the next impulse."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done", "terran move Patton ahead")
    assert table.clock == "1C talon move"
    table.do("talon done")
    assert table.clock == "1D talon ap"


def test_6_ap_does_not_cancel_a_move():
    """6: a ship that has spent its AP still has to move."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran slip Patton")
    assert table.clock == "1B terran move"
    assert not table.offers("terran done")


def test_6_power_loss_gives_no_ap():
    """6: a ship with power loss has no AP, neither from its Power nor from its battery."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E battery criticals power
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    assert table.offered("terran vote Patton") == []
    assert table.offers("terran vote Zhukov change")


def test_6_a_squadron_has_no_ap_of_its_own():
    """6: Power 0 buys nothing in any impulse."""
    table = board("""
        clock 1F terran ap
        terran FTR Cougar 0,0 E charge 0+0/0+0/0+0
        terran CA Patton 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran charge Cougar 1", rule="6")
    table.refuses("terran slip Cougar", rule="6")


@pytest.mark.parametrize(
    ("kind", "name", "group", "before", "after"),
    [
        ("CA", "Patton", 1, "1+0/2+2/1+1", "1+1/2+2/1+1"),
        ("CA", "Patton", 2, "1+0/2+0/1+0", "1+0/2+1/1+0"),
        ("CA", "Patton", 2, "1+0/2+1/1+0", "1+0/2+2/1+0"),
        ("CA", "Patton", 2, "1+0/0+0/1+0", "1+0/0+1/1+0"),
        ("CA", "Patton", 3, "0+0/0+0/0+0", "0+0/0+0/0+1"),
        ("CA", "Patton", 2, "lost/1+1/lost", "lost/1+2/lost"),
        ("BC", "Caesar", 2, "1+1/2+0/1+1", "1+1/2+1/1+1"),
        ("BC", "Caesar", 2, "1+1/2+3/1+1", "1+1/2+4/1+1"),
        ("BB", "Defiant", 1, "1+0/0+0/1+0", "1+1/0+0/1+0"),
        ("BB", "Defiant", 2, "1+0/0+4/1+0", "1+0/0+5/1+0"),
    ],
)
def test_6_1_one_yellow_box_of_one_group(kind, name, group, before, after):
    """6.1: one box, whatever the number of weapons, and even while red boxes are empty."""
    table = board(f"""
        clock 1D terran ap
        terran {kind} {name} 0,0 E charge {before}
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran charge {name} {group}")
    table.shows(f"{name} charge {after}")


@pytest.mark.parametrize(
    ("group", "before"),
    [(1, "1+1/2+0/1+1"), (2, "1+0/2+2/1+0"), (2, "1+0/0+2/1+0"), (2, "1+0/lost/1+0")],
)
def test_6_1_no_yellow_box_left(group, before):
    """6.1: a group whose yellow boxes are all marked, or that is destroyed, is not charged; red boxes never are."""
    table = board(f"""
        clock 1B terran ap
        terran CA Patton 0,0 E charge {before}
        talon CA Sacrifice 10,0 W
    """)
    table.refuses(f"terran charge Patton {group}", rule="6.1")


def test_6_1_a_launcher_has_no_yellow_boxes():
    """6.1: AP does not charge missile launchers; the disruptors beside them it does."""
    table = board("""
        clock 1B talon ap
        terran CA Patton 0,0 E
        talon BC Honor 10,0 W charge 1+0/1+0/1+0
    """)
    table.refuses("talon charge Honor 2", rule="6.1")
    table.do("talon charge Honor 1")
    table.shows("Honor charge 1+1/1+0/1+0")


def test_6_1_a_group_charged_now_fires_now():
    """6.1: AP comes before fire, so the box just marked may complete the bar."""
    table = board("""
        clock 1F terran ap
        terran SC Explorer 0,0 E charge 1+0
        talon CA Sacrifice 4,0 W charge 0+0/0+0
    """)
    table.do("terran charge Explorer 1", "terran move Explorer ahead")
    assert table.offers("terran fire Explorer 1 Sacrifice")


def test_6_2_charge_the_battery():
    """6.2: AP from the ship's Power goes into the battery."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.shows("Patton no battery")
    table.do("terran battery Patton")
    table.shows("Patton battery")


def test_6_2_a_full_battery_takes_no_more():
    """6.2: a battery holds one AP."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E battery
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran battery Patton", rule="6.2")


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("terran SC Explorer 0,0 E", "Explorer"),
        ("terran CV Wasp 0,0 E", "Wasp"),
        ("terran Tran Normandy 0,0 E", "Normandy"),
        ("terran Base Valley_Forge 0,0 E", "Valley_Forge"),
        ("talon CA Justice 0,0 E", "Justice"),
        ("talon BB Eliminator 0,0 E", "Eliminator"),
    ],
)
def test_6_2_no_battery(unit, name):
    """6.2: scouts, carriers, transports, bases and all Talon ships have none."""
    side = unit.split()[0]
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1F {side} ap
        {unit}
        {enemy}
    """)
    assert table.offers(f"{side} vote {name} change")
    table.refuses(f"{side} battery {name}", rule="6.2")


@pytest.mark.parametrize(
    ("kind", "name"), [("DD", "Caleb"), ("CL", "Thor"), ("CA", "Patton"), ("BC", "Caesar"), ("BB", "Defiant")]
)
def test_6_2_who_has_a_battery(kind, name):
    """6.2: destroyers, cruisers and battleships of the Terrans have one."""
    table = board(f"""
        clock 1F terran ap
        terran {kind} {name} 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran battery {name}")
    table.shows(f"{name} battery")


def test_6_2_the_battery_stands_in_for_power():
    """6.2: in an impulse without AP of its own the ship spends the battery's, which is then empty."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E battery charge 1+0/2+0/1+0
        terran CA Zhukov 0,2 E battery
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran charge Patton 2")
    table.shows("Patton charge 1+0/2+1/1+0 no battery")
    table.shows("Zhukov battery")
    table.refuses("terran charge Patton 1", rule="6")


def test_6_2_own_power_comes_first():
    """6.2: in an impulse with AP of its own the ship spends that; the battery is not touched and gives no second AP."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E battery charge 1+0/2+0/1+0
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran charge Patton 2")
    table.shows("Patton charge 1+0/2+1/1+0 battery")
    table.refuses("terran charge Patton 2", rule="6")


def test_6_2_a_battery_not_used_keeps():
    """6.2: the battery's AP is not lost when it is left alone."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E battery
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    assert table.clock == "1D talon ap"
    table.shows("Patton battery")


def test_6_2_battery_of_a_ship_without_power():
    """6.2: Power 0 never acts, so even in F the battery may be used."""
    table = board("""
        clock 1F terran ap
        terran BB Defiant 0,0 E speed 5 battery
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran vote Defiant defend")
    table.shows("Defiant no battery")


def test_6_2_charged_again_and_again():
    """6.2: charged in B, used in C, charged in D."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 12,0 W afterburners 0
    """)
    table.do("terran battery Patton", "terran move Patton ahead")
    assert table.clock == "1C terran ap"
    table.do("terran vote Patton defend")
    table.shows("Patton no battery")
    assert table.clock == "1D talon ap"
    table.do("talon done", "talon move Sacrifice ahead", "terran battery Patton")
    table.shows("Patton battery")


def test_r4_the_batterys_ap_does_not_recharge_it():
    """R4: where only the battery gives AP, that AP does not go back into it."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E battery
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran battery Patton", rule="R4")


def test_r4_power_may_recharge_it_later():
    """R4: AP from the ship's own Power may, in a later impulse."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E battery
        talon CA Sacrifice 12,0 W afterburners 0
    """)
    table.do("terran vote Patton defend", "talon done", "talon move Sacrifice ahead")
    assert table.clock == "1D terran ap"
    assert table.offers("terran battery Patton")


def test_r4_everything_else_may_be_bought():
    """R4: the battery's AP is otherwise an AP like any other."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E battery turn 1 charge 1+0/2+0/1+0
        talon CA Sacrifice 10,0 W
    """)
    for order in (
        "charge Patton 2",
        "vote Patton change",
        "reinforce Patton left",
        "slip Patton",
        "power-through Patton",
    ):
        assert table.offers(f"terran {order}"), order


@pytest.mark.parametrize("vote", ["change", "defend"])
def test_6_3_one_initiative_marker(vote):
    """6.3: one AP is one marker."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran vote Patton {vote}")
    table.shows(f"Patton vote {vote}")
    table.refuses("terran vote Patton change", rule="6")
    table.refuses("terran vote Patton defend", rule="6")


@pytest.mark.parametrize("vote", ["change", "defend"])
def test_6_3_either_side_either_marker(vote):
    """6.3: the Initiative Player may place both kinds as well."""
    table = board("""
        clock 1B talon ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"talon vote Sacrifice {vote}")
    table.shows(f"Sacrifice vote {vote}")


@pytest.mark.parametrize("arc", ["front", "left", "right", "rear"])
def test_6_4_reinforce_an_arc(arc):
    """6.4: the marker stands on the arc and carries the letter of the impulse."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran reinforce Patton {arc}")
    table.shows(f"Patton markers {arc}@B shields 6/5/5/4")


def test_6_4_an_arc_without_boxes():
    """6.4: even an arc that is all gone may be reinforced."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E shields 6/0/5/4
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton left")
    table.shows("Patton markers left@B shields 6/0/5/4")


def test_6_4_absorbs_before_the_boxes():
    """6.4: the marker takes the first point, a box the second."""
    table = board("""
        clock 1C talon fire
        terran CA Patton 0,0 E markers front@B charge 0+0/0+0/0+0
        talon CL Dauntless 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Patton", dice="6")
    table.shows("Patton shields 5/5/5/4 no markers")


def test_6_4_only_on_its_own_arc():
    """6.4: a marker on another arc absorbs nothing."""
    table = board("""
        clock 1C talon fire
        terran CA Patton 0,0 E markers left@B charge 0+0/0+0/0+0
        talon CL Dauntless 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Patton", dice="6")
    table.shows("Patton shields 4/5/5/4 markers left@B")


def test_6_4_comes_off_a_round_later():
    """6.4: unused it stays until the owner's turn in the same impulse of the next round."""
    table = board("""
        clock 2E terran ap
        terran CA Patton 0,0 E markers front@F battery
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    assert table.clock == "2F talon ap"
    table.shows("Patton markers front@F")
    table.do("talon done")
    table.shows("Patton markers front@F")
    table.do("talon move Sacrifice ahead")
    assert table.clock == "2F terran ap"
    table.shows("Patton no markers")


def test_6_4_not_in_the_impulse_it_was_placed():
    """6.4: the rest of its own impulse does not take it off."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton rear", "terran move Patton ahead")
    assert table.clock == "1C talon move"
    table.shows("Patton markers rear@B")


def test_6_4_two_markers_at_most():
    """6.4: a ship with two markers takes no third beside them."""
    table = board("""
        clock 2D terran ap
        terran CA Patton 0,0 E markers front@F,left@B
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran reinforce Patton rear", rule="6.4")
    table.refuses("terran reinforce Patton front", rule="6.4")


def test_6_4_second_marker():
    """6.4: a second one is allowed, on another arc."""
    table = board("""
        clock 2D terran ap
        terran CA Patton 0,0 E markers front@B
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton left")
    table.shows("Patton markers front@B,left@D")


def test_r3_two_on_one_arc():
    """R3: both markers may stand on the same arc, and absorb two points."""
    table = board("""
        clock 2D terran ap
        terran CA Patton 0,0 E markers front@B
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton front")
    table.shows("Patton markers front@B,front@D")
    table = board("""
        clock 2E talon fire
        terran CA Patton 0,0 E markers front@B,front@D charge 0+0/0+0/0+0
        talon CL Dauntless 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Patton", dice="6")
    table.shows("Patton shields 6/5/5/4 no markers")


def test_r3_a_third_replaces_one():
    """R3: the owner may take one of two markers away for the new one."""
    table = board("""
        clock 2D terran ap
        terran CA Patton 0,0 E markers front@A,left@B
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton rear replacing front@A")
    table.shows("Patton markers left@B,rear@D")


def test_r3_an_old_one_is_renewed():
    """R3: the new one may stand on the arc of the one it replaces."""
    table = board("""
        clock 2D terran ap
        terran CA Patton 0,0 E markers front@A,left@B
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran reinforce Patton left replacing left@B")
    table.shows("Patton markers front@A,left@D")


def test_r3_not_while_shields_are_down():
    """R3: with shields down there is no reinforcement."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E criticals shields
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran reinforce Patton front", rule="6.4")
    assert table.offers("terran reinforce Zhukov front")


def test_r3_not_in_a_nebula():
    """R3: in a nebula shields are out of use, and so are reinforcements."""
    table = board("""
        clock 1B terran ap
        terrain nebula 0,0
        terran CA Patton 0,0 E
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran reinforce Patton front", rule="6.4")
    assert table.offers("terran reinforce Zhukov front")


def test_r3_markers_go_when_shields_go_down():
    """R3: the critical takes the markers on all arcs."""
    table = board("""
        clock 1A talon fire
        terran DD Achilles 2,0 W shields 0/3/3/2 hull 1 markers left@F,rear@D charge 0+0
        talon CL Dauntless 0,0 E charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Achilles", dice="6 1 2")
    table.shows("Achilles hull 3 no markers shields 0/3/3/2")


def test_r3_markers_go_on_entering_a_nebula():
    """R3: so does a nebula."""
    table = board("""
        clock 2B terran move
        terrain nebula 1,0
        terran CA Patton 0,0 E markers left@F,rear@D
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 no markers")


def test_6_5_enable_a_side_slip():
    """6.5: the marker is there for the move of the same impulse."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E turn 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran slip Patton")
    table.shows("Patton slip")
    assert table.offers("terran move Patton slip-left")
    assert table.offers("terran move Patton slip-right")


def test_6_5_the_marker_waits_for_the_next_move():
    """6.5: in impulses without a move it stays."""
    table = board("""
        clock 1A terran ap
        terran CA Patton 0,0 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran slip Patton")
    assert table.clock == "1B talon ap"
    table.shows("Patton 0,0 slip")


def test_6_5_without_ap():
    """6.5: no AP, no side slip."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E spent
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran slip Patton", rule="6")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_6_6_power_through_a_turn(count):
    """6.6: one AP takes one off the turn count."""
    table = board(f"""
        clock 1A terran ap
        terran CA Patton 0,0 E speed 2 turn {count}
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran power-through Patton")
    table.shows(f"Patton 0,0 turn {count - 1}")


def test_6_6_then_turn_at_once():
    """6.6: a count brought to 0 allows a turn in the same impulse, since movement comes after."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E turn 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran power-through Patton", "terran move Patton left")
    table.shows("Patton 1,-1 NE turn 2")


def test_6_6_not_in_advance():
    """6.6: with the count at 0 there is nothing to shorten, and a turn not yet made is not prepaid."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran power-through Patton", rule="6.6")


def test_6_6_by_battery():
    """6.6: the battery's AP does it as well, between the ship's own moves."""
    table = board("""
        clock 1C terran ap
        terran CA Patton 0,0 E turn 2 battery
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran power-through Patton")
    table.shows("Patton 0,0 turn 1 no battery")


def test_6_7_retarget_one_missile():
    """6.7: one AP, one missile; the other keeps its target."""
    table = board("""
        clock 1B talon ap
        terran CA Patton 0,4 E
        terran CL Thor 3,0 W
        talon BC Honor 0,0 E
        talon missile m4 6,3 W at Patton
        talon missile m5 6,3 W at Patton
    """)
    table.do("talon retarget Honor m4 Thor")
    assert "at Thor" in table.lines("talon missile m4")[0]
    assert "at Patton" in table.lines("talon missile m5")[0]


def test_6_7_only_one():
    """6.7: the same ship has no AP for a second missile."""
    table = board("""
        clock 1B talon ap
        terran CA Patton 0,4 E
        terran CL Thor 3,0 W
        talon BC Honor 0,0 E
        talon CA Sacrifice -2,0 E
        talon missile m4 6,3 W at Patton
        talon missile m5 6,3 W at Patton
    """)
    table.do("talon retarget Honor m4 Thor")
    table.refuses("talon retarget Honor m5 Thor", rule="6")


def test_6_7_only_a_ship_with_a_launcher():
    """6.7: a ship without a launcher does not retarget, nor does one whose launchers are destroyed."""
    table = board("""
        clock 1B talon ap
        terran CA Patton 0,4 E
        terran CL Thor 3,0 W
        talon CA Sacrifice 0,0 E
        talon BC Victory 0,1 E charge 1+4/lost/1+2
        talon missile m4 6,3 W at Patton
    """)
    table.refuses("talon retarget Sacrifice m4 Thor", rule="13.7")
    table.refuses("talon retarget Victory m4 Thor", rule="13.7")


@pytest.mark.parametrize(
    ("target", "allowed"), [("4,0", True), ("2,-1", True), ("5,0", False), ("1,-1", False), ("-3,0", False)]
)
def test_6_7_inside_the_launchers_arc_and_range(target, allowed):
    """6.7: the new target must be in arc and range of the launcher, charged or not."""
    table = board(f"""
        clock 1B talon ap
        terran CA Patton 0,4 E
        terran CL Thor {target} W
        talon BC Honor 0,0 E charge 0+0/0+0/0+0
        talon missile m4 6,3 W at Patton
    """)
    if allowed:
        assert table.offers("talon retarget Honor m4 Thor")
    else:
        table.refuses("talon retarget Honor m4 Thor", rule="13.7")


@pytest.mark.parametrize("fighter", [1, 2, 3])
def test_6_8_transmit_a_yellow_box(fighter):
    """6.8: one yellow box of one fighter of the squadron."""
    table = board("""
        clock 1C terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 3,0 E charge 1+0/1+0/1+0
        talon CA Sacrifice 12,0 W
    """)
    table.do(f"terran transmit Wasp Cougar charge {fighter}")
    table.shows("Cougar charge " + "/".join("1+1" if each == fighter else "1+0" for each in (1, 2, 3)))


def test_6_8_transmit_a_turn():
    """6.8: turn count -1 for the whole squadron."""
    table = board("""
        clock 1C terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 3,0 E speed 6 turn 1
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran transmit Wasp Cougar power-through")
    table.shows("Cougar 3,0 turn 0")


def test_6_8_transmit_a_side_slip():
    """6.8: a side slip for the whole squadron."""
    table = board("""
        clock 1C terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 3,0 E
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran transmit Wasp Cougar slip")
    table.shows("Cougar 3,0 slip")
    assert table.offers("terran move Cougar slip-left")


@pytest.mark.parametrize(("place", "allowed"), [("6,0", True), ("3,3", True), ("7,0", False), ("4,3", False)])
def test_6_8_within_six_hexes(place, allowed):
    """6.8: six hexes are near enough, seven are not."""
    table = board(f"""
        clock 1C terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar {place} E
        talon CA Sacrifice 12,0 W
    """)
    if allowed:
        assert table.offers("terran transmit Wasp Cougar slip")
    else:
        table.refuses("terran transmit Wasp Cougar slip", rule="6.8")


def test_6_8_a_squadron_receives_one_ap():
    """6.8: a squadron gets at most one AP in an impulse; a second carrier may serve another squadron."""
    table = board("""
        clock 1C terran ap
        terran CV Hornet 0,2 E
        terran CV Wasp 0,0 E
        terran FTR Cougar 3,0 E charge 1+0/1+0/1+0
        terran FTR Wolverine 3,1 E
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran transmit Wasp Cougar charge 1")
    table.refuses("terran transmit Hornet Cougar charge 2", rule="6.8")
    table.refuses("terran transmit Hornet Cougar slip", rule="6.8")
    table.refuses("terran transmit Wasp Wolverine slip", rule="6")
    table.do("terran transmit Hornet Wolverine slip")
    table.shows("Wolverine slip")


def test_6_8_only_carriers_and_bases():
    """6.8: other ships do not transmit."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        terran FTR Cougar 3,0 E
        talon CA Sacrifice 12,0 W
    """)
    table.refuses("terran transmit Patton Cougar slip", rule="6.8")


def test_6_8_a_base_transmits():
    """6.8: a base does, in its own hex too."""
    table = board("""
        clock 1C terran ap
        terran FTR Cougar 0,0 E
        terran Base Valley_Forge 0,0 E
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran transmit Valley_Forge Cougar slip")
    table.shows("Cougar 0,0 slip")


def test_6_8_instead_of_itself():
    """6.8: it is the carrier's one AP, so nothing is left for the carrier."""
    table = board("""
        clock 1C terran ap
        terran CV Hornet 0,2 E
        terran CV Wasp 0,0 E charge 1+0/1+0
        terran FTR Cougar 3,0 E
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran transmit Wasp Cougar slip")
    table.refuses("terran charge Wasp 1", rule="6")


def test_6_8_power_loss_stops_transmission():
    """6.8: a carrier with power loss does not transmit."""
    table = board("""
        clock 1C terran ap
        terran CV Hornet 0,2 E
        terran CV Wasp 0,0 E criticals power
        terran FTR Cougar 3,0 E
        talon CA Sacrifice 12,0 W
    """)
    assert not table.offers("terran transmit Wasp Cougar slip")
    assert table.offers("terran transmit Hornet Cougar slip")
