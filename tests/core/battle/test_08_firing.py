"""8: what every roll of every weapon does."""

import pytest

from tests.core.board import board

PHASER = {1: (1, 2, 2, 2, 2, 2), 2: (1, 1, 1, 2, 2, 2), 3: (0, 0, 0, 0, 1, 1)}
TORPEDO = {2: (0, 4, 4, 4, 4, 4), 3: (0, 0, 4, 4, 4, 4), 4: (0, 0, 0, 0, 4, 4)}
WAVE = {2: (0, 10, 10, 10, 10, 10), 3: (0, 0, 10, 10, 10, 10), 4: (0, 0, 10, 10, 10, 10)}
DISRUPTOR = {1: (0, 0, 0, 0, 2, 2), 2: (0, 2, 2, 2, 2, 2), 3: (0, 0, 2, 2, 2, 2), 4: (0, 0, 0, 0, 2, 2)}
FUSION = {1: (7, 7, 9, 9, 11, 11), 2: (4, 4, 6, 6, 8, 8), 3: (0, 0, 2, 2, 4, 4)}


def cells(table):
    """Every cell of a weapon's row, as range, roll and damage."""
    return [(reach, roll, damage) for reach, row in table.items() for roll, damage in enumerate(row, 1)]


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(PHASER))
def test_8_phaser(reach, roll, damage):
    """8: a phaser does what its row says at each range for each roll."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Patton 1 Dominion", dice=f"{roll}")
    table.shows(f"Dominion {reach},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(TORPEDO))
def test_8_torpedo(reach, roll, damage):
    """8: an anti-matter torpedo does 4 from a roll that grows with the range."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Patton 2 Dominion", dice=f"{roll}")
    table.shows(f"Dominion {reach},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(WAVE))
def test_8_wave_motion_gun(reach, roll, damage):
    """8: a wave motion gun does 10 and pushes one hex when it hits, and neither when it misses."""
    table = board(f"""
        clock 1E terran fire
        terran BB Prometheus 0,0 E
        talon DN Dominion {reach},0 W
    """)
    table.do("terran fire Prometheus 2 Dominion", dice=f"{roll}")
    place = reach + 1 if damage else reach
    table.shows(f"Dominion {place},0 W shields {11 - damage}/9/9/8 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(DISRUPTOR))
def test_8_disruptor(reach, roll, damage):
    """8: a disruptor does 2, best at range 2 and worst at ranges 1 and 4."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran BB Defiant {reach},0 W
    """)
    table.do("talon fire Surprise 1 Defiant", dice=f"{roll}")
    table.shows(f"Defiant {reach},0 W shields {8 - damage}/7/7/7 hull 0")


@pytest.mark.parametrize(("reach", "roll", "damage"), cells(FUSION))
def test_8_fusion_cannon(reach, roll, damage):
    """8: a fusion cannon does what its row says at each range for each pair of rolls."""
    table = board(f"""
        clock 1E talon fire
        talon BB Eliminator 0,0 E
        terran BB Defiant {reach},0 W
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=f"{roll}")
    table.shows(f"Defiant {reach},0 W shields {max(0, 8 - damage)}/7/7/7 hull {max(0, damage - 8)}")
