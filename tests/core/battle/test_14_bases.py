"""14: bases, and R13."""

import pytest

from tests.core.board import board

CHART = {1: "F", 2: "CF", 3: "BDF"}  # the impulses in which a base of that Speed turns


@pytest.mark.parametrize("speed", [1, 2, 3])
@pytest.mark.parametrize("impulse", list("ABCDEF"))
def test_14_a_base_turns_in_the_impulses_of_its_speed(speed, impulse):
    """14: a base turns one side clockwise in each impulse of its Speed and in no other, and keeps its hex."""
    table = board(f"""
        clock 1{impulse} terran move
        terran Base Valley_Forge 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    table.shows(f"Valley_Forge 0,0 {'SE' if impulse in CHART[speed] else 'E'}")


@pytest.mark.parametrize(
    ("before", "after"),
    [("E", "SE"), ("SE", "SW"), ("SW", "W"), ("W", "NW"), ("NW", "NE"), ("NE", "E")],
)
def test_14_clockwise(before, after):
    """14: the next hex side clockwise, from every facing; a Talon base turns the same way."""
    table = board(f"""
        clock 1C talon move
        talon Base Hope 0,0 {before} speed 2
        terran CA Patton 10,0 W charge 0+0/0+0/0+0
    """)
    table.shows(f"Hope 0,0 {after}")


def test_14_the_turn_may_wait_for_another_ship():
    """14: a base turns in the movement step, in any order with the ships, once."""
    table = board("""
        clock 1C terran move
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov 3,0 E speed 4
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran rotate Valley_Forge")
    table.shows("Valley_Forge 0,0 SE")
    table.shows("Zhukov 3,0 E")
    assert not table.offers("terran rotate Valley_Forge")


def test_14_the_turn_is_not_optional():
    """14: when the ships have moved, the base that has not turned yet turns."""
    table = board("""
        clock 1C terran move
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov 3,0 E speed 4
        talon CA Sacrifice 12,0 W
    """)
    assert not table.offers("terran done")
    table.do("terran move Zhukov ahead")
    table.shows("Valley_Forge 0,0 SE")
    table.shows("Zhukov 4,0 E")


@pytest.mark.parametrize("way", ["ahead", "left", "right"])
def test_14_a_base_never_moves(way):
    """14: a base has no move to another hex."""
    table = board("""
        clock 1C terran move
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov 3,0 E speed 4
        talon CA Sacrifice 12,0 W
    """)
    table.refuses(f"terran move Valley_Forge {way}", rule="14")


def test_14_no_turn_out_of_its_impulses():
    """14: at Speed 2 a base does not turn in impulse B."""
    table = board("""
        clock 1B terran move
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov 3,0 E speed 3
        talon CA Sacrifice 12,0 W
    """)
    assert not table.offers("terran rotate Valley_Forge")
    table.do("terran move Zhukov ahead")
    table.shows("Valley_Forge 0,0 E")


@pytest.mark.parametrize(("speed", "offered", "not_offered"), [(1, [2], [3]), (2, [1, 3], []), (3, [2], [1])])
def test_14_speed_changes_by_one(speed, offered, not_offered):
    """14: the rotation changes by at most one in a Power Phase."""
    table = board(f"""
        clock 1 terran curves
        terran Base Valley_Forge 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    for row in offered:
        assert table.offers(f"terran curve Valley_Forge {row}")
    for row in not_offered:
        assert not table.offers(f"terran curve Valley_Forge {row}")


def test_14_a_faster_rotation_costs_no_power():
    """14: every row of a base has Power 6."""
    table = board("""
        clock 1 terran curves
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov 3,0 E
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran curve Valley_Forge 3")
    table.shows("Valley_Forge speed 3 power 6")


def test_14_no_ftl():
    """14: a base cannot jump, however long it has waited."""
    table = board("""
        clock 12 terran jumps
        terran Base Valley_Forge 0,0 E speed 1
        terran DD Achilles 3,0 E speed 1
        talon CA Sacrifice 12,0 W
    """)
    assert table.offers("terran jump Achilles")
    assert not table.offers("terran jump Valley_Forge")


@pytest.mark.parametrize(("hexes", "reached"), [(1, True), (6, True), (7, False)])
def test_14_a_base_transmits(hexes, reached):
    """14: a base transmits power to a squadron within six hexes."""
    table = board(f"""
        clock 1A terran ap
        terran Base Valley_Forge 0,0 E
        terran FTR Cougar {hexes},0 E charge 1+0/1+1/1+1
        talon CA Sacrifice 6,-9 SW
    """)
    assert table.offers("terran transmit Valley_Forge Cougar charge 1") == reached
    if reached:
        table.do("terran transmit Valley_Forge Cougar charge 1")
        table.shows("Cougar charge 1+1/1+1/1+1")


def test_14_no_collision_with_a_base():
    """14: a ship that moves into the hex of its own base does no harm and takes none (7.4)."""
    table = board("""
        clock 1B terran move
        terran Base Valley_Forge 0,0 E speed 2
        terran CA Zhukov -1,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Zhukov ahead")
    table.shows("Zhukov 0,0 E shields 6/5/5/4 hull 0")
    table.shows("Valley_Forge 0,0 E shields 7/7/7/7 hull 0")


def test_14_a_base_fires_by_its_facing():
    """14: the arcs of a base turn with it; the wave motion gun of Valley Forge looks to the right."""
    table = board("""
        clock 1E terran fire
        terran Base Valley_Forge 0,0 E
        talon CA Sacrifice 0,2 NW
        talon CA Justice 2,-2 SW
        talon CA Unity 2,0 W
    """)
    assert table.offers("terran fire Valley_Forge 3 Sacrifice")
    assert not table.offers("terran fire Valley_Forge 3 Justice")
    assert not table.offers("terran fire Valley_Forge 3 Unity")


def test_14_a_base_explodes():
    """14: a base explodes like a ship, with rating 5."""
    table = board("""
        clock 1E talon fire
        terran Base Valley_Forge 0,0 E shields 0/0/0/0 hull 8 charge 0+0/0+0/0+0
        terran CA Zhukov -1,0 W charge 0+0/0+0/0+0
        talon FF Vision 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Vision 1 Valley_Forge", dice="6")
    table.shows("Valley_Forge destroyed")
    table.shows("Zhukov shields 6/5/5/0 hull 1")
    table.shows("Vision shields 3/2/2/2 hull 0")


def test_14_black_holes_drag_a_base():
    """14: a base is pulled like a ship and keeps its facing."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran Base Valley_Forge 5,0 NE
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Valley_Forge 4,0 NE")


def test_14_a_black_hole_swallows_a_base():
    """14: a base next to a black hole ends in it."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran Base Valley_Forge 1,0 NE
        terran CA Zhukov 5,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Valley_Forge destroyed")
    table.shows("Zhukov 4,0 E shields 6/5/5/4")


def test_r13_a_base_is_not_pushed():
    """R13: the wave motion gun damages a base and leaves it where it is."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon Base Hope 2,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran fire Defiant 2 Hope", dice="2")
    table.shows("Hope 2,0 W shields 0/7/7/7 hull 3")


def test_r13_no_direction_is_asked_for_a_base():
    """R13: on a spine there is nothing to choose, since the base stays."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon Base Hope 2,-1 W charge 0+0/0+0/0+0
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran fire Defiant 2 Hope", dice="2")
    assert table.asked == ""
    table.shows("Hope 2,-1 W shields 0/7/7/7 hull 3")


def test_r13_a_miss_does_nothing():
    """R13: a miss does a base no damage either."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon Base Hope 2,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran fire Defiant 2 Hope", dice="1")
    table.shows("Hope 2,0 W shields 7/7/7/7 hull 0")
