"""15: the fusion cannon and the wave motion gun; R14, R15, R16 and R27."""

import pytest

from tests.core.board import board

FUSION = {1: (7, 7, 9, 9, 11, 11), 2: (4, 4, 6, 6, 8, 8), 3: (0, 0, 2, 2, 4, 4)}
AREA = [(1, 0), (2, 0), (2, -1), (1, 1), (3, 0), (3, -1), (2, 1)]  # in front of a ship at 0,0 that faces E


@pytest.mark.parametrize("hexes", [1, 2, 3])
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_15_fusion_damage(hexes, roll):
    """15: the damage of a fusion cannon for each roll and range."""
    table = board(f"""
        clock 1E talon fire
        terran BB Defiant {hexes},0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=str(roll))
    damage = FUSION[hexes][roll - 1]
    table.shows(f"Defiant shields {max(0, 8 - damage)}/7/7/7 hull {max(0, damage - 8)}")
    table.shows("Eliminator charge 0+0/0+0/0+0")


@pytest.mark.parametrize(("q", "r"), AREA)
def test_15_every_hex_of_the_area(q, r):
    """15: the area is the front arc out to range 3, seven hexes."""
    table = board(f"""
        clock 1E talon fire
        terran BB Defiant {q},{r} W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    assert table.offers("talon fire Eliminator 2 Defiant")


@pytest.mark.parametrize(
    ("q", "r"), [(4, 0), (1, -1), (0, 1), (2, -2), (0, 2), (3, -2), (1, 2), (-1, 0), (-2, 0), (-1, -1)]
)
def test_15_outside_the_area(q, r):
    """15: range 4, the sides and the rear are outside; who stands there is no target and takes nothing."""
    table = board(f"""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        terran BB Prometheus {q},{r} W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    assert not table.offers("talon fire Eliminator 2 Prometheus")
    table.do("talon fire Eliminator 2 Defiant", dice="1")
    table.shows("Defiant shields 4/7/7/7")
    table.shows("Prometheus shields 8/7/7/7 hull 0")


def test_15_range_0_is_outside_the_area():
    """15, R27: an enemy in the firing ship's own hex takes nothing."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        terran BC Caesar 0,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    assert not table.offers("talon fire Eliminator 2 Caesar")
    table.do("talon fire Eliminator 2 Defiant", dice="1")
    table.shows("Caesar shields 7/5/5/5 hull 0")


def test_15_each_target_has_its_own_roll_and_arc():
    """15: a roll for each target, on the arc of the target that holds the firing ship."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 1,0 W charge 0+0/0+0/0+0
        terran BB Prometheus 2,0 E charge 0+0/0+0/0+0
        terran BB Thunderchild 3,0 NE charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Prometheus", dice="3")
    assert table.asked == "talon pick"
    table.do("talon pick Thunderchild", dice="6 1")
    table.shows("Prometheus shields 8/7/7/1")
    table.shows("Thunderchild shields 8/3/7/7")
    table.shows("Defiant shields 1/7/7/7")


def test_15_nobody_is_left_out():
    """15: the area cannot be restricted: it goes on until everybody in it has been fired at."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 1,0 W charge 0+0/0+0/0+0
        terran BB Prometheus 2,0 W charge 0+0/0+0/0+0
        terran BB Thunderchild 3,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Defiant", dice="1")
    assert table.offered("talon pick") == ["talon pick Prometheus", "talon pick Thunderchild"]
    assert not table.offers("talon done")
    assert not table.offers("talon pick Defiant")


def test_15_fighters_take_none():
    """15: a squadron in the area takes nothing, and no die is rolled for it."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        terran FTR Cougar 1,0 E charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Defiant", dice="1")
    table.shows("Defiant shields 4/7/7/7")
    table.shows("Cougar 1,0 E fighters 0/0/0")


def test_15_a_planet_shields_what_is_behind():
    """15: a planet on the line keeps a target out of it; beside the line it does not."""
    table = board("""
        clock 1E talon fire
        terrain planet 1,0
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        terran BB Prometheus 2,-1 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    assert not table.offers("talon fire Eliminator 2 Defiant")
    table.do("talon fire Eliminator 2 Prometheus", dice="1")
    table.shows("Prometheus shields 4/7/7/7")
    table.shows("Defiant shields 8/7/7/7 hull 0")


@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 7), (3, 7), (4, 9), (5, 9), (6, 11)])
def test_15_asteroids_lower_the_roll(roll, damage):
    """15, 17: an asteroid hex takes 1 off the roll of a fusion cannon; below 1 is a miss, even at range 1."""
    table = board("""
        clock 1E talon fire
        terrain asteroid 1,0
        terran BB Defiant 1,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=str(roll))
    table.shows(f"Defiant shields {max(0, 8 - damage)}/7/7/7 hull {max(0, damage - 8)}")


def test_r14_friends_are_hit_too():
    """R14: a friend in the area takes its roll as an enemy does."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
        talon DN Dominion 1,0 E charge 0+0/0+0/0+0
    """)
    table.do("talon fire Eliminator 2 Defiant", dice="2 1")
    table.shows("Defiant shields 4/7/7/7")
    table.shows("Dominion shields 11/9/9/1")


def test_r14_the_firer_may_begin_with_a_friend():
    """R14: the order of the targets is the firer's, friends among them."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
        talon DN Dominion 1,0 E charge 0+0/0+0/0+0
    """)
    table.do("talon fire Eliminator 2 Dominion", dice="1 5")
    table.shows("Defiant shields 0/7/7/7 hull 0")
    table.shows("Dominion shields 11/9/9/1")


def test_r14_bases_are_hit():
    """R14: bases of either side in the area take their roll."""
    table = board("""
        clock 1E talon fire
        terran Base Valley_Forge 3,0 E charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
        talon Base Hope 2,0 W charge 0+0/0+0/0+0
    """)
    table.do("talon fire Eliminator 2 Valley_Forge", dice="5 1")
    table.shows("Valley_Forge 3,0 shields 7/7/7/3")
    table.shows("Hope 2,0 shields 3/7/7/7")


@pytest.mark.parametrize(
    ("roll", "fate"), [(2, "whole"), (3, "damaged"), (4, "damaged"), (5, "gone"), (6, "gone")]
)
def test_r14_missiles_are_hit(roll, fate):
    """R14: a missile in the area takes its roll: 3 or more destroy it, less damages it, nothing leaves it whole."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
        talon missile m4 3,0 W at Defiant
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=f"1 {roll}")
    table.shows("Defiant shields 4/7/7/7")
    words = [line.split() for line in table.lines("talon missile m4")]
    assert len(words) == (0 if fate == "gone" else 1)
    if words:
        assert ("damaged" in words[0]) == (fate == "damaged")


def test_r27_two_cannons_one_after_the_other():
    """R27: the second cannon fires when the first has fired at everything, in an order of its own."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 2,0 W charge 0+0/0+0/0+0
        terran BB Prometheus 3,0 W charge 0+0/0+0/0+0
        talon DN Imperial 0,0 E charge 0+0/3+6/0+0
    """)
    table.do("talon fire Imperial 2 Defiant", dice="1 3")
    table.shows("Defiant shields 4/7/7/7")
    table.shows("Prometheus shields 6/7/7/7")
    assert table.asked == "talon pick"
    table.do("talon pick Prometheus", dice="6 2")
    table.shows("Prometheus shields 2/7/7/7")
    table.shows("Defiant shields 0/7/7/7 hull 0")


def test_r27_both_cannons_at_one_target():
    """R27: with a single target both cannons fire at it."""
    table = board("""
        clock 1E talon fire
        terran BB Defiant 3,0 W charge 0+0/0+0/0+0
        talon DN Imperial 0,0 E charge 0+0/3+6/0+0
    """)
    table.do("talon fire Imperial 2 Defiant", dice="5 3")
    table.shows("Defiant shields 2/7/7/7")


def test_r27_the_second_fires_at_what_is_then_there():
    """R27: what the first cannon destroyed is no target of the second."""
    table = board("""
        clock 1E talon fire
        terran SC Explorer 1,0 W charge 0+0
        terran BB Defiant 3,0 W charge 0+0/0+0/0+0
        talon DN Imperial 0,0 E charge 0+0/3+6/0+0
    """)
    table.do("talon fire Imperial 2 Explorer", dice="1 6 3")
    table.shows("Explorer destroyed")
    table.shows("Defiant shields 2/7/7/7 hull 0")
    table.shows("Imperial shields 10/9/9/8")


def test_r27_the_first_may_empty_the_area():
    """R27: with nobody left in the area the second cannon is fired at nothing, and the bar is cleared."""
    table = board("""
        clock 1E talon fire
        terran SC Explorer 1,0 W charge 0+0
        terran SC Voyager 11,0 W charge 0+0
        talon DN Imperial 0,0 E charge 0+0/3+6/0+0
    """)
    table.do("talon fire Imperial 2 Explorer", dice="1")
    table.shows("Explorer destroyed")
    table.shows("Imperial charge 0+0/0+0/0+0 shields 10/9/9/8")


WAVE = {2: 2, 3: 3, 4: 3}  # the lowest roll that hits, by range


@pytest.mark.parametrize("hexes", [2, 3, 4])
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_15_wave_motion_gun_hits(hexes, roll):
    """15: on a hit the target is moved one hex straight away, facing kept, and takes 10."""
    table = board(f"""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator {hexes},0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice=str(roll))
    if roll >= WAVE[hexes]:
        table.shows(f"Eliminator {hexes + 1},0 W shields 0/7/7/6 hull 1")
    else:
        table.shows(f"Eliminator {hexes},0 W shields 9/7/7/6 hull 0")


@pytest.mark.parametrize(("q", "r"), [(1, 0), (5, 0), (2, -2), (0, 2), (0, 0)])
def test_15_wave_motion_gun_out_of_reach(q, r):
    """15: no wave at range 0, 1 or 5, or outside the front arc."""
    table = board(f"""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 3,0 W charge 0+0/0+0/0+0
        talon BB Eradicator {q},{r} W charge 0+0/0+0/0+0
    """)
    assert table.offers("terran fire Defiant 2 Eliminator")
    assert not table.offers("terran fire Defiant 2 Eradicator")


@pytest.mark.parametrize(
    ("facing", "place", "opposite", "pushed"),
    [
        ("E", "3,-1", "W", "4,-1"),
        ("E", "2,1", "W", "3,1"),
        ("SE", "1,2", "NW", "1,3"),
        ("NE", "3,-3", "SW", "4,-4"),
        ("W", "-2,0", "E", "-3,0"),
    ],
)
def test_15_straight_away(facing, place, opposite, pushed):
    """15: away from a line off the spines is the hex the ray enters on leaving the target's."""
    table = board(f"""
        clock 1E terran fire
        terran BB Defiant 0,0 {facing} charge 0+0/2+5/0+0
        talon BB Eliminator {place} {opposite} charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="6")
    assert table.asked == ""
    table.shows(f"Eliminator {pushed} {opposite} shields 0/7/7/6 hull 1")


def test_15_the_firer_picks_on_a_spine():
    """15: on a spine the firer picks one of the two hexes, after the hit and before the damage."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,-1 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    assert table.asked == "terran toward"
    assert table.offered("terran toward") == ["terran toward E", "terran toward NE"]
    table.shows("Eliminator 2,-1 W shields 9/7/7/6")
    table.refuses("terran toward SE", rule="15")
    table.do("terran toward E")
    table.shows("Eliminator 3,-1 W shields 0/7/7/6 hull 1")


def test_15_nothing_is_asked_after_a_miss():
    """15: a miss on a spine moves nobody."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,-1 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="1")
    assert table.asked == ""
    table.shows("Eliminator 2,-1 W shields 9/7/7/6 hull 0")


def test_15_the_push_is_mandatory():
    """15: on a spine the firer cannot do without the push."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,-1 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    assert not table.offers("terran done")


def test_15_a_push_is_not_a_move():
    """15, 7.2: a push leaves the turn-radius count and a side-slip marker as they are."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W turn 2 slip charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.shows("Eliminator 3,0 W turn 2 slip")


def test_15_pushed_into_a_friend():
    """15: the new hex takes effect first: a collision, 3 to each, the mover on the arc it entered through."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 3,0 W charge 0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.shows("Eliminator 3,0 W shields 0/7/7/3 hull 1")
    table.shows("Sacrifice 3,0 W shields 4/4/4/3 hull 0")


def test_15_pushed_into_an_enemy():
    """15: a ship pushed into an enemy's hex does not collide."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        terran CA Patton 3,0 W charge 0+0/0+0/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.shows("Eliminator 3,0 W shields 0/7/7/6 hull 1")
    table.shows("Patton 3,0 W shields 6/5/5/4 hull 0")


def test_15_pushed_into_a_friendly_base():
    """15, 7.4: a ship pushed into the hex of its own base does not collide."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
        talon Base Hope 3,0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.shows("Eliminator 3,0 W shields 0/7/7/6 hull 1")
    table.shows("Hope 3,0 W shields 7/7/7/7 hull 0")


def test_15_destroyed_by_the_push():
    """15: a target the push destroys takes no more, and explodes in the hex it was pushed to."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon DD Predator 2,0 W shields 0/0/0/0 hull 3 charge 0+0/0+0
        talon DD Shadow 3,0 W charge 0+0/0+0
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran fire Defiant 2 Predator", dice="2 1 6 1 1")
    table.shows("Predator destroyed")
    table.shows("Shadow 3,0 W shields 1/0/2/2 hull 0")


def test_15_pushed_into_asteroids():
    """15, 17: a push into asteroids costs 1 on the arc entered through."""
    table = board("""
        clock 1E terran fire
        terrain asteroid 3,0
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.shows("Eliminator 3,0 W shields 0/7/7/5 hull 1")


def test_15_pushed_into_a_nebula():
    """15, 17: in the nebula the shields are out of use when the 10 damage come."""
    table = board("""
        clock 1E terran fire
        terrain nebula 3,0
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 12,0 W
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2 3 4 3 4")
    table.shows("Eliminator destroyed")


def test_15_pushed_out_of_a_nebula():
    """15, 17: pushed out of the nebula, the target has its shields again; the nebula lowers the roll."""
    table = board("""
        clock 1E terran fire
        terrain nebula 2,0
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="3")
    table.shows("Eliminator 3,0 W shields 0/7/7/6 hull 1")


@pytest.mark.parametrize(("terrain", "roll"), [("planet", 2), ("black-hole", 3)])
def test_15_pushed_into_a_planet_or_a_hole(terrain, roll):
    """15: a planet or a black hole destroys the target without an explosion, and the 10 damage fall away."""
    table = board(f"""
        clock 1E terran fire
        terrain {terrain} 3,0
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,0 W charge 0+0/0+0/0+0
        talon CA Sacrifice 4,0 W charge 0+0/0+0
        talon CA Justice 2,1 W charge 0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice=str(roll))
    table.shows("Eliminator destroyed")
    table.shows("Sacrifice shields 7/4/4/3 hull 0")
    table.shows("Justice shields 7/4/4/3 hull 0")


def test_r15_the_arc_from_before_the_push():
    """R15: the damage goes to the arc that held the firer before the push, whatever holds it after."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,-1 W charge 0+0/0+0/0+0
    """)
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    table.do("terran toward NE")
    table.shows("Eliminator 3,-2 W shields 0/7/7/6 hull 1")


def test_r16_a_missile_is_destroyed():
    """R16: a wave that hits a missile destroys it."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon CA Sacrifice 12,0 W
        talon missile m4 2,0 W at Defiant
    """)
    table.do("terran fire Defiant 2 m4", dice="2")
    assert table.lines("talon missile") == []


def test_r16_a_missile_that_is_missed_stays():
    """R16: a wave that misses leaves the missile where it is."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon CA Sacrifice 12,0 W
        talon missile m4 2,0 W at Defiant
    """)
    table.do("terran fire Defiant 2 m4", dice="1")
    table.shows("m4 2,0 W at Defiant")
