"""7.2 and 7.3: turns and side slips from every facing, the Turn Radius of every row."""

import pytest

from tests.core.board import board

# for each facing: the hex ahead; hex and facing after a turn to the left and to the right
MOVES = {
    "E": ("1,0", "1,-1 NE", "0,1 SE"),
    "NE": ("1,-1", "0,-1 NW", "1,0 E"),
    "NW": ("0,-1", "-1,0 W", "1,-1 NE"),
    "W": ("-1,0", "-1,1 SW", "0,-1 NW"),
    "SW": ("-1,1", "0,1 SE", "-1,0 W"),
    "SE": ("0,1", "1,0 E", "-1,1 SW"),
}

# side, class, name: Speed and Turn Radius of each row
RADII = {
    ("terran", "SC", "Explorer"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("terran", "DD", "Caleb"): {5: 2, 4: 1, 3: 1, 2: 0, 1: 0},
    ("terran", "CL", "Thor"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("terran", "CA", "Patton"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("terran", "BC", "Caesar"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("terran", "BB", "Defiant"): {5: 3, 4: 3, 3: 2, 2: 2, 1: 1},
    ("terran", "CV", "Wasp"): {3: 3, 2: 2, 1: 2},
    ("terran", "FTR", "Cougar"): {6: 1, 5: 0},
    ("terran", "Tran", "Normandy"): {3: 3, 2: 2, 1: 1},
    ("talon", "FF", "Vision"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("talon", "DD", "Hunter"): {5: 1, 4: 1, 3: 0, 2: 0, 1: 0},
    ("talon", "CL", "Fearless"): {5: 2, 4: 1, 3: 1, 2: 0, 1: 0},
    ("talon", "CA", "Justice"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("talon", "BC", "Honor"): {5: 2, 4: 2, 3: 1, 2: 1, 1: 0},
    ("talon", "BB", "Eliminator"): {5: 3, 4: 2, 3: 2, 2: 1, 1: 1},
    ("talon", "DN", "Imperial"): {4: 3, 3: 2, 2: 2, 1: 1},
    ("talon", "Tran", "Legion"): {3: 2, 2: 1, 1: 0},
}
TURNS = [(*unit, speed, radius) for unit, rows in RADII.items() for speed, radius in rows.items()]


@pytest.mark.parametrize("facing", MOVES)
@pytest.mark.parametrize(("way", "place"), [("left", 1), ("right", 2)])
def test_7_2_turn_and_then_ahead(facing, way, place):
    """7.2: a turn is 60 degrees and then one hex in the new direction; the count is the Turn Radius."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 {facing}
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton {way}")
    table.shows(f"Patton {MOVES[facing][place]} turn 2")


@pytest.mark.parametrize(("side", "kind", "name", "speed", "radius"), TURNS)
def test_7_2_turn_radius(side, kind, name, speed, radius):
    """7.2: the Turn Radius of the row is the count after a turn."""
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1F {side} move
        {side} {kind} {name} 0,0 E speed {speed}
        {enemy}
    """)
    table.do(f"{side} move {name} left")
    table.shows(f"{name} 1,-1 NE turn {radius}")


# for each facing: the hexes of a side slip to the left and to the right
SLIPS = {
    "E": ("1,-1", "0,1"),
    "NE": ("0,-1", "1,0"),
    "NW": ("-1,0", "1,-1"),
    "W": ("-1,1", "0,-1"),
    "SW": ("0,1", "-1,0"),
    "SE": ("1,0", "-1,1"),
}


@pytest.mark.parametrize("facing", SLIPS)
@pytest.mark.parametrize("way", ["left", "right"])
def test_7_3_side_slip(facing, way):
    """7.3: into the hex 60 degrees to the side of ahead, facing kept, the count one less, the marker gone."""
    table = board(f"""
        clock 1B terran move
        terran CA Patton 0,0 {facing} slip turn 2
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran move Patton slip-{way}")
    table.shows(f"Patton {SLIPS[facing][way == 'right']} {facing} turn 1 no slip")
