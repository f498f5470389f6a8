"""8.6: the explosion rating of every class."""

import pytest

from tests.core.board import board


@pytest.mark.parametrize(
    ("ship", "items", "rating"),
    [
        ("FF Surprise", "hull 2 shields 0/2/2/2", 1),
        ("DD Hunter", "hull 3 shields 0/2/2/2", 1),
        ("CL Fearless", "hull 4 shields 0/3/3/3", 2),
        ("CA Sacrifice", "hull 6 shields 0/4/4/3", 3),
        ("BC Victory", "hull 6 shields 0/4/4/4", 3),
        ("BB Eliminator", "hull 7 shields 0/7/7/6", 4),
        ("DN Dominion", "hull 9 shields 0/9/9/8", 5),
        ("Tran Tribe", "hull 3 shields 0/4/4/3", 2),
        ("Base Hope", "hull 9 shields 0/7/7/7", 5),
    ],
)
def test_8_6_rating_of_the_talon_classes(ship, items, rating):
    """8.6: each Talon class explodes with its own rating."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran CA Zhukov 3,0 W
        talon {ship} 2,0 W {items}
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 " + ship.split()[1], dice="1")
    table.shows(f"Zhukov shields {6 - rating}/5/5/4 hull 0")


@pytest.mark.parametrize(
    ("ship", "items", "rating"),
    [
        ("SC Explorer", "hull 1 shields 0/1/1/1", 1),
        ("DD Caleb", "hull 3 shields 0/3/3/2", 1),
        ("CL Thor", "hull 4 shields 0/4/4/3", 2),
        ("CA Patton", "hull 5 shields 0/5/5/4", 3),
        ("BC Caesar", "hull 5 shields 0/5/5/5", 3),
        ("BB Defiant", "hull 8 shields 0/7/7/7", 4),
        ("CV Wasp", "hull 5 shields 0/4/4/4", 4),
        ("Tran Normandy", "hull 3 shields 0/4/4/4", 2),
        ("Base Valley_Forge", "hull 8 shields 0/7/7/7", 5),
    ],
)
def test_8_6_rating_of_the_terran_classes(ship, items, rating):
    """8.6: each Terran class explodes with its own rating."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        talon CA Justice 3,0 W
        terran {ship} 2,0 W {items}
        terran SC Voyager -6,3 E
    """)
    table.do("talon fire Surprise 1 " + ship.split()[1], dice="6")
    table.shows(f"Justice shields {7 - rating}/4/4/3 hull 0")
