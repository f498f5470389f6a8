"""8.5 and 8.7: every line of the critical table, what it does afterwards, and how it is mended."""

import pytest

from tests.core.board import board


def struck(items="", ship="talon CA Sacrifice", hull=2, shields="0/4/4/3"):
    """Patton two hexes in front of a ship whose next hull box is critical, with a phaser about to hit it for 1."""
    return board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        {ship} 2,0 W hull {hull} shields {shields} {items}
        talon FF Vision 10,-7 W
    """)


def shot(name, roll, *more):
    """The order and its dice: a phaser for 1 point, the two dice of the critical, and what follows."""
    return f"terran fire Patton 1 {name}", " ".join(["1", roll, *more])


def critical(table, roll, *more, name="Sacrifice"):
    """Let the critical with these two dice happen."""
    order, dice = shot(name, roll, *more)
    table.do(order, dice=dice)


# 2 secondary explosion


def test_8_5_secondary_explosion():
    """8.5: roll 2 marks three more hull boxes, and a critical box among them is rolled for."""
    table = struck()
    critical(table, "1 1", "3 4")
    table.shows("Sacrifice hull 6")


def test_8_5_secondary_explosion_may_destroy():
    """8.5: roll 2 destroys a ship that has fewer than four boxes left; points left over are lost."""
    table = struck(hull=4)
    critical(table, "1 1")
    table.shows("Sacrifice destroyed")


def test_8_5_secondary_explosion_leaves_one_box():
    """8.5: the three points of roll 2 go to the hull alone and may just leave a ship its last box."""
    table = struck(ship="talon BB Eliminator", hull=3, shields="0/7/7/6")
    critical(table, "1 1", "3 4", name="Eliminator")
    table.shows("Eliminator 2,0 W shields 0/7/7/6 hull 7")


def test_8_5_secondary_explosion_on_the_first_box():
    """8.5: three points after the first of four boxes are one too many."""
    table = struck(ship="talon DD Hunter", hull=0, shields="0/2/2/2")
    critical(table, "1 1", "3 4", name="Hunter")
    table.shows("Hunter destroyed")


def test_8_5_secondary_explosion_within_a_shot():
    """8.5: the points of roll 2 are marked at once, then the rest of the shot goes on."""
    table = struck(hull=0)
    table.do("terran fire Patton 2 Sacrifice", dice="5 1 1 1 3")
    table.shows("Sacrifice destroyed")


def test_8_5_secondary_explosion_twice():
    """8.5: a second roll of 2 among the three points adds three more."""
    table = struck(ship="talon DN Dominion", hull=4, shields="0/9/9/8")
    critical(table, "1 1", "1 1", name="Dominion")
    table.shows("Dominion destroyed")


# 3 shields down


def test_8_5_shields_down():
    """8.5: roll 3 takes the shields down; the boxes are kept and the markers lost."""
    table = struck("markers left@A,right@C")
    critical(table, "1 2")
    table.shows("Sacrifice shields 0/4/4/3 hull 3 criticals shields! no markers")


def test_8_5_shields_down_sends_all_to_the_hull():
    """8.5: with shields down damage passes boxes by."""
    table = struck("criticals shields", hull=0, shields="7/4/4/3")
    table.do("terran fire Patton 1 Sacrifice", dice="4")
    table.shows("Sacrifice shields 7/4/4/3 hull 2")


def test_8_5_shields_down_in_mid_shot():
    """8.5: shields that go down in mid-shot leave the rest of it to the hull."""
    table = struck(hull=2)
    table.do("terran fire Patton 2 Sacrifice", dice="5 1 2 3 4")
    table.shows("Sacrifice shields 0/4/4/3 hull 6 criticals shields!")


def test_8_5_no_reinforcement_with_shields_down():
    """8.5: with shields down no arc can be reinforced, while the ship beside it can."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E criticals shields
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    assert table.offered("terran reinforce Patton") == []
    assert table.offers("terran reinforce Zhukov left")
    assert table.offers("terran vote Patton change")


# 4 helm down


@pytest.mark.parametrize("roll", ["1 3", "3 1", "2 2"])
def test_8_5_helm_down(roll):
    """8.5: roll 4 takes the helm down."""
    table = struck()
    critical(table, roll)
    table.shows("Sacrifice hull 3 criticals helm!")


def test_8_5_helm_down_means_straight():
    """8.5: with the helm down the ship can only go straight."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E criticals helm
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    assert table.offered("terran move Patton") == ["terran move Patton ahead"]
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E turn 0")


def test_8_5_helm_down_and_a_side_slip():
    """8.5: with the helm down a side-slip marker is of no use."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E slip criticals helm
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    assert table.offered("terran move Patton") == ["terran move Patton ahead"]
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E no slip")


def test_8_5_helm_down_afterburner():
    """8.5: with the helm down an afterburner move is allowed, straight."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E criticals helm
        terran SC Voyager -6,3 E
    """)
    assert table.offered("talon burn Sacrifice") == ["talon burn Sacrifice ahead"]


@pytest.mark.parametrize(("ship", "hull"), [("Base Hope", 4), ("Base Hope", 6)])
def test_8_5_helm_down_on_a_base(ship, hull):
    """8.5: roll 4 does nothing to a base."""
    table = struck(ship=f"talon {ship}", hull=hull, shields="0/7/7/7")
    critical(table, "1 3", name="Hope")
    table.shows(f"Hope hull {hull + 1}")
    assert "criticals" not in table.lines("talon Base Hope")[0]


# 5 and 9 a weapon group


@pytest.mark.parametrize("roll", ["1 4", "4 1", "2 3", "3 2", "3 6", "6 3", "4 5", "5 4"])
def test_8_5_weapon_group(roll):
    """8.5: rolls 5 and 9 destroy the group with the highest die."""
    table = struck()
    critical(table, roll, "5 2")
    table.shows("Sacrifice hull 3 charge lost/1+4")


@pytest.mark.parametrize(
    ("dice", "charge"),
    [("1 6", "1+4/lost"), ("6 1", "lost/1+4"), ("3 3 2 6", "1+4/lost"), ("3 3 4 4 2 1", "lost/1+4")],
)
def test_8_5_weapon_group_of_two(dice, charge):
    """8.5: of two groups the higher die loses its group; ties roll again."""
    table = struck()
    critical(table, "1 4", dice)
    table.shows(f"Sacrifice charge {charge}")


@pytest.mark.parametrize(
    ("dice", "charge"),
    [
        ("6 2 1", "lost/3+6/1+4"),
        ("1 2 1", "1+4/lost/1+4"),
        ("4 4 5", "1+4/3+6/lost"),
        ("6 2 6 1 3", "1+4/3+6/lost"),
        ("6 6 2 1 3", "1+4/lost/1+4"),
        ("1 4 4 5 2", "1+4/lost/1+4"),
        ("5 5 5 6 2 6 2 1", "lost/3+6/1+4"),
    ],
)
def test_8_5_weapon_group_of_three(dice, charge):
    """8.5: only groups tied for the highest die roll again."""
    table = struck(ship="talon DN Dominion", hull=4, shields="0/9/9/8")
    critical(table, "3 6", dice, name="Dominion")
    table.shows(f"Dominion hull 5 charge {charge}")


def test_8_5_weapon_group_already_lost():
    """8.5: a group already lost gets no die."""
    table = struck("charge 1+4/lost/1+4", ship="talon DN Dominion", hull=4, shields="0/9/9/8")
    critical(table, "1 4", "2 5", name="Dominion")
    table.shows("Dominion charge 1+4/lost/lost")


def test_8_5_last_weapon_group():
    """8.5: the only group left is lost without a die."""
    table = struck("charge lost/0+0")
    critical(table, "1 4")
    table.shows("Sacrifice charge lost/lost")


@pytest.mark.parametrize("roll", ["2 3", "4 5"])
def test_r7_no_group_left(roll):
    """R7: with no group left rolls 5 and 9 do nothing."""
    table = struck("charge lost/lost")
    critical(table, roll)
    table.shows("Sacrifice hull 3 charge lost/lost")
    assert "criticals" not in table.lines("talon CA Sacrifice")[0]


@pytest.mark.parametrize("roll", ["2 3", "4 5"])
def test_r7_a_transport_has_no_group(roll):
    """R7: nothing happens to an unarmed transport either."""
    table = struck(ship="talon Tran Tribe", hull=1, shields="0/4/4/3")
    critical(table, roll, name="Tribe")
    table.shows("Tribe hull 2")


# 6 thrusters


@pytest.mark.parametrize("roll", ["1 5", "2 4", "3 3"])
def test_8_5_thrusters(roll):
    """8.5: roll 6 adds one to the Turn Radius and leaves a count already standing alone."""
    table = struck("turn 1")
    critical(table, roll)
    table.shows("Sacrifice hull 3 turn 1 thrusters 1")


def test_8_5_thrusters_twice():
    """8.5: a second roll of 6 adds one more."""
    table = struck("thrusters 1")
    critical(table, "3 3")
    table.shows("Sacrifice thrusters 2")


def test_8_5_thrusters_at_most_twice():
    """8.5: a third roll of 6 adds nothing."""
    table = struck("thrusters 2")
    critical(table, "3 3")
    table.shows("Sacrifice hull 3 thrusters 2")


@pytest.mark.parametrize(("thrusters", "turn"), [("", 2), ("thrusters 1", 3), ("thrusters 2", 4)])
def test_8_5_thrusters_in_the_next_turn(thrusters, turn):
    """8.5: the next turn is counted with the greater Turn Radius."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 E {thrusters}
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Patton left")
    table.shows(f"Patton 1,-1 NE turn {turn}")


def test_8_5_thrusters_on_a_base():
    """8.5: roll 6 does nothing to a base."""
    table = struck(ship="talon Base Hope", hull=4, shields="0/7/7/7")
    critical(table, "3 3", name="Hope")
    table.shows("Hope hull 5")
    assert "thrusters" not in table.lines("talon Base Hope")[0]


# 7 nothing


@pytest.mark.parametrize("roll", ["1 6", "2 5", "3 4", "6 1"])
def test_8_5_nothing(roll):
    """8.5: roll 7 does nothing more."""
    table = struck()
    critical(table, roll)
    table.shows("Sacrifice 2,0 W hull 3 charge 1+4/1+4 power 2")
    line = table.lines("talon CA Sacrifice")[0]
    assert not any(word in line for word in ("criticals", "thrusters", "relays"))


# 8 power relay


@pytest.mark.parametrize("roll", ["2 6", "3 5", "4 4"])
def test_8_5_power_relay(roll):
    """8.5: roll 8 lowers the Power, but not before the Power Phase."""
    table = struck("power 3")
    critical(table, roll)
    table.shows("Sacrifice hull 3 relays 1 power 3")


def test_8_5_power_relay_at_most_twice():
    """8.5: a third roll of 8 lowers nothing more."""
    table = struck("relays 2")
    critical(table, "4 4")
    table.shows("Sacrifice hull 3 relays 2")


@pytest.mark.parametrize(
    ("items", "power"),
    [
        ("relays 1", 2),
        ("relays 2", 1),
        ("hull 2 relays 1", 1),
        ("hull 2 relays 2", 0),
        ("hull 4 relays 1", 0),
    ],
)
def test_8_5_power_relay_in_the_power_phase(items, power):
    """8.5: in the Power Phase the relays are taken off the row's Power, on top of the hull's modifier."""
    table = board(f"""
        clock 1 talon curves
        terran CA Patton -6,3 E
        talon CA Sacrifice 4,0 E power 3 {items}
        talon FF Vision 4,3 E
    """)
    table.do("talon done", "terran done")
    table.shows(f"Sacrifice speed 3 power {power}")


# 10 one more point and FTL offline


@pytest.mark.parametrize("roll", ["4 6", "5 5", "6 4"])
def test_8_5_ftl_offline(roll):
    """8.5: roll 10 marks one more hull box and takes the FTL drive offline."""
    table = struck()
    critical(table, roll)
    table.shows("Sacrifice hull 4 criticals ftl")


def test_8_5_ftl_offline_point_goes_to_the_hull():
    """8.5: the extra point of roll 10 is followed by the rest of the shot, which may reach the next critical box."""
    table = struck()
    table.do("terran fire Patton 2 Sacrifice", dice="5 4 6 3 4")
    table.shows("Sacrifice destroyed")


def test_8_5_ftl_offline_again():
    """8.5: roll 10 marks its extra box even when FTL is offline already."""
    table = struck("criticals ftl")
    critical(table, "4 6")
    table.shows("Sacrifice hull 4 criticals ftl")


def test_8_5_ftl_offline_may_destroy():
    """8.5: the extra point of roll 10 destroys a ship if it is the last box."""
    table = struck(ship="talon DD Hunter", hull=2, shields="0/2/2/2")
    critical(table, "4 6", name="Hunter")
    table.shows("Hunter destroyed")


# 11 power loss


@pytest.mark.parametrize("roll", ["5 6", "6 5"])
def test_8_5_power_loss(roll):
    """8.5: roll 11 is loss of power."""
    table = struck()
    critical(table, roll)
    table.shows("Sacrifice hull 3 criticals power!")


def test_8_5_power_loss_and_ap():
    """8.5: with power lost the ship has no AP in its impulse, while the ship beside it has."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E criticals power charge 1+0/2+0/1+0
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    assert table.offers("terran vote Zhukov change")
    for order in (
        "vote Patton change",
        "charge Patton 2",
        "battery Patton",
        "reinforce Patton left",
        "slip Patton",
    ):
        assert not table.offers(f"terran {order}")


def test_8_5_power_loss_and_the_battery():
    """8.5: with power lost a charged battery gives nothing."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E criticals power battery
        terran CA Zhukov 0,3 E battery
        talon FF Vision 10,-7 W
    """)
    assert table.offers("terran vote Zhukov change")
    assert not table.offers("terran vote Patton change")


def test_8_5_power_loss_in_the_power_phase():
    """8.5: with power lost nothing is charged and the curve stays."""
    table = board("""
        clock 1F terran fire
        terran CA Patton -6,3 E
        talon CA Sacrifice 4,0 E criticals power charge 1+1/0+0
        talon CA Justice 4,3 E charge 1+1/0+0
    """)
    assert table.clock == "1 talon curves"
    assert not any(order.startswith("talon curve Sacrifice") for order in table.offered("talon curve"))
    assert table.offers("talon curve Justice 2")
    table.do("talon done", "terran done")
    table.shows("Sacrifice charge 1+1/0+0 speed 3")
    table.shows("Justice charge 1+3/1+0")


def test_8_5_power_loss_and_hull_modifiers():
    """8.5: with power lost the modifiers still count in the Power Phase."""
    table = board("""
        clock 1 talon curves
        terran CA Patton -6,3 E
        talon CA Sacrifice 4,0 E criticals power power 3 hull 4
        talon FF Vision 4,3 E
    """)
    table.do("talon done", "terran done")
    table.shows("Sacrifice speed 3 power 1")


def test_8_5_power_loss_can_destroy():
    """8.5: a ship with power lost that cannot slow down breaks up when its Power falls below 0."""
    table = board("""
        clock 1 talon curves
        terran CA Patton -6,3 E
        talon CA Sacrifice 4,0 E criticals power power 3 hull 6 relays 2
        talon FF Vision 4,3 E
    """)
    table.do("talon done", "terran done")
    table.shows("Sacrifice destroyed")


def test_8_5_power_loss_and_movement():
    """8.5: with power lost scheduled movement and weapons already charged go on."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E criticals power
        talon CA Sacrifice 3,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E")
    table.do("terran fire Patton 2 Sacrifice", dice="2")
    table.shows("Sacrifice shields 3/4/4/3")


def test_8_5_power_loss_and_afterburners():
    """8.5: with power lost afterburners still burn."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E criticals power!
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E afterburners 1")


# 12 core breach


def test_8_5_core_breach():
    """8.5: roll 12 destroys the ship, which explodes with its rating."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W
        talon CA Sacrifice 2,0 W hull 2 shields 0/4/4/3
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1 6 6")
    table.shows("Sacrifice destroyed")
    table.shows("Zhukov shields 3/5/5/4 hull 0")


def test_8_5_core_breach_ends_the_shot():
    """8.5: damage left after roll 12 is lost and no later box is rolled for."""
    table = struck()
    table.do("terran fire Patton 2 Sacrifice", dice="5 6 6")
    table.shows("Sacrifice destroyed")


# R8


@pytest.mark.parametrize(("roll", "standing"), [("1 2", "shields"), ("1 3", "helm"), ("5 6", "power")])
def test_r8_second_of_a_kind(roll, standing):
    """R8: a second 3, 4 or 11 while the first stands changes nothing."""
    table = struck(f"criticals {standing}")
    critical(table, roll)
    table.shows(f"Sacrifice hull 3 criticals {standing}")
    assert "!" not in table.lines("talon CA Sacrifice")[0]


def test_r8_other_kinds_add_up():
    """R8: criticals of different kinds stand side by side."""
    table = struck("criticals shields,power")
    critical(table, "1 3")
    table.shows("Sacrifice criticals shields,helm!,power")


# 8.7 Repair

ENEMY = "talon DN Dominion 2,0 W"


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("6 1 1", "helm,power"),
        ("1 6 1", "shields,power"),
        ("1 1 6", "shields,helm"),
        ("5 5 5", "shields,helm,power"),
        ("6 6 1", "power"),
        ("2 6 6", "shields"),
    ],
)
def test_8_7_one_die_each(dice, left):
    """8.7: shields, helm and power get a die each in that order and are mended on a 6."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E criticals shields,helm,power
        {ENEMY}
    """)
    table.do("terran done", dice=dice)
    table.shows(f"Patton criticals {left}")


def test_8_7_all_mended():
    """8.7: three sixes mend all three."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E shields 2/5/5/4 criticals shields,helm,power
        {ENEMY}
    """)
    table.do("terran done", dice="6 6 6")
    table.shows("Patton shields 2/5/5/4")
    assert "criticals" not in table.lines("terran CA Patton")[0]


def test_8_7_ship_by_ship():
    """8.7: ships are repaired in the order of the position."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E criticals power
        terran CA Zhukov 0,3 E criticals shields,helm
        {ENEMY}
    """)
    table.do("terran done", dice="1 6 2")
    table.shows("Patton criticals power")
    table.shows("Zhukov criticals helm")


def test_8_7_only_ones_own_turn():
    """8.7: the other side's ships are not repaired in this turn."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E criticals helm
        talon DN Dominion 2,0 W criticals helm
    """)
    table.do("terran done", dice="6")
    table.shows("Dominion criticals helm")
    assert "criticals" not in table.lines("terran CA Patton")[0]


def test_8_7_boxes_work_again():
    """8.7: when the shields are up again their boxes take damage as before."""
    table = board(f"""
        clock 1E terran fire
        initiative terran
        terran CA Patton 0,0 E shields 2/5/5/4 criticals shields
        {ENEMY}
    """)
    table.do("terran done", dice="6")
    table.do("talon done")
    table.do("talon fire Dominion 1 Patton", dice="6 1")
    table.shows("Patton shields 0/5/5/4 hull 0")


def test_8_7_not_repairable():
    """8.7: thrusters, relays, lost groups and FTL get no die."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E criticals ftl thrusters 1 relays 1 charge lost/2+2/1+1
        {ENEMY}
    """)
    table.do("terran done")
    table.shows("Patton criticals ftl thrusters 1 relays 1 charge lost/2+2/1+1")


def test_r10_not_in_the_same_impulse():
    """R10: a critical received in this impulse gets no die, an older one does."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E criticals shields,helm!
        {ENEMY}
    """)
    table.do("terran done", dice="1")
    table.shows("Patton criticals shields,helm")


def test_r10_received_in_the_enemys_turn_before():
    """R10: a critical from the enemy's turn of this impulse gets no die in one's own."""
    table = board("""
        clock 1E talon fire
        terran CA Patton 0,0 E hull 3 shields 0/5/5/4
        talon FF Surprise 2,0 W
    """)
    table.do("talon fire Surprise 1 Patton", dice="6 1 3")
    table.shows("Patton hull 5 criticals helm!")
    table.do("talon done", "terran done")
    table.shows("Patton criticals helm")
    assert table.clock == "1F talon ap"


def test_r10_in_the_next_impulse():
    """R10: in the impulse after it was received the critical gets its die."""
    table = board("""
        clock 1E talon fire
        initiative terran
        terran CA Patton 0,0 E hull 3 shields 0/5/5/4
        talon FF Surprise 2,0 W
    """)
    table.do("talon fire Surprise 1 Patton", dice="6 1 3")
    table.do("talon done")
    assert table.clock == "1F terran ap"
    table.shows("Patton criticals helm")
    table.do("terran done")
    table.shows("Patton 1,0 E criticals helm")
    table.do("terran done", dice="6")
    assert "criticals" not in table.lines("terran CA Patton")[0]
