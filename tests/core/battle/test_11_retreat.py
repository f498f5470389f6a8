"""11: the round in which the drive of each class is spooled."""

import pytest

from tests.core.board import board

PRINTED_BOXES = [
    ("terran SC Explorer", 2),
    ("terran DD Caleb", 4),
    ("terran CL Thor", 5),
    ("terran CA Patton", 6),
    ("terran BC Caesar", 6),
    ("terran BB Defiant", 9),
    ("terran CV Wasp", 6),
    ("terran Tran Normandy", 4),
    ("talon FF Surprise", 3),
    ("talon DD Hunter", 4),
    ("talon CL Fearless", 5),
    ("talon CA Sacrifice", 7),
    ("talon BC Victory", 7),
    ("talon BB Eliminator", 8),
    ("talon DN Dominion", 10),
    ("talon Tran Tribe", 4),
]


def jumps(clock, unit, *, speed=1, items="", terrain=""):
    """The jumps of one side: the unit told beside a scout or frigate that may jump from round 3 on."""
    side = unit.split()[0]
    beside, enemy = "terran SC Voyager 0,3 E speed 1", "talon FF Vision 10,-7 W"
    if side == "talon":
        beside, enemy = "talon FF Vision 0,3 E speed 1", "terran SC Voyager 10,-7 W"
    pace = f"speed {speed}" if speed else ""
    return board(f"""
        clock {clock} {side} jumps
        {terrain}
        {unit} 0,0 E {pace} {items}
        {beside}
        {enemy}
    """)


@pytest.mark.parametrize(("unit", "boxes"), PRINTED_BOXES)
def test_11_spooled(unit, boxes):
    """11: a ship may jump from the round that equals its printed hull boxes on."""
    side, _, name = unit.split()
    table = jumps(boxes, unit)
    assert table.offers(f"{side} jump {name}")


@pytest.mark.parametrize(("unit", "boxes"), PRINTED_BOXES)
def test_11_not_yet_spooled(unit, boxes):
    """11: a round earlier it may not."""
    side, _, name = unit.split()
    table = jumps(boxes - 1, unit)
    assert not table.offers(f"{side} jump {name}")
