"""8.5: which weapon group is lost, by the dice."""

import pytest

from tests.core.board import board


def struck(items="", ship="talon CA Sacrifice", hull=2, shields="0/4/4/3"):
    """Patton two hexes in front of a ship whose next hull box is critical, with a phaser about to hit it for 1."""
    return board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        {ship} 2,0 W hull {hull} shields {shields} {items}
        talon FF Vision 10,-7 W
    """)


def shot(name, roll, *more):
    """The order and its dice: a phaser for 1 point, the two dice of the critical, and what follows."""
    return f"terran fire Patton 1 {name}", " ".join(["1", roll, *more])


def critical(table, roll, *more, name="Sacrifice"):
    """Let the critical with these two dice happen."""
    order, dice = shot(name, roll, *more)
    table.do(order, dice=dice)


@pytest.mark.parametrize("roll", ["1 4", "4 1", "2 3", "3 2", "3 6", "6 3", "4 5", "5 4"])
def test_8_5_weapon_group(roll):
    """8.5: rolls 5 and 9 destroy the group with the highest die."""
    table = struck()
    critical(table, roll, "5 2")
    table.shows("Sacrifice hull 3 charge lost/1+4")


@pytest.mark.parametrize(
    ("dice", "charge"),
    [
        ("6 2 1", "lost/3+6/1+4"),
        ("1 2 1", "1+4/lost/1+4"),
        ("4 4 5", "1+4/3+6/lost"),
        ("6 2 6 1 3", "1+4/3+6/lost"),
        ("6 6 2 1 3", "1+4/lost/1+4"),
        ("1 4 4 5 2", "1+4/lost/1+4"),
        ("5 5 5 6 2 6 2 1", "lost/3+6/1+4"),
    ],
)
def test_8_5_weapon_group_of_three(dice, charge):
    """8.5: only groups tied for the highest die roll again."""
    table = struck(ship="talon DN Dominion", hull=4, shields="0/9/9/8")
    critical(table, "3 6", dice, name="Dominion")
    table.shows(f"Dominion hull 5 charge {charge}")
