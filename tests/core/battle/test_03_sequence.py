"""3 and 4: the impulse chart, cell by cell."""

import pytest

from tests.core.board import board

CHART = {
    "A": (4, 5, 6),
    "B": (3, 5, 6),
    "C": (2, 4, 5, 6),
    "D": (3, 4, 5, 6),
    "E": (6,),
    "F": (1, 2, 3, 4, 5, 6),
}

# a ship whose row has this Power: class, name, Speed
POWERS = {
    0: ("BB", "Defiant", 5),
    1: ("CA", "Patton", 5),
    2: ("CA", "Patton", 4),
    3: ("CA", "Patton", 3),
    4: ("CA", "Patton", 2),
    5: ("CA", "Patton", 1),
    6: ("BC", "Caesar", 1),
}


@pytest.mark.parametrize("impulse", CHART)
@pytest.mark.parametrize("power", POWERS)
def test_3_1_power_on_the_chart(impulse, power):
    """3.1: a ship has AP in the impulses its Power is marked in, and in no other; Power 0 in none."""
    kind, name, speed = POWERS[power]
    table = board(f"""
        clock 1{impulse} terran ap
        terran {kind} {name} 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    acts = power in CHART[impulse]
    assert table.offers(f"terran vote {name} change") == acts
    assert (table.clock == f"1{impulse} terran ap") == acts


@pytest.mark.parametrize("impulse", CHART)
@pytest.mark.parametrize("speed", range(1, 7))
def test_3_1_speed_on_the_chart(impulse, speed):
    """3.1: a ship moves in the impulses its Speed is marked in, and in no other."""
    kind, name = ("FTR", "Cougar") if speed == 6 else ("CA", "Patton")
    table = board(f"""
        clock 1{impulse} terran move
        terran {kind} {name} 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    moves = speed in CHART[impulse]
    assert table.offers(f"terran move {name} ahead") == moves
    assert (table.clock == f"1{impulse} terran move") == moves
    table.shows(f"{name} 0,0 E")


@pytest.mark.parametrize("rating", range(1, 7))
def test_3_1_a_rating_acts_as_often_as_it_says(rating):
    """3.1: counted over a round, a ship with that Speed is due to move that many times."""
    kind, name = ("FTR", "Cougar") if rating == 6 else ("CA", "Patton")
    due = 0
    for impulse in "ABCDEF":
        table = board(f"""
            clock 1{impulse} terran move
            terran {kind} {name} 0,0 E speed {rating}
            talon CA Sacrifice 10,0 W
        """)
        due += table.clock == f"1{impulse} terran move"
    assert due == rating
