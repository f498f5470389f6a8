"""18: black holes; R18, R19 and R33."""

import pytest

from battles.engine.events import Struck
from tests.core.board import board


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("4,0", "3,0"),
        ("2,0", "1,0"),
        ("0,4", "0,3"),
        ("-4,4", "-3,3"),
        ("0,-4", "0,-3"),
        ("4,-4", "3,-3"),
        ("3,-1", "2,-1"),
        ("3,-2", "2,-1"),
        ("1,2", "1,1"),
        ("-1,3", "-1,2"),
        ("4,1", "3,1"),
        ("9,0", "8,0"),
    ],
)
def test_18_pulled_one_hex(before, after):
    """18: at the end of a round everything is pulled one hex along the line to the hole, facing kept."""
    table = board(f"""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton {before} NE
        talon CA Sacrifice -5,0 W charge 0+0/0+0
    """)
    table.do("terran done")
    table.shows(f"Patton {after} NE shields 6/5/5/4 hull 0")
    table.shows("Sacrifice -4,0 W shields 7/4/4/3 hull 0")


def test_18_without_a_hole_nobody_is_pulled():
    """18: no black hole, no pull."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 4,0 NE
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 4,0 NE")


@pytest.mark.parametrize(("way", "after"), [("W", "3,-2"), ("SW", "3,-1")])
def test_18_the_owner_picks_on_a_spine(way, after):
    """18: on a spine the owner of the unit picks one of two hexes."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 4,-2 NE
        talon CA Sacrifice -5,0 W charge 0+0/0+0
    """)
    table.do("terran done")
    assert table.asked == "terran toward"
    assert table.offered("terran toward") == ["terran toward SW", "terran toward W"]
    table.refuses("terran toward NE", rule="18")
    table.do(f"terran toward {way}")
    table.shows(f"Patton {after} NE")


def test_18_swallowed_without_an_explosion():
    """18: who is pulled into the hole is destroyed without an explosion."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 1,0 E
        terran CA Zhukov 2,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton destroyed")
    table.shows("Zhukov 1,0 E shields 6/5/5/4 hull 0")


def test_18_flown_into():
    """18: a ship that moves into the hole is destroyed without an explosion."""
    table = board("""
        clock 1B terran move
        terrain black-hole 1,0
        terran CA Patton 0,0 E
        terran CA Zhukov 0,1 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton destroyed")
    table.shows("Zhukov 0,1 shields 6/5/5/4 hull 0")


def test_18_squadrons_are_pulled():
    """18: squadrons are pulled as ships are."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CV Wasp 0,5 E
        terran FTR Cougar 4,0 E
        terran FTR Wolverine 1,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Cougar 3,0 E fighters 0/0/0")
    table.shows("Wolverine destroyed")
    table.shows("Wasp 0,4 E")


def test_18_a_pull_is_not_a_move():
    """18, 7.2: a pull leaves the turn-radius count and a side-slip marker as they are."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 5,0 E turn 2 slip
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 4,0 E turn 2 slip")


@pytest.mark.parametrize(("before", "after"), [("3,0", "2,0"), ("5,0", "6,0"), ("7,0", "destroyed")])
def test_r18_the_nearest_hole_pulls(before, after):
    """R18: of two holes the nearer one pulls, and only that one."""
    table = board(f"""
        clock 1 terran curves
        terrain black-hole 0,0 8,0
        terran CA Patton {before} NE
        terran CA Zhukov 0,5 E
        talon CA Sacrifice -5,0 W charge 0+0/0+0
    """)
    table.do("terran done")
    table.shows(f"Patton {after}")
    table.shows("Sacrifice -4,0")
    table.shows("Zhukov 0,4")


def test_r18_all_at_once():
    """R18: the pulls are worked out first and then made together, so a column does not run into itself."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 2,0 E
        terran CA Zhukov 3,0 E
        terran CA Napoleon 4,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 1,0 E shields 6/5/5/4")
    table.shows("Zhukov 2,0 E shields 6/5/5/4")
    table.shows("Napoleon 3,0 E shields 6/5/5/4")


def shot(hole, roll, more=""):
    """A torpedo from 0,0 at a ship in 2,0 near a hole: whether it hit."""
    table = board(f"""
        clock 1E terran fire
        terrain black-hole {hole}
        {more}
        terran DD Achilles 0,0 E
        talon CA Sacrifice 2,0 W charge 0+0/0+0
    """)
    table.do("terran fire Achilles 1 Sacrifice", dice=str(roll))
    hit = "shields 3/4/4/3" in table.lines("talon CA Sacrifice")[0]
    if not hit:
        table.shows("Sacrifice shields 7/4/4/3 hull 0")
    return hit


@pytest.mark.parametrize(
    ("hole", "lowest"),
    [("5,0", 3), ("3,0", 3), ("8,0", 3), ("1,3", 3), ("-3,0", 2), ("-1,0", 2), ("-1,4", 2), ("1,0", 2)],
)
def test_18_fire_toward_the_hole(hole, lowest):
    """18: -1 if the target is nearer the hole than the firer; at equal distance or farther away nothing."""
    assert not shot(hole, lowest - 1)
    assert shot(hole, lowest)


def test_18_asteroids_count_as_well():
    """18, 17: the hole and terrain on the line add up."""
    assert not shot("5,0", 3, "terrain asteroid 1,0")
    assert shot("5,0", 4, "terrain asteroid 1,0")


def test_r19_the_hole_does_not_block():
    """R19: fire passes over the hole's hex."""
    assert shot("1,0", 2)


def test_r19_missiles_are_not_pulled():
    """R19: a missile stays where it is."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 0,5 E charge 0+0/0+0/0+0
        talon CA Sacrifice -5,0 W
        talon missile m4 4,0 W at Patton
    """)
    table.do("terran done")
    table.shows("m4 4,0 W at Patton")


def test_r33_the_initiative_side_picks_first():
    """R33: with units of both sides on spines, the Initiative Player picks first."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 4,-2 NE
        talon CA Sacrifice -4,2 W
    """)
    table.do("terran done")
    assert table.asked == "talon toward"
    table.do("talon toward E")
    assert table.asked == "terran toward"
    table.shows("Sacrifice -4,2")
    table.do("terran toward W")
    table.shows("Sacrifice -3,2")
    table.shows("Patton 3,-2")


def test_r33_the_terran_picks_first_with_the_initiative():
    """R33: it is the initiative that counts, not the side."""
    table = board("""
        clock 1 talon curves
        initiative terran
        terrain black-hole 0,0
        terran CA Patton 4,-2 NE
        talon CA Sacrifice -4,2 W
    """)
    table.do("talon done")
    assert table.asked == "terran toward"
    table.do("terran toward SW")
    assert table.asked == "talon toward"
    table.do("talon toward NE")
    table.shows("Patton 3,-1")
    table.shows("Sacrifice -3,1")


def test_r33_friends_collide():
    """R33: friends pulled into one hex take 3 each, on the arc that holds where the other came from."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 3,-1 E
        terran CA Zhukov 3,-2 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 2,-1 E shields 6/2/5/4 hull 0")
    table.shows("Zhukov 2,-1 E shields 3/5/5/4 hull 0")


def test_r33_friends_that_were_in_one_hex_collide():
    """R33: friends out of one hex collide again, each on the arc entered through."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 3,0 E
        terran CA Zhukov 3,0 W
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 2,0 E shields 6/5/5/1 hull 0")
    table.shows("Zhukov 2,0 W shields 3/5/5/4 hull 0")


def test_r33_enemies_do_not_collide():
    """R33: enemies that end in one hex do each other no harm."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 3,-1 E
        talon CA Sacrifice 3,-2 E
    """)
    table.do("terran done")
    table.shows("Patton 2,-1 E shields 6/5/5/4")
    table.shows("Sacrifice 2,-1 E shields 7/4/4/3")


def test_r33_a_squadron_collides():
    """R33, 7.4: a squadron pulled together with a friend loses every fighter; the friend takes 3."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 3,-1 E
        terran FTR Cougar 3,-2 E
        terran CV Wasp 0,6 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Cougar destroyed")
    table.shows("Patton 2,-1 E shields 6/2/5/4")


def test_r33_a_base_does_not_collide():
    """R33, 7.4: a base pulled together with a friend neither takes nor does harm."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 3,-1 E
        terran Base Valley_Forge 3,-2 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 2,-1 E shields 6/5/5/4")
    table.shows("Valley_Forge 2,-1 E shields 7/7/7/7")


def test_r33_the_swallowed_do_not_collide():
    """R33: friends pulled into the hole together are simply gone."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 1,0 E
        terran CA Zhukov 0,1 E
        terran CA Napoleon 1,1 E speed 2
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    assert table.asked == "terran toward"
    table.do("terran toward W")
    table.shows("Patton destroyed")
    table.shows("Zhukov destroyed")
    table.shows("Napoleon 0,1 E shields 6/5/5/4 hull 0")


def test_r33_then_asteroids():
    """R33, R25: in asteroids a pulled ship takes 1 on the arc it entered through."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terrain asteroid 3,0
        terran CA Patton 4,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 3,0 E shields 6/5/5/3 hull 0")


def test_r33_a_collision_in_asteroids():
    """R33: friends pulled into one asteroid hex take both."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terrain asteroid 2,0
        terran CA Patton 3,0 E
        terran CA Zhukov 3,0 W
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 2,0 E shields 6/5/5/0 hull 0")
    table.shows("Zhukov 2,0 W shields 2/5/5/4 hull 0")


def test_r33_pulled_into_a_nebula():
    """R33, 17: pulled into a nebula, a ship loses its reinforcements."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terrain nebula 3,0
        terran CA Patton 4,0 E markers front@D,left@E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton 3,0 E shields 6/5/5/4 no markers")


def test_r33_pulled_into_a_planet():
    """R33, 17: pulled into a planet, a ship is destroyed without an explosion."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terrain planet 3,0
        terran CA Patton 4,0 E
        terran CA Zhukov 5,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("terran done")
    table.shows("Patton destroyed")
    table.shows("Zhukov 4,0 E shields 6/5/5/4")


def test_r33_then_missiles():
    """R33, R25: pulled onto a missile aimed at it, a ship is hit on the side of the pull."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 4,0 E
        talon CA Sacrifice -5,0 W
        talon missile m4 3,0 W at Patton
    """)
    table.do("terran done")
    table.shows("Patton 3,0 E shields 6/5/5/2 hull 0")
    assert table.lines("talon missile") == []


def test_r33_missiles_in_the_order_of_the_pull():
    """R33, R25: whoever is pulled first is hit first, by the lowest number first."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 4,0 E shields 6/5/5/2 hull 2
        terran CA Zhukov 0,4 SE shields 6/5/5/0 hull 2
        talon CA Sacrifice -5,0 W
        talon missile m4 3,0 W at Patton
        talon missile m2 0,3 W at Zhukov
        talon missile m6 3,0 W at Patton
    """)
    table.do("terran done", dice="2 5 1 6")
    table.shows("Patton 3,0 E shields 6/5/5/0 hull 4")
    table.shows("Zhukov 0,3 SE shields 6/5/5/0 hull 4")
    hits = [event for event in table.battle.events if isinstance(event, Struck)]
    assert [(hit.unit, hit.hull) for hit in hits] == [(0, 0), (0, 2), (1, 2)]


def test_18_every_round():
    """18: the pull comes at the end of each round, after the curves of both sides."""
    table = board("""
        clock 2 talon curves
        terrain black-hole 0,0
        terran CA Patton 4,0 E
        talon CA Sacrifice -5,0 W
    """)
    table.do("talon done")
    table.shows("Patton 4,0 E")
    table.do("terran done")
    table.shows("Patton 3,0 E")
    assert table.clock.startswith("3A ")


def test_18_the_map_follows_whoever_is_pulled_past_its_edge():
    """18, 7.5: pulled along a spine past the end of a row, a ship takes the map along."""
    table = board("""
        clock 3 talon pull
        map 0,0
        terrain black-hole -1,4
        terran CA Patton -2,6 E
        talon CA Sacrifice 5,1 W
        then pull Patton found
    """)
    assert table.offered("terran toward") == ["terran toward NE", "terran toward NW"]
    table.do("terran toward NW")
    table.shows("Patton -2,5 E")
    assert table.lines("map") == ["map -1,0"]
