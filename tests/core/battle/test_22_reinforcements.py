"""22: ships that come in during a battle; R31, R32 and S25."""

import pytest

from tests.core.board import board


def arriving(*units, clock="1 terran arrivals", terrain=""):
    """A Terran scout waits, its counter is free, and must come in."""
    lines = "\n        ".join(units)
    return board(f"""
        clock {clock}
        map 0,0
        {terrain}
        terran SC Explorer destroyed
        terran SC Scout_3 waiting
        {lines}
        talon CA Sacrifice 3,4 SE
    """)


VOYAGER = "terran SC Voyager 8,4 NE"


@pytest.mark.parametrize("place", ["8,10", "0,10", "-3,10", "11,10", "8,11", "-4,11", "10,11"])
def test_r31_toward_the_own_edge(place):
    """22, R31: six rows nearer the own long edge than some ship, and six hexes from every ship."""
    table = arriving(VOYAGER)
    table.do(f"terran arrive Scout_3 {place} NE 3")
    table.shows(f"Scout_3 {place} NE speed 3")


@pytest.mark.parametrize("place", ["-3,9", "11,9", "14,3"])
def test_r31_elsewhere(place):
    """22, R31: five rows are not enough, however far from the ships, nor is the other edge."""
    arriving(VOYAGER).refuses(f"terran arrive Scout_3 {place} NE 3", rule="22")


@pytest.mark.parametrize(
    ("place", "far_enough"), [("1,10", True), ("2,10", True), ("3,10", False), ("8,10", False)]
)
@pytest.mark.parametrize(
    ("unit", "terrain"), [("terran SC Voyager 8,8 NE", ""), ("terran CV Wasp 0,4 NE", "terrain planet 8,8")]
)
def test_22_six_hexes_from_ships_and_planets(place, far_enough, unit, terrain):
    """22: every ship, friend or enemy, and every planet keeps reinforcements six hexes away."""
    table = arriving(unit, terrain=terrain)
    assert table.offers(f"terran arrive Scout_3 {place} NE 3") == far_enough
    if not far_enough:
        table.refuses(f"terran arrive Scout_3 {place} NE 3", rule="22")


@pytest.mark.parametrize(
    "unit",
    ["terran Base Valley_Forge 8,8 NE", "terran FTR Cougar 8,8 NE", "talon Base Hope 8,8 SE"],
)
def test_22_bases_and_squadrons_do_not_block(unit):
    """22: bases and squadrons do not keep reinforcements away."""
    assert arriving(unit).offers("terran arrive Scout_3 8,10 NE 3")


def test_22_missiles_do_not_block():
    """22: nor do missiles."""
    table = board("""
        clock 1 terran arrivals
        map 0,0
        terran SC Explorer destroyed
        terran SC Voyager 8,4 NE
        terran SC Scout_3 waiting
        talon CA Sacrifice 3,4 SE
        talon missile m4 8,9 NW at Voyager
    """)
    assert table.offers("terran arrive Scout_3 8,10 NE 3")


def test_r31_a_planet_gives_the_direction_too():
    """22, R31: the six rows may be counted from a planet."""
    position = """
        clock 1 terran arrivals
        map 0,0
        {terrain}
        terran SC Explorer destroyed
        terran SC Voyager destroyed
        terran SC Scout_3 waiting
        talon CA Sacrifice 3,8 SE
    """
    table = board(position.format(terrain="terrain planet 8,3"))
    assert table.offers("terran arrive Scout_3 9,9 NE 3")
    assert not table.offers("terran arrive Scout_3 10,8 NE 3")


def test_22_not_onto_terrain():
    """22: a ship does not come in on terrain."""
    table = arriving(VOYAGER, terrain="terrain asteroid 8,10")
    table.refuses("terran arrive Scout_3 8,10 NE 3", rule="22")
    assert table.offers("terran arrive Scout_3 7,10 NE 3")


@pytest.mark.parametrize("facing", ["E", "NE", "NW", "W", "SW", "SE"])
@pytest.mark.parametrize("speed", [1, 2, 3, 4, 5])
def test_22_any_facing_and_speed(facing, speed):
    """22: any facing and any row of its Power Curve, everything charged, without count or markers (R23)."""
    power = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}[speed]
    table = arriving(VOYAGER)
    table.do(f"terran arrive Scout_3 8,10 {facing} {speed}")
    table.shows(
        f"Scout_3 8,10 {facing} speed {speed} power {power} turn 0 charge 1+1 shields 2/1/1/1 no markers"
    )


def test_22_no_speed_it_does_not_have():
    """22: a row must be one of its own."""
    table = arriving(VOYAGER)
    assert not table.offers("terran arrive Scout_3 8,10 NE 6")


def test_r23_how_a_ship_comes_in():
    """22, R23: every group full, the battery empty."""
    table = board("""
        clock 1 terran arrivals
        map 0,0
        terran DD Achilles destroyed
        terran DD Caleb 8,4 NE
        terran DD Hercules 10,4 NE
        terran DD Destroyer_4 waiting
        talon CA Sacrifice 3,4 SE
    """)
    table.do("terran arrive Destroyer_4 8,10 W 1")
    table.shows(
        "Destroyer_4 8,10 W speed 1 power 3 turn 0 charge 2+2 shields 3/3/3/2 hull 0 no battery no markers"
    )


def test_r31_the_talon_comes_from_the_top():
    """R31: the Talon's own long edge is the upper one."""
    table = board("""
        clock 1 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE
        talon FF Surprise destroyed
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
    """)
    assert not table.offers("talon arrive Frigate_3 14,3 SE 3")
    assert table.offers("talon arrive Frigate_3 5,2 SE 3")
    table.do("talon arrive Frigate_3 5,1 SW 5")
    table.shows("Frigate_3 5,1 SW speed 5 power 1")


BOTH = """
    clock 1 {first} arrivals
    initiative {first}
    map 0,0
    terran SC Explorer destroyed
    terran SC Voyager 8,4 NE
    terran SC Scout_3 waiting
    talon FF Surprise destroyed
    talon FF Vision 3,8 SE
    talon FF Frigate_3 waiting
"""


def test_22_the_initiative_side_first():
    """22: the Initiative Player brings all in, then the other."""
    table = board(BOTH.format(first="talon"))
    table.do("talon arrive Frigate_3 1,2 SE 3")
    assert table.clock == "1 terran arrivals"
    table.do("terran arrive Scout_3 10,10 NE 3")
    assert "arrivals" not in table.clock


def test_22_the_terran_first_with_the_initiative():
    """22: it is the initiative that counts, not the side."""
    table = board(BOTH.format(first="terran"))
    table.do("terran arrive Scout_3 10,10 NE 3")
    assert table.clock == "1 talon arrivals"


def two_frigates():
    """Two Talon frigates wait and both counters are free."""
    return board("""
        clock 1 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE
        talon FF Surprise destroyed
        talon FF Vision destroyed
        talon FF Frigate_3 waiting
        talon FF Frigate_4 waiting
        talon CA Sacrifice 3,8 SE
    """)


def test_22_arrivals_do_not_block_each_other():
    """22: ships that come in together may come in side by side."""
    table = two_frigates()
    table.do("talon arrive Frigate_3 5,2 SE 3")
    assert table.clock == "1 talon arrivals"
    table.do("talon arrive Frigate_4 6,2 SE 3")
    table.shows("Frigate_3 5,2")
    table.shows("Frigate_4 6,2")


def test_r31_one_unit_to_a_hex():
    """R31: two do not come in on one hex."""
    table = two_frigates()
    table.do("talon arrive Frigate_3 5,2 SE 3")
    assert not table.offers("talon arrive Frigate_4 5,2 SE 3")


def test_r31_not_onto_a_squadron():
    """R31: a squadron does not block the surroundings, but its hex is taken."""
    table = arriving(VOYAGER, "terran FTR Cougar 8,10 NE")
    assert not table.offers("terran arrive Scout_3 8,10 NE 3")
    assert table.offers("terran arrive Scout_3 7,10 NE 3")


def test_r31_nothing_on_the_map_to_count_from():
    """R31: with neither a ship nor a planet on the map it comes in on its own set-up zone."""
    table = board("""
        clock 1 terran arrivals
        map 0,0
        terran SC Explorer destroyed
        terran SC Voyager destroyed
        terran SC Scout_3 waiting
        talon Base Hope 5,8 SE
    """)
    assert table.offers("terran arrive Scout_3 5,10 NE 3")
    assert table.offers("terran arrive Scout_3 -4,11 E 1")
    assert not table.offers("terran arrive Scout_3 3,9 NE 3")
    assert not table.offers("terran arrive Scout_3 3,1 NE 3")


def test_r32_spooled_by_the_round_number():
    """R32: a ship that came in an earlier round jumps by the round number."""
    table = board("""
        clock 2 terran jumps
        terran SC Voyager 8,4 NE speed 1
        terran SC Explorer 5,5 NE speed 1
        talon CA Sacrifice -3,4 SE
    """)
    assert table.offers("terran jump Voyager")
    assert table.offers("terran jump Explorer")


def test_r32_not_in_the_phase_it_came():
    """R32: nobody leaves in the round in which it came in, spooled or not."""
    table = board("""
        clock 2 terran jumps
        terran SC Voyager 8,4 NE speed 1
        terran SC Explorer 5,5 NE speed 1 arrived
        talon CA Sacrifice -3,4 SE
    """)
    assert table.offers("terran jump Voyager")
    table.refuses("terran jump Explorer", rule="R32")


def test_r32_come_in_and_stay():
    """R32: a ship that comes in at Speed 1 in a late round stays for that round."""
    table = board("""
        clock 7 terran arrivals
        map 0,0
        terran SC Explorer destroyed
        terran SC Voyager 8,4 NE speed 1
        terran SC Scout_3 waiting
        talon CA Sacrifice 3,4 SE
    """)
    table.do("terran arrive Scout_3 8,10 NE 1")
    assert table.clock == "7 terran jumps"
    assert table.offers("terran jump Voyager")
    assert not table.offers("terran jump Scout_3")


@pytest.mark.parametrize("fate", ["destroyed", "jumped", "left"])
def test_s25_a_counter_is_free(fate):
    """S25: a ship that is destroyed or gone frees its counter, and the one that waits must come in."""
    table = board(f"""
        clock 3 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE
        talon FF Surprise {fate}
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
    """)
    assert table.clock == "3 talon arrivals"
    assert table.offers("talon arrive Frigate_3 5,2 SE 3")
    assert not table.offers("talon done")


def test_s25_no_counter_is_free():
    """S25: while the counters are on the map, nobody comes in."""
    table = board("""
        clock 3 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE charge 0+0/0+0/0+0
        talon FF Surprise 6,8 SE
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
    """)
    assert "arrivals" not in table.clock
    table.shows("Frigate_3 waiting")


def test_s25_another_class_frees_nothing():
    """S25: the counter of another class is of no use."""
    table = board("""
        clock 3 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE
        talon FF Surprise destroyed
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
        talon DD Hunter 4,8 SE
        talon DD Predator 2,8 SE
        talon DD Shadow 5,8 SE
        talon DD Destroyer_4 waiting
    """)
    table.refuses("talon arrive Destroyer_4 5,2 SE 3", rule="31")
    table.do("talon arrive Frigate_3 5,2 SE 3")
    table.shows("Destroyer_4 waiting")
    assert "arrivals" not in table.clock


def test_s25_the_owner_says_which():
    """S25: with one counter free and two that wait, the owner picks the one that comes in."""
    table = board("""
        clock 3 talon arrivals
        map 0,0
        terran CA Patton 8,8 NE
        talon FF Surprise destroyed
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
        talon FF Frigate_4 waiting
    """)
    assert table.offers("talon arrive Frigate_3 5,2 SE 3")
    table.do("talon arrive Frigate_4 5,2 SE 3")
    table.shows("Frigate_3 waiting")
    assert "arrivals" not in table.clock


def test_s25_both_counters_are_free():
    """S25: with two counters free both come in."""
    table = two_frigates()
    table.do("talon arrive Frigate_3 5,2 SE 3")
    assert not table.offers("talon done")
