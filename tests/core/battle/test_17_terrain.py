"""17: terrain in and beside the line of fire."""

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
