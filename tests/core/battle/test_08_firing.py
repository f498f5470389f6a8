"""8: which weapons may fire at what, in which order, and what every roll of every weapon does."""

import pytest

from tests.core.board import board

PHASER = {1: (1, 2, 2, 2, 2, 2), 2: (1, 1, 1, 2, 2, 2), 3: (0, 0, 0, 0, 1, 1)}
TORPEDO = {2: (0, 4, 4, 4, 4, 4), 3: (0, 0, 4, 4, 4, 4), 4: (0, 0, 0, 0, 4, 4)}
WAVE = {2: (0, 10, 10, 10, 10, 10), 3: (0, 0, 10, 10, 10, 10), 4: (0, 0, 10, 10, 10, 10)}
DISRUPTOR = {1: (0, 0, 0, 0, 2, 2), 2: (0, 2, 2, 2, 2, 2), 3: (0, 0, 2, 2, 2, 2), 4: (0, 0, 0, 0, 2, 2)}
FUSION = {1: (7, 7, 9, 9, 11, 11), 2: (4, 4, 6, 6, 8, 8), 3: (0, 0, 2, 2, 4, 4)}


def cells(table):
    """Every cell of a weapon's row, as range, roll and damage."""
    return [(reach, roll, damage) for reach, row in table.items() for roll, damage in enumerate(row, 1)]


# The weapon table


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(PHASER))
def test_8_phaser(reach, roll, damage):
    """8: a phaser does what its row says at each range for each roll."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice=f"{roll}")
    table.shows(f"Dominion {reach},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(TORPEDO))
def test_8_torpedo(reach, roll, damage):
    """8: an anti-matter torpedo does 4 from a roll that grows with the range."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Patton 2 Dominion", dice=f"{roll}")
    table.shows(f"Dominion {reach},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(WAVE))
def test_8_wave_motion_gun(reach, roll, damage):
    """8: a wave motion gun does 10 and pushes one hex when it hits, and neither when it misses."""
    table = board(f"""
        clock 1E terran fire
        terran BB Prometheus 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Prometheus 2 Dominion", dice=f"{roll}")
    place = reach + 1 if damage else reach
    table.shows(f"Dominion {place},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(DISRUPTOR))
def test_8_disruptor(reach, roll, damage):
    """8: a disruptor does 2, best at range 2 and worst at ranges 1 and 4."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran BB Defiant {reach},0 W
    """)
    table.do("talon fire Surprise 1 Defiant", dice=f"{roll}")
    table.shows(f"Defiant {reach},0 W shields {8 - damage}/7/7/7 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(FUSION))
def test_8_fusion_cannon(reach, roll, damage):
    """8: a fusion cannon does what its row says at each range for each pair of rolls."""
    table = board(f"""
        clock 1E talon fire
        talon BB Eliminator 0,0 E
        terran BB Defiant {reach},0 W
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=f"{roll}")
    table.shows(f"Defiant {reach},0 W shields {max(0, 8 - damage)}/7/7/7 hull {max(0, damage - 8)}")


def test_8_missile_at_range_1():
    """8: a missile launched at the ship in the hex ahead does its 2 without a die."""
    table = board("""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor 1,0 W
    """)
    table.do("talon fire Hunter 1 Thor")
    table.shows("Thor 1,0 W shields 3/4/4/3 hull 0")
    table.shows("Hunter charge 0+0/2+0")
    assert table.lines("talon missile") == []


@pytest.mark.parametrize("reach", [2, 3, 4])
def test_8_missile_at_ranges_2_to_4(reach):
    """8: a missile may be launched at any range up to 4, and does nothing yet."""
    table = board(f"""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor {reach},0 W
    """)
    table.do("talon fire Hunter 1 Thor")
    table.shows(f"Thor {reach},0 W shields 5/4/4/3 hull 0")
    assert len(table.lines("talon missile")) == 1


@pytest.mark.parametrize(
    ("ship", "group", "target", "reach"),
    [
        ("terran CA Patton", 1, "talon DN Dominion", 4),
        ("terran CA Patton", 2, "talon DN Dominion", 1),
        ("terran BB Prometheus", 2, "talon DN Dominion", 1),
        ("talon BB Eliminator", 2, "terran BB Defiant", 4),
    ],
    ids=["phaser-4", "torpedo-1", "wave-1", "fusion-4"],
)
def test_8_empty_cell(ship, group, target, reach):
    """8: a weapon may not fire at a range for which its row has no number, while others may."""
    side, _, name = ship.split()
    aim = target.split()[-1]
    table = board(f"""
        clock 1E {side} fire
        {ship} 0,0 E
        {target} {reach},0 W
    """)
    table.refuses(f"{side} fire {name} {group} {aim}", rule="8")


@pytest.mark.parametrize(
    ("ship", "group", "near", "far"),
    [
        ("terran CA Patton", 1, "talon DN Dominion", "talon FF Surprise"),
        ("terran CA Patton", 2, "talon DN Dominion", "talon FF Surprise"),
        ("terran BB Prometheus", 2, "talon DN Dominion", "talon FF Surprise"),
        ("talon FF Surprise", 1, "terran BB Defiant", "terran CL Thor"),
        ("talon BB Eliminator", 2, "terran BB Defiant", "terran CL Thor"),
        ("talon DD Hunter", 1, "terran BB Defiant", "terran CL Thor"),
    ],
    ids=["phaser", "torpedo", "wave", "disruptor", "fusion", "missile"],
)
def test_8_range_5(ship, group, near, far):
    """8: nothing reaches range 5."""
    side, _, name = ship.split()
    aim = far.split()[-1]
    table = board(f"""
        clock 1E {side} fire
        {ship} 0,0 E
        {near} 2,0 W
        {far} 5,0 W
    """)
    table.refuses(f"{side} fire {name} {group} {aim}", rule="8")


def test_8_range_0():
    """8: ships in one hex do not fire at each other."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 0,0 W
        talon DN Dominion 2,0 W
    """)
    table.refuses("terran fire Patton 1 Sacrifice", rule="8")
    assert table.offers("terran fire Patton 1 Dominion")


# Modified rolls


@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 1), (3, 2)])
def test_8_roll_below_1_misses(roll, damage):
    """8: a roll of 1 lowered to 0 misses, even where every roll would hit."""
    table = board("""
        clock 1E terran fire
        terrain asteroid 1,0
        terran CA Patton 0,0 E
        talon DN Dominion 1,0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice=f"{roll}")
    table.shows(f"Dominion shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_8_roll_lowered_by_2(roll, damage):
    """8: two points off the roll make 1 and 2 misses."""
    table = board("""
        clock 1E terran fire
        terrain asteroid 0,0 1,0
        terran CA Patton 0,0 E
        talon DN Dominion 1,0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice=f"{roll}")
    table.shows(f"Dominion shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 7), (3, 7), (4, 9)])
def test_8_fusion_roll_below_1_misses(roll, damage):
    """8: a fusion cannon's roll lowered to 0 misses too."""
    table = board("""
        clock 1E talon fire
        terrain asteroid 1,0
        talon BB Eliminator 0,0 E
        terran BB Defiant 1,0 W
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=f"{roll}")
    table.shows(f"Defiant shields {max(0, 8 - damage)}/7/7/7 hull {max(0, damage - 8)}")


# The bar


def test_8_firing_clears_the_bar():
    """8: a group that fires has its whole bar cleared, hit or miss, and the other groups keep theirs."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion 2,0 W
    """)
    table.do("terran fire Patton 2 Dominion", dice="1")
    table.shows("Patton charge 1+1/0+0/1+1")
    table.refuses("terran fire Patton 2 Dominion", rule="8")


@pytest.mark.parametrize("bar", ["2+1", "1+2", "0+2", "2+0", "0+0"])
def test_8_bar_must_be_full(bar):
    """8: a group with any box of its bar empty may not fire."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E charge 1+1/{bar}/1+1
        talon DN Dominion 2,0 W
    """)
    table.refuses("terran fire Patton 2 Dominion", rule="8")


def test_8_destroyed_group():
    """8: a destroyed group may not fire."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E charge 1+1/lost/1+1
        talon DN Dominion 2,0 W
    """)
    table.refuses("terran fire Patton 2 Dominion", rule="8")
    assert table.offers("terran fire Patton 1 Dominion")


def test_8_bar_of_two_weapons():
    """8: two weapons share one bar, which must be full for both."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 1+1/0+0/1+2
        talon DN Dominion 2,0 W
    """)
    table.refuses("terran fire Defiant 1 Dominion", rule="8")
    table.do("terran fire Defiant 3 Dominion", dice="4 1")
    table.shows("Dominion shields 8/9/9/8")
    table.shows("Defiant charge 1+1/0+0/0+0")


# Arcs of fire

AROUND = """
    talon FF Surprise 2,0 W
    talon FF Vision 1,-2 W
    talon DD Shadow -1,2 W
    talon DD Hunter -2,0 W
"""


@pytest.mark.parametrize(
    ("ship", "group", "targets"),
    [
        ("CA Patton", 1, ["Surprise", "Vision"]),
        ("CA Patton", 2, ["Surprise"]),
        ("CA Patton", 3, ["Shadow", "Surprise"]),
        ("SC Voyager", 1, ["Shadow", "Surprise", "Vision"]),
        ("CV Wasp", 1, ["Hunter", "Surprise", "Vision"]),
        ("CV Wasp", 2, ["Hunter", "Shadow", "Surprise"]),
    ],
)
def test_8_arcs_of_a_group(ship, group, targets):
    """8: a group's targets lie in its own arcs."""
    position = f"""
    clock 1E terran fire
    terran {ship} 0,0 E
    {AROUND}
"""
    table = board(position)
    order = f"terran fire {ship.split()[1]} {group}"
    assert table.offered(order) == [f"{order} {name}" for name in targets]


@pytest.mark.parametrize(
    ("group", "aim"), [(1, "Shadow"), (2, "Vision"), (3, "Vision"), (1, "Hunter"), (2, "Hunter")]
)
def test_8_out_of_arc(group, aim):
    """8: a target in range but outside the group's arcs is refused."""
    position = f"""
    clock 1E terran fire
    terran CA Patton 0,0 E
    {AROUND}
"""
    board(position).refuses(f"terran fire Patton {group} {aim}", rule="8")


@pytest.mark.parametrize("place", ["2,-1", "1,1", "4,-2", "2,2"])
def test_8_dividing_line_is_front(place):
    """8: a front-only weapon reaches the hexes on its dividing lines."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {place} W
    """)
    assert table.offers("terran fire Patton 2 Dominion")


@pytest.mark.parametrize("place", ["2,-2", "0,2", "3,-2", "1,2"])
def test_8_beyond_the_dividing_line(place):
    """8: the next hexes beside the dividing lines are out of a front-only weapon's reach."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {place} W
        talon FF Surprise 2,0 W
    """)
    table.refuses("terran fire Patton 2 Dominion", rule="8")


# Several weapons, several ships


def test_8_group_fires_every_weapon():
    """8: with one target both weapons of a group fire at it, one after the other."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon DN Dominion 2,0 W
    """)
    table.do("terran fire Defiant 1 Dominion", dice="1 6")
    table.shows("Dominion shields 8/9/9/8")
    table.shows("Defiant charge 0+0/2+5/1+2")


def test_8_second_weapon_picks_its_target():
    """8: the next weapon's target is chosen when the last one's result is known, and may differ."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon DN Dominion 2,0 W
        talon FF Surprise 2,-1 W
    """)
    table.do("terran fire Defiant 1 Surprise", dice="1")
    table.shows("Surprise shields 2/2/2/2")
    assert table.asked == "terran pick"
    assert table.offered("terran pick") == ["terran pick Dominion", "terran pick Surprise"]
    assert not table.offers("terran done")
    table.do("terran pick Dominion", dice="6")
    table.shows("Dominion shields 9/9/9/8")
    assert table.asked == ""


def test_8_pick_out_of_arc():
    """8: the second weapon's target must lie in the group's arcs too."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon DN Dominion 2,0 W
        talon FF Surprise 2,-1 W
        talon FF Vision -1,2 W
    """)
    table.do("terran fire Defiant 1 Surprise", dice="1")
    table.refuses("terran pick Vision", rule="8")


def test_8_next_weapon_takes_what_is_left():
    """8: if the first weapon destroys its target, the second fires at the only other one."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon DN Dominion 3,0 W
        talon FF Surprise 2,-1 W hull 2 shields 0/2/2/2
    """)
    table.do("terran fire Defiant 1 Surprise", dice="1 6")
    table.shows("Surprise destroyed")
    table.shows("Dominion shields 10/9/9/8")


def test_8_weapon_without_target_is_lost():
    """8: once the group has begun, a weapon that has no target any more is lost."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Defiant 1 Surprise", dice="1")
    table.shows("Surprise destroyed")
    table.shows("Defiant charge 0+0/2+5/1+2")
    assert table.asked == ""


def test_8_destroyed_while_firing():
    """8: a ship destroyed by what it shot down fires no more."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E hull 8 shields 0/7/7/7
        terran SC Voyager -6,3 E
        talon FF Surprise 1,0 W hull 2 shields 0/2/2/2
        talon DN Dominion 3,0 W
    """)
    table.do("terran fire Defiant 1 Surprise", dice="1")
    table.shows("Surprise destroyed")
    table.shows("Defiant destroyed")
    table.shows("Dominion shields 11/9/9/8 hull 0")
    assert table.asked == ""


def test_8_one_ship_after_the_other():
    """8: when a second ship has begun to fire, the first may fire no more."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 1,1 NE
        talon DN Dominion 2,0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice="1")
    table.do("terran fire Zhukov 1 Dominion", dice="1")
    table.shows("Dominion shields 10/8/9/8")
    table.refuses("terran fire Patton 2 Dominion", rule="8")
    assert table.offers("terran fire Zhukov 3 Dominion")


def test_8_ships_in_any_order():
    """8: either ship may begin, and a ship that has begun goes on with all its groups."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 1,1 NE
        talon DN Dominion 2,0 W
    """)
    table.do("terran fire Zhukov 3 Dominion", dice="1")
    table.do("terran fire Zhukov 1 Dominion", dice="1")
    table.do("terran fire Patton 2 Dominion", dice="2")
    table.shows("Dominion shields 7/7/9/8")


def test_8_done_ends_the_side():
    """8: done keeps the charges and passes the turn on."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 1,1 NE
        talon DN Dominion 2,0 W
    """)
    table.do("terran done")
    table.shows("Patton charge 1+1/2+2/1+1")
    assert table.clock == "1F talon ap"


def test_8_no_target_no_decision():
    """8: a side whose weapons have no target passes by itself."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
    """)
    assert table.clock == "1F talon ap"
    table.shows("Patton charge 1+1/2+2/1+1")


# Targets


def test_8_own_ship_is_no_target():
    """8: ships of one's own side cannot be shot at."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 E
        talon DN Dominion 2,0 W
    """)
    table.refuses("terran fire Patton 2 Zhukov", rule="8")


def test_8_base_is_a_target():
    """8: bases are shot at like ships, on the arc that holds the firer."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon Base Hope 2,0 W
    """)
    table.do("terran fire Patton 2 Hope", dice="2")
    table.shows("Hope shields 3/7/7/7 hull 0")


def test_8_planet_is_no_target_by_itself():
    """8: without a scenario's word there is nothing to shoot at on a planet."""
    table = board("""
        clock 1E terran fire
        terrain planet 2,0
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
    """)
    assert table.clock == "1F talon ap"


def test_8_only_in_ones_own_turn():
    """8: only the side whose turn it is fires."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon FF Surprise 2,0 W
    """)
    table.refuses("talon fire Surprise 1 Patton", rule="3")
    table.refuses("terran move Patton ahead", rule="3")
