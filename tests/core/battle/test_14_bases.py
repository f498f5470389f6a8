"""14: the impulses in which a base turns."""

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
