"""18: pulled from every side, and fire toward and away from the hole."""

import pytest

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
