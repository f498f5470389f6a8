"""13: launching, steering, hitting, shooting down and retargeting missiles."""

import contextlib

import pytest

from tests.core.board import board


def refused(table, order, *rules):
    """The order is refused by one of the rules that speak of it."""
    for rule in rules[:-1]:
        with contextlib.suppress(AssertionError):
            table.refuses(order, rule=rule)
            return
    table.refuses(order, rule=rules[-1])


def in_flight(table):
    """Where the missiles are and what they aim at, without their numbers: "1,0 E at Thor"."""
    return [" ".join(line.split()[3:7]) for line in table.lines("talon missile")]


# 13.2 Launching


@pytest.mark.parametrize(
    ("place", "facing"),
    [
        ("2,0", "E"),
        ("4,0", "E"),
        ("2,-1", "NE"),
        ("1,1", "SE"),
        ("4,-1", "E"),
        ("3,1", "E"),
        ("4,-2", "NE"),
        ("2,2", "SE"),
    ],
)
def test_13_2_facing_of_a_new_missile(place, facing):
    """13.2: a missile from a front launcher stands in the hex ahead and faces the side nearest its target."""
    table = board(f"""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor {place} W
    """)
    table.do("talon fire Hunter 1 Thor")
    assert in_flight(table) == [f"1,0 {facing} at Thor"]
    table.shows("Hunter charge 0+0/2+0")


@pytest.mark.parametrize(("place", "facings"), [("3,-1", ["E", "NE"]), ("2,1", ["E", "SE"])])
def test_r11_on_a_spine(place, facings):
    """R11: where the line to the target runs along a spine the owner picks one of the two facings."""
    for facing in facings:
        table = board(f"""
            clock 1E talon fire
            talon DD Hunter 0,0 E
            terran CL Thor {place} W
        """)
        table.do("talon fire Hunter 1 Thor")
        assert table.asked == "talon toward"
        assert table.offered("talon toward") == [f"talon toward {one}" for one in facings]
        assert not table.offers("talon toward W")
        table.do(f"talon toward {facing}")
        assert in_flight(table) == [f"1,0 {facing} at Thor"]


@pytest.mark.parametrize(
    ("facing", "shields"),
    [
        ("W", "3/4/4/3"),
        ("SW", "5/4/2/3"),
        ("SE", "5/4/2/3"),
        ("E", "5/4/4/1"),
        ("NE", "5/2/4/3"),
        ("NW", "5/2/4/3"),
    ],
)
def test_13_2_target_in_the_hex_of_launch(facing, shields):
    """13.2: a target in the hex where the missile would stand is hit at once, on the arc that holds the launcher."""
    table = board(f"""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor 1,0 {facing}
    """)
    table.do("talon fire Hunter 1 Thor")
    table.shows(f"Thor shields {shields} hull 0")
    assert table.lines("talon missile") == []


def test_13_2_squadron_in_the_hex_of_launch():
    """13.2: of a squadron hit at once the missile's owner names the fighter."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran FTR Cougar 1,0 W
    """)
    table.do("talon fire Hunter 1 Cougar")
    assert table.asked == "talon pick"
    table.do("talon pick Cougar/3")
    table.shows("Cougar fighters 0/0/2")


def test_13_2_other_ship_in_the_hex_of_launch():
    """13.2: a ship in that hex which is not the target is not hit."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CA Patton 1,0 W
        terran CL Thor 3,0 W
    """)
    table.do("talon fire Hunter 1 Thor")
    table.shows("Patton shields 6/5/5/4 hull 0")
    assert in_flight(table) == ["1,0 E at Thor"]


def test_13_2_three_from_one_group():
    """13.2: a group of three launchers puts three missiles into the hex ahead."""
    table = board("""
        clock 1E talon fire
        talon BC Freedom 0,0 E
        terran CL Thor 3,0 W
    """)
    table.do("talon fire Freedom 2 Thor")
    assert in_flight(table) == ["1,0 E at Thor"] * 3
    table.shows("Freedom charge 1+4/0+0/1+2")


def test_13_2_three_targets():
    """13.2: each launcher of a group may take another target."""
    table = board("""
        clock 1E talon fire
        talon BC Freedom 0,0 E
        terran CL Thor 4,0 W
        terran CA Patton 4,-1 W
    """)
    table.do("talon fire Freedom 2 Thor", "talon pick Patton", "talon pick Patton")
    assert sorted(in_flight(table)) == ["1,0 E at Patton", "1,0 E at Patton", "1,0 E at Thor"]


def test_13_2_no_limit():
    """13.2: there is no limit on missiles in flight."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor 4,0 W
        talon missile m1 1,0 E at Thor
        talon missile m2 1,0 E at Thor
        talon missile m3 2,0 E at Thor
    """)
    table.do("talon fire Hunter 1 Thor", "talon fire Hunter 2 Thor")
    assert in_flight(table).count("1,0 E at Thor") == 4


def test_13_2_several_hexes():
    """13.2: a launcher with several arcs puts the missile into any adjacent hex of those arcs, as its owner likes."""
    table = board("""
        clock 1E talon fire
        talon Base Hope 0,0 E charge 0+0/0+0/2+0
        terran CL Thor 4,0 W
    """)
    table.do("talon fire Hope 3 Thor")
    assert table.asked == "talon place"
    assert table.offered("talon place") == [f"talon place {hex_}" for hex_ in ("-1,0", "-1,1", "0,1", "1,0")]
    assert not table.offers("talon place 1,-1")
    table.do("talon place 1,0", "talon place 0,1")
    assert sorted(in_flight(table)) == ["0,1 E at Thor", "1,0 E at Thor"]


def test_13_2_chosen_hex_of_the_target():
    """13.2: the hex chosen may be the target's own, which is hit at once."""
    table = board("""
        clock 1E talon fire
        talon Base Hope 0,0 E charge 0+0/0+0/2+0
        terran CL Thor 1,0 W
    """)
    table.do("talon fire Hope 3 Thor", "talon place 1,0", "talon place 0,1")
    table.shows("Thor shields 3/4/4/3")
    assert in_flight(table) == ["0,1 NE at Thor"]


@pytest.mark.parametrize("place", ["1,-2", "2,-2", "0,2", "-2,0"])
def test_13_2_out_of_arc(place):
    """13.2: the target must lie in the launcher's arc."""
    table = board(f"""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CA Patton 2,0 W
        terran CL Thor {place} W
    """)
    table.refuses("talon fire Hunter 1 Thor", rule="8")


def test_13_2_uncharged():
    """13.2: a launcher fires only with both its boxes marked."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E charge 1+0/2+0
        terran CL Thor 3,0 W
    """)
    table.refuses("talon fire Hunter 1 Thor", rule="8")
    assert table.offers("talon fire Hunter 2 Thor")


def test_13_2_not_past_a_planet():
    """13.2: nothing is launched at a target behind a planet."""
    table = board("""
        clock 1E talon fire
        terrain planet 2,0
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
        terran CA Patton 3,-1 W
    """)
    refused(table, "talon fire Hunter 1 Thor", "13", "17", "8")
    assert table.offers("talon fire Hunter 1 Patton")


@pytest.mark.parametrize("terrain", ["asteroid 1,0", "nebula 1,0", "asteroid 2,0 3,0", "nebula 0,0 2,0"])
def test_13_2_other_terrain_does_not_matter(terrain):
    """13.2: asteroids and nebulae hinder no launch."""
    table = board(f"""
        clock 1E talon fire
        terrain {terrain}
        talon DD Hunter 0,0 E
        terran CL Thor 4,0 W
    """)
    table.do("talon fire Hunter 1 Thor")
    assert in_flight(table) == ["1,0 E at Thor"]


def test_13_2_into_a_planet():
    """13.2: a missile put into a planet is destroyed."""
    table = board("""
        clock 1E talon fire
        terrain planet 1,0
        talon DD Hunter 0,0 E
        terran CL Thor 2,-1 W
    """)
    table.do("talon fire Hunter 1 Thor")
    assert table.lines("talon missile") == []
    table.shows("Hunter charge 0+0/2+0")
    table.shows("Thor shields 5/4/4/3")


def test_13_2_into_a_black_hole():
    """13.2: a missile put into a black hole is destroyed."""
    table = board("""
        clock 1E talon fire
        terrain black-hole 1,0
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
    """)
    table.do("talon fire Hunter 1 Thor")
    assert table.lines("talon missile") == []
    table.shows("Hunter charge 0+0/2+0")


# 13.4 Movement


def test_13_4_moves_from_the_next_impulse_on():
    """13.4: a missile stays where it was launched until its side's next move step."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor 4,0 W
    """)
    table.do("talon fire Hunter 1 Thor", "talon done", "terran done")
    assert table.clock == "1F talon ap"
    assert in_flight(table) == ["1,0 E at Thor"]
    name = table.lines("talon missile")[0].split()[2]
    table.do("talon done", f"talon steer {name} ahead")
    assert in_flight(table) == ["2,0 E at Thor"]


@pytest.mark.parametrize("impulse", ["A", "B", "C", "D", "E", "F"])
def test_13_4_every_impulse(impulse):
    """13.4: a missile moves in every impulse."""
    table = board(f"""
        clock 1{impulse} talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 1,0 E at Thor")


def test_13_4_only_way():
    """13.4: a missile with a single closer hex takes it by itself."""
    table = board("""
        clock 1E talon ap
        talon FF Vision 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.shows("m1 1,0 E at Thor")
    assert table.clock == "1E terran fire"


def test_13_4_done_only_after_the_move():
    """13.4: the step cannot be ended while a missile has not moved."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    assert not table.offers("talon done")
    table.do("talon steer m1 ahead", "talon done")
    assert table.clock == "1E terran fire"


def test_13_4_once():
    """13.4: a missile moves once an impulse."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    assert table.offered("talon steer") == []
    assert table.offers("talon burn Hunter ahead")


@pytest.mark.parametrize(
    ("target", "ways"),
    [
        ("4,0", ["ahead"]),
        ("4,-1", ["ahead", "left"]),
        ("3,1", ["ahead", "right"]),
        ("2,-2", ["left"]),
        ("0,3", ["right"]),
        ("1,-3", ["left"]),
        ("3,-1", ["ahead", "left"]),
    ],
)
def test_13_4_closer(target, ways):
    """13.4: a missile must go into one of its three hexes that is closer to the target."""
    table = board(f"""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor {target} W
        talon missile m1 0,0 E at Thor
    """)
    assert table.offered("talon steer") == [f"talon steer m1 {way}" for way in ways]


def test_13_4_not_away_from_the_target():
    """13.4: steering into a hex that is not closer is refused while one is."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.refuses("talon steer m1 left", rule="13")
    table.refuses("talon steer m1 right", rule="13")


@pytest.mark.parametrize(("way", "found"), [("ahead", "1,0 E"), ("left", "1,-1 NE")])
def test_13_4_turning(way, found):
    """13.4: a missile turns by at most one hex side and then goes one hex, every time it moves."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 4,-1 W
        talon missile m1 0,0 E at Thor
    """)
    table.do(f"talon steer m1 {way}")
    table.shows(f"m1 {found} at Thor")


@pytest.mark.parametrize(
    ("target", "ways"),
    [
        ("-3,0", ["ahead", "left", "right"]),
        ("-1,-1", ["left"]),
        ("-2,2", ["right"]),
        ("-1,0", ["ahead", "left", "right"]),
        ("0,-1", ["left"]),
        ("-4,1", ["right"]),
    ],
)
def test_r12_none_closer(target, ways):
    """R12: if none of the three hexes is closer, the one least far away, or any of those."""
    table = board(f"""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor {target} W
        talon missile m1 0,0 E at Thor
    """)
    assert table.offered("talon steer") == [f"talon steer m1 {way}" for way in ways]


def test_r12_least_far_away():
    """R12: a way that leads farther off than need be is refused."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor -1,-1 W
        talon missile m1 0,0 E at Thor
    """)
    table.refuses("talon steer m1 ahead", rule="13")
    table.do("talon steer m1 left")
    table.shows("m1 1,-1 NE at Thor")


def test_13_4_round_a_planet():
    """13.4: a missile does not enter a planet while another closer hex can be reached."""
    table = board("""
        clock 1E talon move
        terrain planet 1,0
        talon DD Hunter 10,-7 W
        terran CL Thor 4,-1 W
        talon missile m1 0,0 E at Thor
    """)
    assert table.offered("talon steer") == ["talon steer m1 left"]
    table.refuses("talon steer m1 ahead", rule="13")


def test_13_4_into_a_planet():
    """13.4: if the planet's is the only closer hex the missile is lost in it."""
    table = board("""
        clock 1E talon move
        terrain planet 1,0
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    assert table.lines("talon missile") == []


def test_13_4_into_a_black_hole():
    """13.4: a black hole destroys the missile that enters it."""
    table = board("""
        clock 1E talon move
        terrain black-hole 1,0
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    assert table.lines("talon missile") == []


@pytest.mark.parametrize("terrain", ["asteroid", "nebula"])
def test_13_4_through_other_terrain(terrain):
    """13.4: asteroids and nebulae do a missile no harm."""
    table = board(f"""
        clock 1E talon move
        terrain {terrain} 1,0
        talon DD Hunter 10,-7 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 1,0 E at Thor")
    assert "damaged" not in table.lines("talon missile m1")[0]


def test_13_4_off_the_map():
    """13.4: a missile that flies off the map is destroyed and does not shift it."""
    table = board("""
        clock 1E talon move
        map 0,0
        talon DD Hunter 8,3 W
        terran CL Thor 5,8 W
        talon missile m1 6,1 NE at nothing
    """)
    table.do("talon steer m1 ahead")
    assert table.lines("talon missile") == []
    assert table.lines("map") == ["map 0,0"]


def test_13_4_along_the_edge():
    """13.4: a missile in the last row stays on the map while it flies along it."""
    table = board("""
        clock 1E talon move
        map 0,0
        talon DD Hunter 8,3 W
        terran CL Thor 5,8 W
        talon missile m1 6,1 E at nothing
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 7,1 E at nothing")


# 13.3 and 13.5 Targets and hits


@pytest.mark.parametrize(
    ("start", "way", "shields"),
    [
        ("1,0 W", "ahead", "3/4/4/3"),
        ("1,-1 SW", "ahead", "5/2/4/3"),
        ("0,-1 SE", "ahead", "5/2/4/3"),
        ("-1,0 E", "ahead", "5/4/4/1"),
        ("-1,1 NE", "ahead", "5/4/2/3"),
        ("0,1 NW", "ahead", "5/4/2/3"),
        ("1,0 NW", "left", "3/4/4/3"),
        ("1,0 SW", "right", "3/4/4/3"),
        ("0,-1 E", "right", "5/2/4/3"),
    ],
)
def test_13_5_arc_it_came_through(start, way, shields):
    """13.5: a missile that enters its target's hex does 2 on the arc that it came through."""
    table = board(f"""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E
        talon missile m1 {start} at Thor
    """)
    table.do(f"talon steer m1 {way}")
    table.shows(f"Thor 0,0 E shields {shields} hull 0")
    assert table.lines("talon missile") == []
    assert table.clock == "1E talon move"


@pytest.mark.parametrize(
    ("missile", "way", "found"),
    [
        ("1,0", "ahead", "1,0 E shields 3/4/4/3"),
        ("1,-1", "left", "1,-1 NE shields 3/4/4/3"),
        ("0,1", "right", "0,1 SE shields 3/4/4/3"),
        ("1,-1", "slip-left", "1,-1 E shields 5/2/4/3"),
        ("0,1", "slip-right", "0,1 E shields 5/4/2/3"),
    ],
)
def test_13_5_target_moves_onto_it(missile, way, found):
    """13.5: a target that moves onto the missile is hit on the arc on the side of its move."""
    table = board(f"""
        clock 1B terran move
        terran CL Thor 0,0 E slip
        talon DD Hunter 10,-7 W
        talon missile m1 {missile} W at Thor
    """)
    table.do(f"terran move Thor {way}")
    table.shows(f"Thor {found} hull 0")
    assert table.lines("talon missile") == []


def test_13_5_two_of_them_in_the_hex():
    """13.5: a target that moves onto several of its missiles is hit by each, on the same arc."""
    table = board("""
        clock 1B terran move
        terran CL Thor 0,0 E
        talon DD Hunter 10,-7 W
        talon missile m1 1,0 W at Thor
        talon missile m2 1,0 NW at Thor
    """)
    table.do("terran move Thor ahead")
    table.shows("Thor shields 1/4/4/3 hull 0")
    assert table.lines("talon missile") == []


def test_13_5_marker_and_hull():
    """13.5: a hit goes through markers, boxes and hull like any damage."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E shields 0/4/4/3 markers front@A
        talon missile m1 1,0 W at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("Thor shields 0/4/4/3 hull 1 no markers")


def test_13_5_critical():
    """13.5: a hit on a critical box is rolled for at once, in the move step."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E shields 0/4/4/3 hull 2
        talon missile m1 1,0 W at Thor
    """)
    table.do("talon steer m1 ahead", dice="1 3")
    table.shows("Thor hull 4 criticals helm!")


def test_13_5_explosion_of_the_target():
    """13.5: a target destroyed by a missile explodes in the move step."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E shields 0/4/4/3 hull 4
        terran CA Patton -1,0 E
        talon missile m1 1,0 W at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("Thor destroyed")
    table.shows("Patton shields 4/5/5/4 hull 0")
    assert table.clock == "1E talon move"


def test_13_5_squadron():
    """13.5: the missile's owner names the fighter that is hit when it hits."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran FTR Cougar 0,0 E fighters 1/0/2
        talon missile m1 1,0 W at Cougar
    """)
    table.do("talon steer m1 ahead")
    assert table.asked == "talon pick"
    assert table.offered("talon pick") == ["talon pick Cougar/1", "talon pick Cougar/2"]
    table.do("talon pick Cougar/2")
    table.shows("Cougar fighters 1/2/2")


def test_13_5_squadron_with_one_fighter():
    """13.5: with one fighter left there is nothing to name, and the squadron is gone."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran FTR Cougar 0,0 E fighters 2/0/2
        terran CA Patton -2,0 E
        talon missile m1 1,0 W at Cougar
    """)
    table.do("talon steer m1 ahead")
    table.shows("Cougar destroyed")


def test_13_5_squadron_moves_onto_it():
    """13.5: also when the squadron moves onto the missile, its owner names the fighter."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        talon DD Hunter 10,-7 W
        talon missile m1 1,0 W at Cougar
    """)
    table.do("terran move Cougar ahead")
    assert table.asked == "talon pick"
    table.do("talon pick Cougar/1")
    table.shows("Cougar 1,0 E fighters 2/0/0")


def test_13_5_only_its_target():
    """13.5: a missile flies through the hexes of ships that are not its target."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CA Patton 0,0 E
        terran CL Thor -3,0 E
        talon missile m1 1,0 W at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 0,0 W at Thor")
    table.shows("Patton shields 6/5/5/4 hull 0")


def test_13_5_other_ship_moves_onto_it():
    """13.5: a ship that is not its target moves onto a missile unharmed."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CL Thor 0,3 E
        talon DD Hunter 10,-7 W
        talon missile m1 1,0 W at Thor
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 6/5/5/4 hull 0")
    table.shows("m1 1,0 W at Thor")


def test_13_5_own_ship():
    """13.5: missiles and ships of their own side do not touch each other."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 1,0 W
        terran CL Thor 4,0 W
        talon missile m1 0,0 E at Thor
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 1,0 E at Thor")
    table.shows("Hunter 1,0 W shields 4/2/2/2 hull 0")


def test_13_3_target_destroyed():
    """13.3: when its target is destroyed a missile aims at nothing and flies on."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran SC Explorer 0,0 E shields 0/1/1/1
        terran CA Patton -4,2 E
        talon missile m1 1,0 W at Explorer
        talon missile m2 3,0 W at Explorer
    """)
    table.do("talon steer m1 ahead")
    table.shows("Explorer destroyed")
    table.shows("m2 3,0 W at nothing")
    assert table.offered("talon steer") == ["talon steer m2 ahead"]
    table.do("talon steer m2 ahead")
    table.shows("m2 2,0 W at nothing")


def test_13_3_target_jumped():
    """13.3: when its target has left a missile aims at nothing."""
    table = board("""
        clock 6 terran jumps
        terran CA Patton 0,0 E speed 1
        terran SC Voyager 0,3 E speed 1
        talon DD Hunter 10,-7 W
        talon missile m1 2,0 W at Patton
    """)
    table.do("terran jump Patton")
    table.shows("m1 2,0 W at nothing")


@pytest.mark.parametrize(
    ("gone", "ways"),
    [("Patton", ["talon steer m1 ahead"]), ("Voyager", ["talon steer m1 ahead", "talon steer m1 left"])],
)
def test_13_3_straight_on_after_its_target_has_left(gone, ways):
    """13.3: a missile that could have turned flies straight once its target has left, but not if another has."""
    table = board("""
        clock 6 terran jumps
        terran CA Patton 0,0 E speed 1
        terran SC Voyager -6,3 E speed 1
        talon DD Hunter 10,-7 W
        talon missile m1 4,-1 W at Patton
    """)
    table.do(f"terran jump {gone}", "terran done")
    assert table.clock == "7A talon move"
    assert table.offered("talon steer") == ways


def test_13_3_launcher_destroyed():
    """13.3: missiles do not depend on the ship that fired them."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DD Hunter 2,0 W hull 3 shields 0/2/2/2
        talon FF Vision 10,-7 W
        talon missile m1 3,-2 W at Patton
    """)
    table.do("terran fire Patton 1 Hunter", dice="1")
    table.shows("Hunter destroyed")
    table.shows("m1 3,-2 W at Patton")


def test_13_3_no_turn_without_target():
    """13.3: a missile without a target cannot turn."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 3,-3 W
        talon missile m1 0,0 E at nothing
    """)
    table.refuses("talon steer m1 left", rule="13")
    table.do("talon steer m1 ahead")
    table.shows("m1 1,0 E at nothing")


def test_13_3_no_hit_without_target():
    """13.3: a missile without a target hits nothing on its way."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 1,0 W
        talon missile m1 0,0 E at nothing
    """)
    table.do("talon steer m1 ahead")
    table.shows("m1 1,0 E at nothing")
    table.shows("Thor shields 5/4/4/3 hull 0")


# 13.6 Shooting missiles down


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_13_6_phaser(roll):
    """13.6: one or two points only damage a missile."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 2,0 W at Patton
    """)
    table.do("terran fire Patton 1 m4", dice=f"{roll}")
    table.shows("m4 2,0 W at Patton damaged")


def test_13_6_a_miss():
    """13.6: a shot without damage leaves the missile as it was."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 3,0 W at Patton
    """)
    table.do("terran fire Patton 1 m4", dice="4")
    assert "damaged" not in table.lines("talon missile m4")[0]


@pytest.mark.parametrize(("order", "roll"), [("fire Patton 2 m4", "2"), ("fire Defiant 2 m4", "2")])
def test_13_6_three_or_more(order, roll):
    """13.6: a torpedo or a wave motion gun destroys a missile at one blow."""
    ship = "BB Defiant" if "Defiant" in order else "CA Patton"
    table = board(f"""
        clock 1E terran fire
        terran {ship} 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 2,0 W at nothing
    """)
    table.do(f"terran {order}", dice=roll)
    assert table.lines("talon missile") == []


@pytest.mark.parametrize("roll", [1, 6])
def test_13_6_damaged_missile(roll):
    """13.6: any damage destroys a missile that is damaged already."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 2,0 W at Patton damaged
    """)
    table.do("terran fire Patton 1 m4", dice=f"{roll}")
    assert table.lines("talon missile") == []


def test_13_6_miss_at_a_damaged_missile():
    """13.6: a shot without damage does not destroy a damaged missile."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 3,0 W at Patton damaged
    """)
    table.do("terran fire Patton 1 m4", dice="4")
    table.shows("m4 3,0 W at Patton damaged")


def test_13_6_two_shots_are_two_sources():
    """13.6: each weapon of a group is a source of its own: the first damages, the second destroys."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 2,0 W at Defiant
    """)
    table.do("terran fire Defiant 1 m4", dice="1 1")
    assert table.lines("talon missile") == []


def test_13_6_damage_of_different_targets():
    """13.6: with two missiles in reach the second weapon may take the other."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 2,0 W at Defiant
        talon missile m5 2,0 W at Defiant
    """)
    table.do("terran fire Defiant 1 m4", dice="1")
    assert table.offered("terran pick") == ["terran pick m4", "terran pick m5"]
    table.do("terran pick m5", dice="1")
    table.shows("m4 damaged")
    table.shows("m5 damaged")


def test_13_6_fighters_shoot_at_missiles():
    """13.6: fighters shoot missiles like any ship."""
    table = board("""
        clock 1E terran fire
        terran FTR Cougar 0,0 E
        talon FF Vision 10,-7 W
        talon missile m4 1,0 W at nothing
    """)
    table.do("terran fire Cougar 1 m4", dice="1")
    table.do("terran fire Cougar 2 m4", dice="1")
    assert table.lines("talon missile") == []


@pytest.mark.parametrize("place", ["0,0", "-2,0", "5,0", "1,-2"])
def test_13_6_out_of_reach(place):
    """13.6: arcs and ranges hold for missiles too, and in one hex nobody fires."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion 2,0 W
        talon missile m4 {place} W at nothing
    """)
    table.refuses("terran fire Patton 2 m4", rule="8")


def test_13_6_own_missile():
    """13.6: missiles of one's own side are no targets."""
    table = board("""
        clock 1E talon fire
        talon CA Sacrifice 0,0 E
        terran CA Patton 3,0 W
        talon missile m4 2,0 E at Patton
    """)
    assert table.offered("talon fire Sacrifice 1") == ["talon fire Sacrifice 1 Patton"]


def test_13_6_damaged_missile_still_does_2():
    """13.6: a damaged missile does its 2 all the same."""
    table = board("""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E
        talon missile m1 1,0 W at Thor damaged
    """)
    table.do("talon steer m1 ahead")
    table.shows("Thor shields 3/4/4/3")


def test_13_6_no_explosion():
    """13.6: a missile shot down beside a ship does it no harm."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,-1 W
        talon missile m4 2,0 W at Patton
    """)
    table.do("terran fire Patton 2 m4", dice="6")
    assert table.lines("talon missile") == []
    table.shows("Sacrifice shields 7/4/4/3 hull 0")


# 13.7 Retargeting


@pytest.mark.parametrize("charge", ["2+0/2+0", "0+0/0+0", "lost/0+0"])
@pytest.mark.parametrize("flying", ["-4,2 W at nothing", "6,-3 E at Patton", "1,0 E at Patton"])
def test_13_7_retarget(charge, flying):
    """13.7: one AP gives a missile anywhere a new target in reach of the ship's launcher, charged or not."""
    table = board(f"""
        clock 1F talon ap
        talon DD Hunter 0,0 E charge {charge}
        terran CL Thor 3,0 W
        terran CA Patton 0,3 W
        talon missile m4 {flying}
    """)
    table.do("talon retarget Hunter m4 Thor")
    table.shows("m4 " + flying.replace("nothing", "Thor").replace("Patton", "Thor"))


def test_13_7_missile_of_another_ship():
    """13.7: it does not matter who fired the missile: a battle cruiser turns it for a destroyer."""
    table = board("""
        clock 1B talon ap
        talon BC Freedom 0,0 E
        talon DD Hunter 0,3 W
        terran CL Thor 4,-2 W
        talon missile m4 -2,3 W at nothing
    """)
    table.do("talon retarget Freedom m4 Thor")
    table.shows("m4 -2,3 W at Thor")


@pytest.mark.parametrize("place", ["1,0", "4,0", "2,-1", "4,-2", "2,2"])
def test_13_7_within_reach(place):
    """13.7: the new target lies in the launcher's arc at range 1 to 4."""
    table = board(f"""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        terran CL Thor {place} W
        talon missile m4 -4,2 W at nothing
    """)
    assert table.offers("talon retarget Hunter m4 Thor")


@pytest.mark.parametrize("place", ["0,0", "5,0", "-2,0", "2,-2", "0,2", "1,-1"])
def test_13_7_out_of_reach(place):
    """13.7: a target out of the launcher's arc or range is refused."""
    table = board(f"""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        terran CL Thor {place} W
        talon missile m4 -4,2 W at nothing
    """)
    refused(table, "talon retarget Hunter m4 Thor", "13", "6")


def test_13_7_no_launcher():
    """13.7: a ship without a launcher turns no missile."""
    table = board("""
        clock 1F talon ap
        talon FF Surprise 0,0 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    refused(table, "talon retarget Surprise m4 Thor", "13", "6")


def test_13_7_launchers_destroyed():
    """13.7: nor does one whose launchers are all destroyed."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E charge lost/lost
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    refused(table, "talon retarget Hunter m4 Thor", "13", "6")


def test_13_7_own_side():
    """13.7: the new target is an enemy."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        talon CA Sacrifice 2,0 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    assert table.offered("talon retarget") == ["talon retarget Hunter m4 Thor"]


def test_13_7_one_missile_for_an_ap():
    """13.7: one AP turns one missile."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        talon DD Shadow 0,1 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
        talon missile m5 -4,2 W at nothing
    """)
    table.do("talon retarget Hunter m4 Thor")
    table.refuses("talon retarget Hunter m5 Thor", rule="6")
    table.do("talon retarget Shadow m5 Thor")
    table.shows("m4 -4,2 W at Thor")
    table.shows("m5 -4,2 W at Thor")


def test_13_7_without_ap():
    """13.7: in an impulse without AP nothing is retargeted."""
    table = board("""
        clock 1B talon ap
        talon DD Hunter 0,0 E
        talon CA Sacrifice 0,3 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    refused(table, "talon retarget Hunter m4 Thor", "6", "13")


def test_13_7_planet_in_the_way():
    """13.7: a planet between the ship and the new target forbids it."""
    table = board("""
        clock 1F talon ap
        terrain planet 2,0
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    refused(table, "talon retarget Hunter m4 Thor", "13", "17", "6")


@pytest.mark.parametrize("terrain", ["asteroid 2,0", "nebula 2,0", "asteroid 0,0 3,0", "black-hole 2,0"])
def test_13_7_other_terrain(terrain):
    """13.7: asteroids, nebulae and black holes do not matter."""
    table = board(f"""
        clock 1F talon ap
        terrain {terrain}
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
        talon missile m4 -4,2 W at nothing
    """)
    assert table.offers("talon retarget Hunter m4 Thor")


@pytest.mark.parametrize(
    ("arcs", "shields"),
    [("6 1 1 1", "3/4/4/3"), ("1 6 1 1", "5/2/4/3"), ("1 1 6 2", "5/4/2/3"), ("5 2 2 5 1 3", "5/4/4/1")],
)
def test_13_7_in_the_new_targets_hex(arcs, shields):
    """13.7: a missile already in its new target's hex goes off at once on a random arc."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
        talon missile m4 3,0 W at nothing
    """)
    table.do("talon retarget Hunter m4 Thor", dice=arcs)
    table.shows(f"Thor shields {shields} hull 0")
    assert table.lines("talon missile") == []


def test_13_7_in_the_squadrons_hex():
    """13.7: of a squadron in the missile's hex the missile's owner picks a fighter, without a die."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        terran FTR Cougar 3,0 W
        talon missile m4 3,0 W at nothing
    """)
    table.do("talon retarget Hunter m4 Cougar")
    assert table.asked == "talon pick"
    table.do("talon pick Cougar/2")
    table.shows("Cougar fighters 0/2/0")
    assert table.lines("talon missile") == []


def test_13_7_flies_after_its_new_target():
    """13.7: from its next move on the missile tracks the new target."""
    table = board("""
        clock 1F talon ap
        talon DD Hunter 0,0 E
        terran CL Thor 3,0 W
        talon missile m4 1,3 NE at nothing
    """)
    table.do("talon retarget Hunter m4 Thor")
    assert table.offered("talon steer") == ["talon steer m4 ahead", "talon steer m4 left"]
