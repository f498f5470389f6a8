"""17: terrain in the way and terrain entered; R25, the order of things on entering a hex."""

import pytest

from tests.core.board import board


def shot(terrain, place, roll):
    """A torpedo from 0,0 at a ship that faces it, with terrain in the way: whether it hit."""
    table = board(f"""
        clock 1E terran fire
        {terrain}
        terran DD Achilles 0,0 E
        talon CA Sacrifice {place} W charge 0+0/0+0
    """)
    table.do("terran fire Achilles 1 Sacrifice", dice=str(roll))
    table.shows("Achilles charge 0+0")
    hit = "shields 3/4/4/3" in table.lines("talon CA Sacrifice")[0]
    if not hit:
        table.shows("Sacrifice shields 7/4/4/3 hull 0")
    return hit


@pytest.mark.parametrize(
    ("terrain", "place", "lowest"),
    [
        ("terrain asteroid 1,0", "2,0", 3),
        ("terrain nebula 1,0", "2,0", 3),
        ("terrain asteroid 0,0", "2,0", 3),
        ("terrain nebula 0,0", "2,0", 3),
        ("terrain asteroid 2,0", "2,0", 3),
        ("terrain asteroid 0,0 1,0 2,0", "2,0", 5),
        ("terrain nebula 0,0 1,0", "2,0", 4),
        ("terrain asteroid 1,0 2,-1", "3,-1", 5),
        ("terrain nebula 1,0 2,-1", "3,-1", 5),
        ("terrain asteroid 2,-1", "4,-2", 6),
        ("terrain asteroid 1,0 1,1", "2,1", 5),
    ],
)
def test_17_minus_1_for_each_hex(terrain, place, lowest):
    """17: asteroids and nebulae take 1 off the roll for each hex of the line, its two ends counted."""
    assert not shot(terrain, place, lowest - 1)
    assert shot(terrain, place, lowest)


def test_17_asteroid_and_nebula_add_up():
    """17: a hex of each kind on the line takes off 2."""
    mixed = "terrain asteroid 1,0\n        terrain nebula 2,0"
    assert not shot(mixed, "3,0", 4)
    assert shot(mixed, "3,0", 5)


@pytest.mark.parametrize(
    ("terrain", "place", "lowest"),
    [
        ("terrain asteroid 1,0 0,1", "1,1", 2),
        ("terrain nebula 1,0 1,-1", "2,-1", 2),
        ("terrain asteroid 1,-1 0,1 1,1 2,-1 3,0 -1,0", "2,0", 2),
        ("terrain nebula 1,0 1,-1 3,-1 3,-2", "4,-2", 5),
        ("terrain asteroid 1,-1 0,1 2,0 3,0 1,1 3,-2", "3,-1", 3),
    ],
)
def test_17_beside_the_line_does_not_count(terrain, place, lowest):
    """17: a hex the line only touches along its edge, or misses, takes nothing off."""
    assert shot(terrain, place, lowest)
    assert not shot(terrain, place, lowest - 1)


@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 1), (3, 2), (6, 2)])
def test_17_a_roll_below_1_misses(roll, damage):
    """17: a phaser at range 1 always does damage, but not with a roll of 0."""
    table = board("""
        clock 1E terran fire
        terrain asteroid 1,0
        terran SC Explorer 0,0 E
        talon CA Sacrifice 1,0 W charge 0+0/0+0
    """)
    table.do("terran fire Explorer 1 Sacrifice", dice=str(roll))
    table.shows(f"Sacrifice shields {7 - damage}/4/4/3")


def test_17_shields_are_out_of_use_in_a_nebula():
    """17: fire at a ship in a nebula goes to the hull, and its shield boxes are kept."""
    table = board("""
        clock 1E terran fire
        terrain nebula 1,0
        terran SC Explorer 0,0 E
        talon CA Sacrifice 1,0 W charge 0+0/0+0
    """)
    table.do("terran fire Explorer 1 Sacrifice", dice="3")
    table.shows("Sacrifice shields 7/4/4/3 hull 2")


def test_17_a_planet_blocks_fire():
    """17: no fire through a planet; along its edge there is."""
    table = board("""
        clock 1E terran fire
        terrain planet 1,0
        terran DD Achilles 0,0 E
        talon CA Sacrifice 2,0 W charge 0+0/0+0
        talon CA Justice 2,-1 W charge 0+0/0+0
    """)
    table.refuses("terran fire Achilles 1 Sacrifice", rule="17")
    table.do("terran fire Achilles 1 Justice", dice="2")
    table.shows("Justice shields 3/4/4/3")


def test_17_a_planet_on_the_edge_of_the_ray():
    """17: the ray off the spines passes through two hexes; a planet in either blocks, beside them it does not."""
    table = board("""
        clock 1E terran fire
        terrain planet 2,-1 1,1
        terran DD Achilles 0,0 E
        talon CA Sacrifice 3,-1 W charge 0+0/0+0
        talon CA Justice 3,0 W charge 0+0/0+0
        talon CA Unity 2,1 W charge 0+0/0+0
    """)
    assert not table.offers("terran fire Achilles 1 Sacrifice")
    assert not table.offers("terran fire Achilles 1 Unity")
    assert table.offers("terran fire Achilles 1 Justice")


def test_17_a_planet_blocks_launches():
    """17: no missile is launched at a target behind a planet."""
    table = board("""
        clock 1E talon fire
        terrain planet 2,0
        terran CA Patton 3,0 W charge 0+0/0+0/0+0
        terran CA Zhukov 3,-1 W charge 0+0/0+0/0+0
        talon DD Predator 0,0 E
    """)
    assert not table.offers("talon fire Predator 1 Patton")
    assert table.offers("talon fire Predator 1 Zhukov")


def test_17_a_planet_destroys_a_ship():
    """17, R9: a ship that enters a planet hex is destroyed, without an explosion."""
    table = board("""
        clock 1B terran move
        terrain planet 1,0
        terran CA Patton 0,0 E
        terran CA Zhukov 0,1 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton destroyed")
    table.shows("Zhukov 0,1 shields 6/5/5/4 hull 0")


def test_17_beside_a_planet_nothing_happens():
    """17: a ship next to a planet is unharmed."""
    table = board("""
        clock 1B terran move
        terrain planet 1,0
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton left")
    table.shows("Patton 1,-1 NE shields 6/5/5/4 hull 0")


def test_17_a_planet_destroys_a_squadron():
    """17: a squadron that enters a planet hex is destroyed."""
    table = board("""
        clock 1A terran move
        terrain planet 1,0
        terran CV Wasp -5,0 W
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")


@pytest.mark.parametrize(
    ("order", "slip", "place", "shields"),
    [
        ("ahead", "", "1,0 E", "5/5/5/4"),
        ("left", "", "1,-1 NE", "5/5/5/4"),
        ("right", "", "0,1 SE", "5/5/5/4"),
        ("slip-left", "slip", "1,-1 E", "6/4/5/4"),
        ("slip-right", "slip", "0,1 E", "6/5/4/4"),
    ],
)
def test_17_asteroids_cost_1(order, slip, place, shields):
    """17: a ship that enters asteroids takes 1 on the arc it enters through."""
    table = board(f"""
        clock 1B terran move
        terrain asteroid 1,0 1,-1 0,1
        terran CA Patton 0,0 E {slip}
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton {order}")
    table.shows(f"Patton {place} shields {shields} hull 0")


def test_17_asteroids_reach_the_hull():
    """17: with the arc gone the point goes to the hull."""
    table = board("""
        clock 1B terran move
        terrain asteroid 1,0
        terran CA Patton 0,0 E shields 0/5/5/4
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 0/5/5/4 hull 1")


def test_17_leaving_asteroids_costs_nothing():
    """17: it is entering that costs; staying and leaving do not."""
    table = board("""
        clock 1B terran move
        terrain asteroid 0,0
        terran CA Patton 0,0 E
        terran CA Zhukov 0,3 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 6/5/5/4")


def test_17_from_asteroids_into_asteroids():
    """17: every asteroid hex entered costs its point."""
    table = board("""
        clock 1B terran move
        terrain asteroid 0,0 1,0
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 5/5/5/4")


def test_17_an_afterburner_move_into_asteroids():
    """17: a move by afterburner enters as any other."""
    table = board("""
        clock 1C talon move
        terrain asteroid 1,0
        terran CA Patton 10,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 0,0 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E shields 6/4/4/3")


def test_17_asteroids_do_not_hurt_a_squadron():
    """17: fighters take nothing from asteroids."""
    table = board("""
        clock 1A terran move
        terrain asteroid 1,0
        terran CV Wasp -5,0 W
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar 1,0 E fighters 0/0/0")


def test_17_asteroids_do_not_hurt_a_missile():
    """17: missiles take nothing from asteroids."""
    table = board("""
        clock 1C talon move
        terrain asteroid 1,0
        terran CA Patton 4,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice -6,0 W
        talon missile m4 0,0 E at Patton
    """)
    table.do("talon steer m4 ahead")
    table.shows("m4 1,0 E")
    assert "damaged" not in table.lines("talon missile m4")[0]


@pytest.mark.parametrize("kind", ["asteroid", "nebula"])
def test_17_no_jump_out_of_terrain(kind):
    """17: no FTL retreat from asteroids or a nebula."""
    table = board(f"""
        clock 6 terran jumps
        terrain {kind} 0,0
        terran CA Patton 0,0 E speed 1
        terran CA Zhukov 1,0 E speed 1
        talon CA Sacrifice 12,0 W
    """)
    assert table.offers("terran jump Zhukov")
    assert not table.offers("terran jump Patton")


def test_17_reinforcements_are_lost_in_a_nebula():
    """17: markers on a ship that enters a nebula are lost, its shield boxes are kept."""
    table = board("""
        clock 1B terran move
        terrain nebula 1,0
        terran CA Patton 0,0 E shields 2/5/1/4 markers front@E,left@F
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 E shields 2/5/1/4 no markers")


def test_17_reinforcements_stay_outside_a_nebula():
    """17: next to a nebula nothing is lost."""
    table = board("""
        clock 1B terran move
        terrain nebula 1,0
        terran CA Patton 0,0 E markers front@E,left@F
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton left")
    table.shows("Patton 1,-1 NE markers front@E,left@F")


def test_17_no_reinforcing_in_a_nebula():
    """17: no reinforcement is placed on a ship in a nebula; on one in asteroids it is."""
    table = board("""
        clock 1B terran ap
        terrain nebula 0,0
        terrain asteroid 0,3
        terran CA Patton 0,0 E
        terran CA Zhukov 0,3 E
        talon CA Sacrifice 10,0 W
    """)
    assert table.offered("terran reinforce Patton") == []
    assert table.offers("terran reinforce Zhukov left")
    assert table.offers("terran vote Patton change")


def test_17_an_explosion_reaches_the_hull_in_a_nebula():
    """17, 8.6: in a nebula explosion damage goes to the hull."""
    table = board("""
        clock 1E talon fire
        terrain nebula -1,0
        terran SC Explorer 0,0 E shields 0/0/0/0 hull 1 charge 0+0
        terran CA Patton -1,0 W charge 0+0/0+0/0+0
        talon FF Vision 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Vision 1 Explorer", dice="2")
    table.shows("Explorer destroyed")
    table.shows("Patton shields 6/5/5/4 hull 1")


def test_17_a_missile_reaches_the_hull_in_a_nebula():
    """17: a missile that hits a ship in a nebula damages the hull."""
    table = board("""
        clock 1C talon move
        terrain nebula 1,0
        terran CA Patton 1,0 W charge 0+0/0+0/0+0
        terran CA Zhukov 8,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice -6,0 W
        talon missile m4 0,0 E at Patton
    """)
    table.do("talon steer m4 ahead")
    table.shows("Patton 1,0 shields 6/5/5/4 hull 2")
    assert table.lines("talon missile") == []


def test_r25_the_nebula_comes_before_the_collision():
    """R25: a ship that enters a nebula hex with a friend in it collides without shields."""
    table = board("""
        clock 1B terran move
        terrain nebula 1,0
        terran CA Patton 0,0 E markers front@F
        terran CA Zhukov 1,0 W speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 6/5/5/4 hull 3 no markers")
    table.shows("Zhukov 1,0 shields 6/5/5/4 hull 3")


def test_r25_asteroids_and_then_a_collision():
    """R25: both happen to a mover that lives through the first."""
    table = board("""
        clock 1B terran move
        terrain asteroid 1,0
        terran CA Patton 0,0 E
        terran CA Zhukov 1,0 W speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 2/5/5/4 hull 0")
    table.shows("Zhukov 1,0 shields 3/5/5/4 hull 0")


def test_r25_destroyed_on_the_way():
    """R25: destroyed by the asteroids, the mover collides with nobody; then it explodes in the hex it entered."""
    table = board("""
        clock 1B terran move
        terrain asteroid 1,0
        terran SC Explorer 0,0 E shields 0/1/1/1 hull 1
        terran CA Patton 1,0 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Explorer ahead", dice="6 1 1 1")
    table.shows("Explorer destroyed")
    table.shows("Patton 1,0 shields 4/5/5/4 hull 0")


def test_r25_a_planet_ends_it():
    """R25: in a planet hex there is neither a collision nor a missile, only the end."""
    table = board("""
        clock 1B terran move
        terrain planet 1,0
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
        talon missile m2 0,1 E at Patton
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton destroyed")
    assert len(table.lines("talon missile m2")) == 1


def test_r25_missiles_come_last():
    """R25: then every missile in the hex that is aimed at the mover hits it, others do not."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 0,4 E speed 2
        talon CA Sacrifice 10,0 W
        talon missile m2 1,0 W at Patton
        talon missile m5 1,0 W at Patton
        talon missile m7 1,0 W at Zhukov
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton 1,0 shields 2/5/5/4 hull 0")
    assert table.lines("talon missile m2") == []
    assert table.lines("talon missile m5") == []
    table.shows("m7 1,0 W at Zhukov")


def test_r25_docking_ends_it():
    """R25, R17: a transport that docks collides with nobody in the hex of the base."""
    table = board("""
        clock 1F terran move
        terran CA Patton 0,0 E
        terran Tran Normandy -1,0 E speed 1
        terran Base Valley_Forge 0,0 E speed 2
        talon CA Sacrifice 11,0 W
    """)
    table.do("terran move Normandy ahead dock Valley_Forge")
    table.shows("Normandy docked Valley_Forge")
    table.shows("Patton 0,0 shields 6/5/5/4 hull 0")
