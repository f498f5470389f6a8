"""15: every hex of the area of a fusion cannon, every roll of both guns."""

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
