"""7: moves, turns, side slips, collisions, the floating map; R5, R6."""

import pytest

from tests.core.board import board

# for each facing: the hex ahead; hex and facing after a turn to the left and to the right
MOVES = {
    "E": ("1,0", "1,-1 NE", "0,1 SE"),
    "NE": ("1,-1", "0,-1 NW", "1,0 E"),
    "NW": ("0,-1", "-1,0 W", "1,-1 NE"),
    "W": ("-1,0", "-1,1 SW", "0,-1 NW"),
    "SW": ("-1,1", "0,1 SE", "-1,0 W"),
    "SE": ("0,1", "1,0 E", "-1,1 SW"),
}

# side, class, name: Speed and Turn Radius of each row
RADII = {
    ("terran", "SC", "Explorer"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("terran", "DD", "Caleb"): {5: 2, 4: 1, 3: 1, 2: 0, 1: 0},
    ("terran", "CL", "Thor"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("terran", "CA", "Patton"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("terran", "BC", "Caesar"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("terran", "BB", "Defiant"): {5: 3, 4: 3, 3: 2, 2: 2, 1: 1},
    ("terran", "CV", "Wasp"): {3: 3, 2: 2, 1: 2},
    ("terran", "FTR", "Cougar"): {6: 1, 5: 0},
    ("terran", "Tran", "Normandy"): {3: 3, 2: 2, 1: 1},
    ("talon", "FF", "Vision"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("talon", "DD", "Hunter"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("talon", "CL", "Fearless"): {5: 2, 4: 1, 3: 1, 2: 0, 1: 0},
    ("talon", "CA", "Justice"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("talon", "BC", "Honor"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("talon", "BB", "Eliminator"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("talon", "DN", "Imperial"): {4: 3, 3: 2, 2: 2, 1: 1},
    ("talon", "Tran", "Legion"): {3: 2, 2: 1, 1: 0},
}
TURNS = [(*unit, speed, radius) for unit, rows in RADII.items() for speed, radius in rows.items()]


@pytest.mark.parametrize("facing", MOVES)
def test_7_1_one_hex_ahead(facing):
    """7.1: a scheduled move straight on is one hex, facing kept."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 {facing}
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows(f"Patton {MOVES[facing][0]} {facing} turn 0")


def test_7_1_a_scheduled_ship_must_move():
    """7.1: movement is not ended while a ship still has to move, and no ship moves twice."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran done", rule="7")
    table.do("terran move Patton ahead")
    table.refuses("terran done", rule="7")
    assert table.offered("terran move Patton") == []
    table.do("terran move Zhukov ahead")
    assert table.clock == "1C talon move"


def test_7_1_others_stand_still():
    """7.1: a ship that is not scheduled does not move."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 0,2 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    assert table.offered("terran move Zhukov") == []
    table.do("terran move Patton ahead")
    table.shows("Zhukov 0,2 E")


def test_7_1_a_move_without_a_choice_is_made():
    """7.1: a single ship that may only go straight goes."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E turn 1
        talon CA Sacrifice 10,0 W
    """)
    assert table.clock == "1C talon move"
    table.shows("Patton 1,0 E turn 0")


@pytest.mark.parametrize("facing", MOVES)
@pytest.mark.parametrize(("way", "place"), [("left", 1), ("right", 2)])
def test_7_2_turn_and_then_ahead(facing, way, place):
    """7.2: a turn is 60 degrees and then one hex in the new direction; the count is the Turn Radius."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 {facing}
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton {way}")
    table.shows(f"Patton {MOVES[facing][place]} turn 2")


@pytest.mark.parametrize(("side", "kind", "name", "speed", "radius"), TURNS)
def test_7_2_turn_radius(side, kind, name, speed, radius):
    """7.2: the Turn Radius of the row is the count after a turn."""
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1F {side} move
        {side} {kind} {name} 0,0 E speed {speed}
        {enemy}
    """)
    table.do(f"{side} move {name} left")
    table.shows(f"{name} 1,-1 NE turn {radius}")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_7_2_no_turn_while_the_count_stands(count):
    """7.2: only straight while the count is above 0; each straight move takes one off."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 E turn {count}
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran move Patton left", rule="7.2")
    table.refuses("terran move Patton right", rule="7.2")
    table.do("terran move Patton ahead")
    table.shows(f"Patton 1,0 E turn {count - 1}")


def test_7_2_turn_straight_turn():
    """7.2: with radius 1 a ship turns, goes straight once, which it does by itself, and may turn again."""
    table = board("""
        clock 1B talon move
        terran CA Patton 10,0 W charge 0+0/0+0/0+0
        talon CL Dauntless 0,0 E afterburners 0
    """)
    table.do("talon move Dauntless left")
    table.shows("Dauntless 1,-1 NE turn 1")
    table = board("""
        clock 1D talon move
        terran CA Patton 10,0 W charge 0+0/0+0/0+0
        talon CL Dauntless 1,-1 NE turn 1 afterburners 0
    """)
    table.shows("Dauntless 2,-2 NE turn 0")
    table = board("""
        clock 1F talon move
        terran CA Patton 10,0 W charge 0+0/0+0/0+0
        talon CL Dauntless 2,-2 NE afterburners 0
    """)
    table.do("talon move Dauntless right")
    table.shows("Dauntless 3,-2 E turn 1")


@pytest.mark.parametrize(("thrusters", "turn"), [(1, 3), (2, 4)])
def test_7_2_thruster_damage_counts_for_the_next_turn(thrusters, turn):
    """7.2: the current Turn Radius includes damage to the thrusters."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 E thrusters {thrusters}
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton right")
    table.shows(f"Patton 0,1 SE turn {turn}")


def test_7_2_thruster_damage_leaves_the_count():
    """7.2: a critical to the thrusters does not change a count already standing."""
    table = board("""
        clock 1A talon fire
        terran DD Achilles 2,0 W shields 0/3/3/2 hull 1 turn 1 charge 0+0
        talon CL Dauntless 0,0 E charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Achilles", dice="6 2 4")
    table.shows("Achilles turn 1 thrusters 1 hull 3")


def test_7_2_helm_down_goes_straight():
    """7.2: with the helm down neither a turn nor a side slip."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E slip criticals helm
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    assert table.offered("terran move Patton") == ["terran move Patton ahead"]
    assert table.offered("terran move Zhukov") == [
        f"terran move Zhukov {way}" for way in ("ahead", "left", "right")
    ]


def test_7_2_helm_down_afterburner():
    """7.2: an afterburner move is allowed, straight."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Sacrifice 0,0 E slip criticals helm
    """)
    assert table.offered("talon burn Sacrifice") == ["talon burn Sacrifice ahead"]


def test_7_2_power_loss_moves_on():
    """7.2: with power loss afterburners and movement go on."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Sacrifice 0,0 E criticals power
    """)
    assert table.offered("talon burn Sacrifice") == [
        f"talon burn Sacrifice {way}" for way in ("ahead", "left", "right")
    ]
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E criticals power
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton left")
    table.shows("Patton 1,-1 NE turn 2")


def test_7_2_afterburners_obey_the_count():
    """7.2: an afterburner move turns, and counts, like any other."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Justice 0,2 E
        talon CA Sacrifice 0,0 E turn 1
    """)
    table.refuses("talon burn Sacrifice left", rule="7.2")
    table.do("talon burn Sacrifice ahead", "talon burn Justice right")
    table.shows("Sacrifice 1,0 E turn 0 afterburners 1")
    table.shows("Justice 0,3 SE turn 1 afterburners 1")


def test_7_2_displacement_is_not_a_move():
    """7.2: a ship pushed by a wave motion gun keeps count, side-slip marker and facing."""
    table = board("""
        clock 1A terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon DN Dominion 2,0 W turn 1 slip charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Dominion", dice="6")
    table.shows("Dominion 3,0 W turn 1 slip shields 1/9/9/8")


# for each facing: the hexes of a side slip to the left and to the right
SLIPS = {
    "E": ("1,-1", "0,1"),
    "NE": ("0,-1", "1,0"),
    "NW": ("-1,0", "1,-1"),
    "W": ("-1,1", "0,-1"),
    "SW": ("0,1", "-1,0"),
    "SE": ("1,0", "-1,1"),
}


@pytest.mark.parametrize("facing", SLIPS)
@pytest.mark.parametrize("way", ["left", "right"])
def test_7_3_side_slip(facing, way):
    """7.3: into the hex 60 degrees to the side of ahead, facing kept, the count one less, the marker gone."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 {facing} slip turn 2
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton slip-{way}")
    table.shows(f"Patton {SLIPS[facing][way == 'right']} {facing} turn 1 no slip")


def test_7_3_needs_the_marker():
    """7.3: without the marker no side slip."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran move Patton slip-left", rule="7.3")
    table.refuses("terran move Patton slip-right", rule="7.3")


def test_7_3_at_count_zero():
    """7.3: a side slip is no turn; with the count at 0 it stays 0."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E slip
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton slip-left")
    table.shows("Patton 1,-1 E turn 0 no slip")


@pytest.mark.parametrize(("way", "after"), [("ahead", "1,0 E turn 0"), ("left", "1,-1 NE turn 2")])
def test_7_3_optional_and_gone_with_any_move(way, after):
    """7.3: the ship may go straight or turn instead, and has lost the marker then."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E slip
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton {way}")
    table.shows(f"Patton {after} no slip")


def test_7_3_with_a_count_straight_or_slip():
    """7.3: while the count stands a ship with the marker may go straight or slip, not turn."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E slip turn 2
        talon CA Sacrifice 10,0 W
    """)
    ways = ("ahead", "slip-left", "slip-right")
    assert table.offered("terran move Patton") == [f"terran move Patton {way}" for way in ways]
    table.refuses("terran move Patton left", rule="7.2")


def test_7_3_by_afterburner():
    """7.3: an afterburner move may be a side slip, and uses the marker up."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Sacrifice 0,0 E slip turn 1
    """)
    table.do("talon burn Sacrifice slip-right")
    table.shows("Sacrifice 0,1 E turn 0 afterburners 1 no slip")


def test_7_3_afterburner_without_the_marker():
    """7.3: an afterburner does not replace the marker."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Sacrifice 0,0 E
    """)
    table.refuses("talon burn Sacrifice slip-right", rule="7.3")


@pytest.mark.parametrize(
    ("facing", "shields"),
    [
        ("E", "6/5/5/1"),
        ("NE", "6/2/5/4"),
        ("NW", "6/2/5/4"),
        ("W", "3/5/5/4"),
        ("SW", "6/5/2/4"),
        ("SE", "6/5/2/4"),
    ],
)
def test_7_4_collision(facing, shields):
    """7.4: three each: the mover in front, the other on the arc that holds the hex the mover came from."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 1,0 {facing} speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 3/5/5/4 hull 0")
    table.shows(f"Zhukov 1,0 {facing} shields {shields} hull 0")


@pytest.mark.parametrize(
    ("order", "place", "patton", "zhukov"),
    [
        ("left", "1,-1", "3/5/5/4", "6/5/2/4"),
        ("right", "0,1", "3/5/5/4", "6/2/5/4"),
        ("slip-left", "1,-1", "6/2/5/4", "6/5/2/4"),
        ("slip-right", "0,1", "6/5/2/4", "6/2/5/4"),
    ],
)
def test_7_4_the_arc_entered_through(order, place, patton, zhukov):
    """7.4: after a turn the mover is hit in front, in a side slip on the side it slips to."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 E slip
        terran CA Zhukov {place} E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton {order}")
    table.shows(f"Patton {place} shields {patton}")
    table.shows(f"Zhukov {place} shields {zhukov}")


def test_7_4_every_ship_there_and_the_mover_once():
    """7.4: with two ships in the hex each takes 3, and the mover 3, not 6."""
    table = board("""
        clock 1B terran move
        terran CA Napoleon 1,0 W speed 2
        terran CA Patton 0,0 E
        terran CA Zhukov 1,0 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 3/5/5/4")
    table.shows("Napoleon shields 3/5/5/4")
    table.shows("Zhukov shields 6/5/5/1")


def test_7_4_reinforcement_absorbs():
    """7.4: it is damage like any other: markers first, then boxes, then hull."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E markers front@F shields 1/5/5/4
        terran CA Zhukov 1,0 E speed 2 shields 6/5/5/2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton shields 0/5/5/4 no markers hull 1")
    table.shows("Zhukov shields 6/5/5/0 hull 1")


def test_7_4_enemies_do_not_collide():
    """7.4: ships of the two sides pass each other, and may share a hex."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        talon CA Sacrifice 1,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 6/5/5/4")
    table.shows("Sacrifice 1,0 shields 7/4/4/3")


def test_7_4_staying_together_does_nothing_more():
    """7.4: two ships of a side that are in one hex take nothing for staying, nor for leaving."""
    table = board("""
        clock 1A terran ap
        terran CA Patton 0,0 E battery
        terran CA Zhukov 0,0 W
        talon CA Sacrifice 10,0 W afterburners 0
    """)
    table.do("terran done")
    assert table.clock == "1B talon ap"
    table.do("talon done", "talon move Sacrifice ahead", "terran done", "terran move Patton ahead")
    table.shows("Patton 1,0 shields 6/5/5/4")
    table.shows("Zhukov 0,0 shields 6/5/5/4")


def test_7_4_a_squadron_in_the_way_is_lost():
    """7.4: a ship that moves onto a squadron takes 3, the squadron loses every fighter."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran FTR Cougar 1,0 E moved
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Cougar destroyed")
    table.shows("Patton 1,0 shields 3/5/5/4")


def test_7_4_a_squadron_that_runs_into_a_ship():
    """7.4: the other way round too; the ship is hit where the squadron came from."""
    table = board("""
        clock 1B terran move
        terran CA Patton 1,0 E speed 2
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")
    table.shows("Patton 1,0 shields 6/5/5/1")


def test_7_4_two_squadrons():
    """7.4: both are lost, all six fighters."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,4 E speed 2
        terran FTR Cougar 0,0 E
        terran FTR Wolverine 1,0 E moved
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")
    table.shows("Wolverine destroyed")


def test_7_4_squadrons_and_enemy_ships():
    """7.4: a squadron may enter an enemy's hex."""
    table = board("""
        clock 1B terran move
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 1,0 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar 1,0 fighters 0/0/0")


def test_7_4_bases_do_not_collide():
    """7.4: a ship moves through the hex of its own base unharmed."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran Base Valley_Forge 1,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 6/5/5/4")
    table.shows("Valley_Forge 1,0 shields 7/7/7/7")


def test_7_4_missiles_do_not_collide():
    """7.4: a ship enters the hex of a missile of its own side, and nothing happens to either."""
    table = board("""
        clock 1B talon move
        terran CA Patton 10,0 W
        talon CA Sacrifice 0,0 E
        talon missile m4 1,0 E at Patton
    """)
    table.do("talon move Sacrifice ahead")
    table.shows("Sacrifice 1,0 shields 7/4/4/3")
    assert table.lines("talon missile m4") != []
    assert "damaged" not in table.lines("talon missile m4")[0]


def test_7_4_by_afterburner():
    """7.4: an afterburner move collides like any other."""
    table = board("""
        clock 1A talon move
        terran CA Patton 10,0 W
        talon CA Justice 1,0 W
        talon CA Sacrifice 0,0 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 shields 4/4/4/3")
    table.shows("Justice 1,0 shields 4/4/4/3")


def test_7_4_forced_moves_collide():
    """7.4: a ship pushed onto a friend collides, here through its rear; the push's own damage follows in front."""
    table = board("""
        clock 1A terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon DN Dominion 2,0 W charge 0+0/0+0/0+0
        talon DN Imperial 3,0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Dominion", dice="6")
    table.shows("Dominion 3,0 W shields 1/9/9/5 hull 0")
    table.shows("Imperial 3,0 W shields 8/9/9/8 hull 0")


def test_7_4_no_stacking_at_setup():
    """7.4: no two counters of a side are put down in one hex."""
    table = board("""
        clock 0 terran deploy
        map 0,0
        terran CA Patton 3,10 NE
        terran CA Zhukov undeployed
        talon CA Sacrifice undeployed
    """)
    assert not table.offers("terran deploy Zhukov 3,10 NE")
    assert table.offers("terran deploy Zhukov 4,10 NE")


def test_r5_the_movers_damage_first():
    """R5: the mover's critical is rolled before the other ship's."""
    table = board("""
        clock 1B terran move
        terran DD Achilles 0,0 E shields 0/3/3/2
        terran DD Caleb 1,0 E speed 2 shields 3/3/3/0
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Achilles ahead", dice="3 4 2 4")
    table.shows("Achilles 1,0 hull 3")
    assert "thrusters" not in table.lines("terran DD Achilles")[0]
    table.shows("Caleb 1,0 hull 3 thrusters 1")


def test_r5_not_by_number():
    """R5: also where the mover stands later in the position."""
    table = board("""
        clock 1B terran move
        terran DD Achilles 1,0 E speed 2 shields 3/3/3/0
        terran DD Caleb 0,0 E shields 0/3/3/2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Caleb ahead", dice="3 4 2 4")
    table.shows("Caleb 1,0 hull 3")
    assert "thrusters" not in table.lines("terran DD Caleb")[0]
    table.shows("Achilles 1,0 hull 3 thrusters 1")


def test_r5_explosions_after_all_of_it():
    """R5: the mover is destroyed, the other still takes its 3 with a critical, and only then the explosion."""
    table = board("""
        clock 1B terran move
        terran DD Achilles 0,0 E hull 3 shields 0/3/3/2
        terran DD Caleb 1,0 E speed 2 shields 3/3/3/0
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Achilles ahead", dice="3 4 6 1 1 1")
    table.shows("Achilles destroyed")
    table.shows("Caleb 1,0 hull 3 shields 1/3/3/0")


def test_r5_the_other_ship_explodes_in_the_same_hex():
    """R5: the mover has already taken its 3 and stands in the hex where the other goes off."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran DD Caleb 1,0 E speed 2 hull 3 shields 3/3/3/0
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead", dice="1 6 1 1")
    table.shows("Caleb destroyed")
    table.shows("Patton 1,0 shields 3/3/5/4")


@pytest.mark.parametrize(
    ("start", "facing", "after", "window"),
    [
        ("8,1", "NW", "8,0", "0,-1"),
        ("3,11", "SW", "2,12", "-1,1"),
        ("13,6", "E", "14,6", "1,0"),
        ("-2,6", "W", "-3,6", "-1,0"),
    ],
)
def test_7_5_the_map_follows(start, facing, after, window):
    """7.5: a ship that would leave the map moves on; the map is shifted just as far as needed."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terran CA Patton {start} {facing}
        talon CA Sacrifice 5,6 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows(f"Patton {after} {facing} turn 0")
    assert table.lines("map ") == [f"map {window}"]


@pytest.mark.parametrize(
    ("start", "facing", "after"),
    [
        ("8,2", "NW", "8,1"),
        ("3,10", "SE", "3,11"),
        ("12,6", "E", "13,6"),
        ("-1,6", "W", "-2,6"),
        ("8,1", "E", "9,1"),
    ],
)
def test_7_5_inside_it_stays(start, facing, after):
    """7.5: up to the last row and the last column nothing is shifted."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terran CA Patton {start} {facing}
        talon CA Sacrifice 5,6 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows(f"Patton {after}")
    assert table.lines("map ") == ["map 0,0"]


def test_7_5_a_push_shifts_it_too():
    """7.5: a ship displaced over the edge takes the map along."""
    table = board("""
        clock 1A terran fire
        map 0,0
        terran BB Defiant 11,6 E charge 0+0/2+5/0+0
        talon DN Dominion 13,6 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Dominion", dice="6")
    table.shows("Dominion 14,6 W shields 1/9/9/8")
    assert table.lines("map ") == ["map 1,0"]


def test_r6_all_units_inside_comes_first():
    """R6: of two shifts as far, only one keeps the ship at the far edge; it is taken, nearer the middle or not."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NE
        talon CA Sacrifice -2,6 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 9,0")
    assert table.lines("map ") == ["map 0,-1"]


def test_r6_the_extension():
    """R6: where no shift holds both, the map is extended, and nobody has left."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 13,6 E
        talon CA Sacrifice -2,6 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 14,6")
    table.shows("Sacrifice -2,6")
    assert table.lines("map ")[0].endswith(" extended")


def test_r6_the_extension_stays():
    """R6: it is there for good, needed or not."""
    table = board("""
        clock 1B terran move
        map 0,0 extended
        terran CA Patton 6,6 E
        talon CA Sacrifice 14,6 W
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ") == ["map 0,0 extended"]


def test_r6_the_mover_has_retreated():
    """R6: the window full from edge to edge, a mover six or more hexes from everybody is gone, without an explosion."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW
        terran CA Zhukov 4,9 E speed 2 charge 0+0/0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton left")
    table.shows("Zhukov 4,9")
    table.shows("Sacrifice 3,11")
    assert table.over == ""


def test_r6_exactly_six_hexes():
    """R6: six hexes from the nearest other unit is far enough."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW
        terran CA Zhukov 2,1 E speed 2 charge 0+0/0+0/0+0
        talon CA Justice 6,8 W charge 0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton left")


def test_r6_the_loneliest_at_the_edge():
    """R6: a mover within five hexes of a ship stays; the lonely ship at the other edge has left instead."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW
        terran CA Zhukov 3,1 E speed 2 charge 0+0/0+0/0+0
        talon CA Justice 6,5 W charge 0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 8,0")
    table.shows("Sacrifice left")
    table.shows("Zhukov 3,1")


def test_r6_nobody_is_lonely():
    """R6: where nobody is six hexes from all the others nobody leaves, and the window grows by a row."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW charge 0+0/0+0/0+0
        terran CA Zhukov 6,5 E speed 2 charge 0+0/0+0/0+0
        talon CA Justice 4,9 W charge 0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 8,0")
    table.shows("Sacrifice 3,11")
    assert " rows 12" in table.lines("map ")[0]


def test_r6_bases_never_leave():
    """R6: a lonely base at the far edge stays; the window grows."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW charge 0+0/0+0/0+0
        terran CA Zhukov 6,5 E speed 2 charge 0+0/0+0/0+0
        talon Base Hope 3,11 W charge 0+0/0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 8,0")
    table.shows("Hope 3,11")
    assert " rows 12" in table.lines("map ")[0]


def test_r6_a_squadron_leaves_so():
    """R6: a squadron six hexes from everybody is gone too, and safe."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Zhukov 4,9 E speed 2 charge 0+0/0+0/0+0
        terran FTR Cougar 8,1 NW
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar left")


@pytest.mark.parametrize(("place", "left"), [("5,11", 0), ("5,10", 1)])
def test_7_5_missiles_left_outside(place, left):
    """7.5: a missile that a shift leaves outside is destroyed; one still inside flies on."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW
        talon CA Sacrifice 5,6 W charge 0+0/0+0
        talon missile m4 {place} NW at Patton
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ") == ["map 0,-1"]
    assert len(table.lines("talon missile m4")) == left


def test_7_5_missiles_do_not_float_the_map():
    """7.5: a missile that flies off the map is destroyed, and the map stays."""
    table = board("""
        clock 1A talon move
        map 0,0
        terran CA Patton 5,8 W charge 0+0/0+0/0+0
        talon CA Sacrifice 10,6 W
        talon missile m4 8,1 NW at nothing
    """)
    table.do("talon steer m4 ahead")
    assert table.lines("talon missile") == []
    assert table.lines("map ") == ["map 0,0"]


@pytest.mark.parametrize("kind", ["asteroid", "nebula", "planet"])
def test_7_5_terrain_far_from_all_ships_is_dropped(kind):
    """7.5: terrain six hexes from every ship goes when the shift needs the room."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terrain {kind} -2,11
        terran CA Patton 8,1 NW
        terran CA Zhukov 10,6 E speed 2
        talon CA Sacrifice -1,5 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 8,0")
    assert table.lines("map ") == ["map 0,-1"]
    assert table.lines("terrain") == []


@pytest.mark.parametrize("kind", ["asteroid", "nebula", "planet"])
def test_7_5_terrain_near_a_ship_is_kept(kind):
    """7.5: terrain five hexes from a ship holds the map; the mover, alone, has retreated."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terrain {kind} -2,11
        terran CA Patton 8,1 NW
        terran CA Zhukov 10,6 E speed 2
        talon CA Sacrifice -2,6 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton left")
    assert table.lines("terrain") == [f"terrain {kind} -2,11"]


def test_r6_terrain_still_inside_stays():
    """R6: far terrain that the shifted map still holds is not dropped."""
    table = board("""
        clock 1B terran move
        map 0,0
        terrain asteroid -2,10
        terran CA Patton 8,1 NW
        terran CA Zhukov 10,6 E speed 2
        talon CA Sacrifice 5,4 W
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ") == ["map 0,-1"]
    assert table.lines("terrain") == ["terrain asteroid -2,10"]


def test_r6_black_holes_are_never_left_outside():
    """R6: a black hole is held however far it is."""
    table = board("""
        clock 1B terran move
        map 0,0
        terrain black-hole -2,11
        terran CA Patton 8,1 NW
        terran CA Zhukov 10,6 E speed 2
        talon CA Sacrifice 1,5 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton left")
    assert table.lines("terrain") == ["terrain black-hole -2,11"]
