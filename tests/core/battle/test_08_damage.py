"""8.4 and 8.6: how damage runs through markers, shields and hull, and what an explosion does around it."""

import pytest

from tests.core.board import board

# 8.4 Damage


@pytest.mark.parametrize(
    ("facing", "shields"),
    [
        ("W", "7/9/9/8"),
        ("NW", "11/5/9/8"),
        ("NE", "11/5/9/8"),
        ("E", "11/9/9/4"),
        ("SE", "11/9/5/8"),
        ("SW", "11/9/5/8"),
    ],
)
def test_8_4_arc_that_holds_the_firer(facing, shields):
    """8.4: damage goes to the target's arc in which the firing ship lies."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion 2,0 {facing}
    """)
    table.do("terran fire Patton 2 Dominion", dice="2")
    table.shows(f"Dominion shields {shields} hull 0")


@pytest.mark.parametrize(
    ("facing", "shields"), [("NW", "7/9/9/8"), ("SE", "11/9/9/4"), ("SW", "7/9/9/8"), ("NE", "11/9/9/4")]
)
def test_8_4_firer_on_a_dividing_line(facing, shields):
    """8.4: a firer on a dividing line hits the front or the rear, never a side."""
    place, ship = ("1,1", "0,0") if facing in ("NW", "SE") else ("2,-1", "0,0")
    table = board(f"""
        clock 1E terran fire
        terran CA Patton {ship} E
        talon DN Dominion {place} {facing}
    """)
    table.do("terran fire Patton 2 Dominion", dice="2")
    table.shows(f"Dominion shields {shields} hull 0")


def test_8_4_markers_take_damage_first():
    """8.4: a reinforcement marker absorbs the first point."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W markers front@A
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice shields 4/4/4/3 hull 0 no markers")


def test_8_4_two_markers_on_one_arc():
    """8.4: two markers on the arc absorb two points."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W markers front@A,front@C
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice shields 5/4/4/3 hull 0 no markers")


def test_8_4_two_markers_and_two_points():
    """8.4: two points are used up by two markers and no box is marked."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W markers front@A,front@C
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="4")
    table.shows("Sacrifice shields 7/4/4/3 hull 0 no markers")


def test_8_4_marker_of_another_arc():
    """8.4: a marker on another arc absorbs nothing and stays."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W markers left@A
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice shields 3/4/4/3 hull 0 markers left@A")


def test_8_4_marker_on_an_empty_arc():
    """8.4: a marker on an arc without boxes absorbs a point before the hull."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 markers front@A
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="4")
    table.shows("Sacrifice shields 0/4/4/3 hull 1 no markers")


def test_8_4_a_miss_takes_no_marker():
    """8.4: without damage a marker stays."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W markers front@A
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="1")
    table.shows("Sacrifice shields 7/4/4/3 hull 0 markers front@A")


def test_8_4_last_shield_box():
    """8.4: damage that just empties the arc leaves the hull alone."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 4/4/4/3
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice shields 0/4/4/3 hull 0")


def test_8_4_from_shield_into_hull():
    """8.4: what the arc cannot take goes on into the hull, not into other arcs."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 2/4/4/3
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice shields 0/4/4/3 hull 2")


def test_8_4_critical_box_in_passing():
    """8.4: a critical box is rolled for when it is marked, and the damage goes on."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5 3 4")
    table.shows("Sacrifice hull 4")


def test_8_4_critical_box_last():
    """8.4: the last point of damage may be the one that marks a critical box."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 1/4/4/3
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5 3 4")
    table.shows("Sacrifice shields 0/4/4/3 hull 3")


def test_8_4_two_critical_boxes():
    """8.4: one shot may mark two critical boxes, each rolled for in turn."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 hull 2
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5 1 3 2 4")
    table.shows("Sacrifice hull 6 criticals helm! thrusters 1")


def test_8_4_no_critical_roll_for_a_box_already_marked():
    """8.4: a critical box marked before is not rolled for again."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 hull 3
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1")
    table.shows("Sacrifice hull 4")


def test_8_4_last_hull_box():
    """8.4: the ship is destroyed with its last hull box."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 hull 6
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1")
    table.shows("Sacrifice destroyed")


def test_8_4_last_but_one_hull_box():
    """8.4: with one hull box left the ship still stands."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 hull 5
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1")
    table.shows("Sacrifice 2,0 W hull 6")


def test_8_4_damage_beyond_the_last_box():
    """8.4: damage left over when the ship is destroyed is lost."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3 hull 6
        talon CA Justice 4,0 W
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5")
    table.shows("Sacrifice destroyed")
    table.shows("Justice shields 7/4/4/3 hull 0")


def test_8_4_scout_has_no_critical_box():
    """8.4: a scout is shot to pieces without a critical roll."""
    table = board("""
        clock 1E talon fire
        talon CA Sacrifice 0,0 E
        terran SC Explorer 2,0 W shields 0/1/1/1
        terran SC Voyager -6,3 E
    """)
    table.do("talon fire Sacrifice 1 Explorer", dice="6")
    table.shows("Explorer destroyed")


def test_8_4_hull_leaves_power_alone_until_the_power_phase():
    """8.4: a modifier uncovered on the hull does not change the Power written on the ship at once."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 0/4/4/3
    """)
    table.do("terran fire Patton 2 Sacrifice", dice="5 3 4")
    table.shows("Sacrifice hull 4 power 3")


# 8.6 Explosions


def test_8_6_adjacent_of_both_sides():
    """8.6: adjacent ships of either side take the rating on the arc that faces the explosion."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 E
        talon DN Dominion 2,0 W hull 9 shields 0/9/9/8
        talon CA Justice 2,-1 W
    """)
    table.do("terran fire Patton 1 Dominion", dice="1")
    table.shows("Dominion destroyed")
    table.shows("Zhukov shields 6/5/5/0 hull 1")
    table.shows("Justice shields 7/0/4/3 hull 1")
    table.shows("Patton shields 6/5/5/4 hull 0")


@pytest.mark.parametrize(
    ("ship", "items", "rating"),
    [
        ("FF Surprise", "hull 2 shields 0/2/2/2", 1),
        ("DD Hunter", "hull 3 shields 0/2/2/2", 1),
        ("CL Fearless", "hull 4 shields 0/3/3/3", 2),
        ("CA Sacrifice", "hull 6 shields 0/4/4/3", 3),
        ("BC Victory", "hull 6 shields 0/4/4/4", 3),
        ("BB Eliminator", "hull 7 shields 0/7/7/6", 4),
        ("DN Dominion", "hull 9 shields 0/9/9/8", 5),
        ("Tran Tribe", "hull 3 shields 0/4/4/3", 2),
        ("Base Hope", "hull 9 shields 0/7/7/7", 5),
    ],
)
def test_8_6_rating_of_the_talon_classes(ship, items, rating):
    """8.6: each Talon class explodes with its own rating."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W
        talon {ship} 2,0 W {items}
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 " + ship.split()[1], dice="1")
    table.shows(f"Zhukov shields {6 - rating}/5/5/4 hull 0")


@pytest.mark.parametrize(
    ("ship", "items", "rating"),
    [
        ("SC Explorer", "hull 1 shields 0/1/1/1", 1),
        ("DD Caleb", "hull 3 shields 0/3/3/2", 1),
        ("CL Thor", "hull 4 shields 0/4/4/3", 2),
        ("CA Patton", "hull 5 shields 0/5/5/4", 3),
        ("BC Caesar", "hull 5 shields 0/5/5/5", 3),
        ("BB Defiant", "hull 8 shields 0/7/7/7", 4),
        ("CV Wasp", "hull 5 shields 0/4/4/4", 4),
        ("Tran Normandy", "hull 3 shields 0/4/4/4", 2),
        ("Base Valley_Forge", "hull 8 shields 0/7/7/7", 5),
    ],
)
def test_8_6_rating_of_the_terran_classes(ship, items, rating):
    """8.6: each Terran class explodes with its own rating."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        talon CA Justice 3,0 W
        terran {ship} 2,0 W {items}
        terran SC Voyager -6,3 E
    """)
    table.do("talon fire Surprise 1 " + ship.split()[1], dice="6")
    table.shows(f"Justice shields {7 - rating}/4/4/3 hull 0")


def test_8_6_range_2_is_safe():
    """8.6: ships two hexes away take nothing."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 4,0 W
        talon DN Dominion 2,0 W hull 9 shields 0/9/9/8
        talon CA Justice 3,-2 W
    """)
    table.do("terran fire Patton 1 Dominion", dice="1")
    table.shows("Zhukov shields 6/5/5/4 hull 0")
    table.shows("Justice shields 7/4/4/3 hull 0")


@pytest.mark.parametrize(
    ("arcs", "shields"),
    [
        ("6 1 2 3", "4/5/5/4"),
        ("1 5 2 3", "6/3/5/4"),
        ("1 1 2 1", "6/5/3/4"),
        ("4 3 2 6", "6/5/5/2"),
        ("6 1 6 2 2 3", "6/5/3/4"),
        ("4 4 4 4 1 5 5 2 6 2", "6/3/5/4"),
    ],
)
def test_8_6_same_hex(arcs, shields):
    """8.6: a ship in the same hex takes one more, on the arc with the highest die; ties roll again."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 2,0 W
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice=f"1 {arcs}")
    table.shows(f"Zhukov shields {shields} hull 0")


def test_8_6_marker_absorbs():
    """8.6: a reinforcement marker on the arc takes explosion damage first."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W markers front@A
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Zhukov shields 6/5/5/4 hull 0 no markers")


def test_8_6_shields_down():
    """8.6: with shields down the explosion goes to the hull."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W criticals shields
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Zhukov shields 6/5/5/4 hull 1")


def test_8_6_in_a_nebula():
    """8.6: in a nebula the explosion goes to the hull."""
    table = board("""
        clock 1E terran fire
        terrain nebula 3,0
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Zhukov shields 6/5/5/4 hull 1")


def test_8_6_one_fighter_of_a_squadron():
    """8.6: one fighter of the squadron takes it, named by the owner; what is over is lost."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran FTR Cougar 3,0 W
        talon DN Dominion 2,0 W hull 9 shields 0/9/9/8
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice="1")
    assert table.asked == "terran pick"
    assert table.offered("terran pick") == [
        "terran pick Cougar/1",
        "terran pick Cougar/2",
        "terran pick Cougar/3",
    ]
    table.do("terran pick Cougar/2")
    table.shows("Cougar fighters 0/2/0")


def test_8_6_fighter_lives_through_one_point():
    """8.6: a rating of 1 marks one box of the fighter named."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran FTR Cougar 3,0 W fighters 1/0/2
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    assert not table.offers("terran pick Cougar/3")
    table.do("terran pick Cougar/2")
    table.shows("Cougar fighters 1/1/2")


def test_8_6_last_fighter():
    """8.6: with one fighter left nobody is asked."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran FTR Cougar 3,0 W fighters 2/0/2
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Cougar fighters 2/1/2")


def test_8_6_one_missile_of_a_stack():
    """8.6: of several missiles in one hex their owner says which one takes it."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 10,-7 W
        talon missile m1 3,0 W at Patton
        talon missile m2 3,0 W at Patton
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    assert table.asked == "talon pick"
    assert table.offered("talon pick") == ["talon pick m1", "talon pick m2"]
    table.do("talon pick m2")
    table.shows("m2 3,0 W at Patton damaged")
    assert "damaged" not in table.lines("talon missile m1")[0]


def test_8_6_missiles_in_two_hexes():
    """8.6: in each hex one missile takes it; alone in its hex it is not asked about."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 10,-7 W
        talon missile m1 3,0 W at Patton
        talon missile m2 2,1 W at Patton
        talon missile m3 4,0 W at Patton
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("m1 damaged")
    table.shows("m2 damaged")
    assert "damaged" not in table.lines("talon missile m3")[0]


def test_8_6_missile_destroyed():
    """8.6: a rating of 3 or more destroys the missile, which does not explode."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 4,0 W
        talon CA Sacrifice 2,0 W hull 6 shields 0/4/4/3
        talon FF Vision 3,2 W
        talon missile m1 3,0 W at Patton
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1")
    assert table.lines("talon missile") == []
    table.shows("Zhukov shields 6/5/5/4 hull 0")


def test_8_6_critical_from_an_explosion():
    """8.6: explosion damage on a critical box is rolled for like any other."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W shields 0/5/5/4 hull 3
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 1 3")
    table.shows("Zhukov hull 4 criticals helm!")


def test_8_6_last_ship_explodes():
    """8.6: the last ship of a side goes off before the battle is found to be over."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Zhukov shields 5/5/5/4 hull 0")
    assert table.over == "held terran"


# R26: the order of explosions


def test_r26_initiative_side_first():
    """R26: of two adjacent victims the one of the side with the initiative is worked out first."""
    table = board("""
        clock 1E terran fire
        initiative talon
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W shields 0/5/5/4 hull 3
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon CA Justice 2,-1 SE shields 0/4/4/3 hull 2
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 1 2 1 3")
    table.shows("Justice hull 3 criticals shields!")
    table.shows("Zhukov hull 4 criticals helm!")


def test_r26_initiative_terran():
    """R26: with the initiative Terran, the Terran victim comes first."""
    table = board("""
        clock 1E terran fire
        initiative terran
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W shields 0/5/5/4 hull 3
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon CA Justice 2,-1 SE shields 0/4/4/3 hull 2
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 1 2 1 3")
    table.shows("Zhukov hull 4 criticals shields!")
    table.shows("Justice hull 3 criticals helm!")


def test_r26_by_number():
    """R26: victims of one side come in the order of their numbers."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W shields 0/5/5/4 hull 3
        terran CA Guderian 2,1 NW shields 0/5/5/4 hull 3
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 4,0 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 1 2 1 3")
    table.shows("Zhukov hull 4 criticals shields!")
    table.shows("Guderian hull 4 criticals helm!")


def test_r26_same_hex_first():
    """R26: victims in the same hex come before adjacent ones, even of the side with the initiative."""
    table = board("""
        clock 1E terran fire
        initiative talon
        terran CA Patton 0,0 E
        terran CA Zhukov 2,0 W
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon CA Justice 2,-1 SE shields 0/4/4/3 hull 2
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 6 1 1 1 1 3")
    table.shows("Zhukov shields 4/5/5/4 hull 0")
    table.shows("Justice hull 3 criticals helm!")


def test_r26_chain():
    """R26: an explosion sets off another ship, whose explosion follows."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 4,-1 W
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon DD Hunter 3,-1 SW hull 3 shields 0/2/2/2
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Surprise destroyed")
    table.shows("Hunter destroyed")
    table.shows("Zhukov shields 5/5/5/4 hull 0")


def test_r26_queue():
    """R26: the first explosion is dealt to all its victims before the second goes off."""
    table = board("""
        clock 1E terran fire
        initiative talon
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W shields 0/5/5/4 hull 3
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon DD Hunter 3,-1 SW hull 3 shields 0/2/2/2
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1 1 2")
    table.shows("Hunter destroyed")
    table.shows("Zhukov shields 0/5/5/4 hull 5 criticals shields")


def test_r26_exploding_ship_is_gone():
    """R26: a ship that goes off is no victim of the explosion that it causes."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon DD Hunter 3,-1 SW hull 3 shields 0/2/2/2
        talon DD Shadow 3,0 W hull 3 shields 0/2/2/2
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.shows("Surprise destroyed")
    table.shows("Hunter destroyed")
    table.shows("Shadow destroyed")
    table.shows("Patton shields 6/5/5/4 hull 0")


# R9: no explosion


@pytest.mark.parametrize("terrain", ["planet", "black-hole"])
def test_r9_no_explosion_from_terrain(terrain):
    """R9: a ship lost in a planet or a black hole does not explode."""
    table = board(f"""
        clock 1B terran move
        terrain {terrain} 1,0
        terran BB Defiant 0,0 E
        terran CA Patton -6,3 W
        talon FF Vision 2,0 W
    """)
    table.do("terran move Defiant ahead")
    table.shows("Defiant destroyed")
    table.shows("Vision shields 3/2/2/2 hull 0")


def test_r9_no_explosion_from_a_retreat():
    """R9: a ship that jumps harms nobody beside it."""
    table = board("""
        clock 9 terran jumps
        terran BB Defiant 0,0 E speed 1
        terran CA Patton -6,3 W speed 1
        talon FF Vision 1,0 W
    """)
    table.do("terran jump Defiant")
    table.shows("Defiant jumped")
    table.shows("Vision shields 3/2/2/2 hull 0")
