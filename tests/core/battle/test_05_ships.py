"""5.3 and 5.4: every hex of the arcs, every row of the power curves."""

import pytest

from tests.core.board import board

SIDES = ["E", "NE", "NW", "W", "SW", "SE"]

# the arcs of a ship at * that faces east: F front, L left, R right, B rear
ARCS = """
    L L L L L
   L L L L L L
  B L L L L L F
 B B B L L F F F
B B B B * F F F F
 B B B R R F F F
  B R R R R R F
   R R R R R R
    R R R R R
"""

# hexes of the front, left, right and rear arcs at each range
COUNTS = {1: "1/2/2/1", 2: "3/3/3/3", 3: "3/6/6/3", 4: "5/7/7/5"}

# side, class, name: rows of Power, Speed, Turn Radius
CURVES = {
    ("terran", "SC", "Explorer"): ((1, 5, 1), (1, 4, 1), (2, 3, 0), (2, 2, 0), (2, 1, 0)),
    ("terran", "DD", "Caleb"): ((1, 5, 2), (2, 4, 1), (2, 3, 1), (3, 2, 0), (3, 1, 0)),
    ("terran", "CL", "Thor"): ((1, 5, 2), (2, 4, 2), (3, 3, 1), (3, 2, 1), (4, 1, 0)),
    ("terran", "CA", "Patton"): ((1, 5, 3), (2, 4, 2), (3, 3, 2), (4, 2, 1), (5, 1, 1)),
    ("terran", "BC", "Caesar"): ((2, 5, 3), (3, 4, 2), (4, 3, 2), (5, 2, 1), (6, 1, 1)),
    ("terran", "BB", "Defiant"): ((0, 5, 3), (2, 4, 3), (3, 3, 2), (5, 2, 2), (6, 1, 1)),
    ("terran", "CV", "Wasp"): ((4, 3, 3), (5, 2, 2), (6, 1, 2)),
    ("terran", "FTR", "Cougar"): ((0, 6, 1), (0, 5, 0)),
    ("terran", "Tran", "Normandy"): ((0, 3, 3), (1, 2, 2), (2, 1, 1)),
    ("terran", "Base", "Valley_Forge"): ((6, 3, 0), (6, 2, 0), (6, 1, 0)),
    ("talon", "FF", "Vision"): ((1, 5, 1), (1, 4, 1), (2, 3, 0), (2, 2, 0), (2, 1, 0)),
    ("talon", "DD", "Hunter"): ((0, 5, 1), (1, 4, 1), (1, 3, 0), (2, 2, 0), (2, 1, 0)),
    ("talon", "CL", "Fearless"): ((2, 5, 2), (3, 4, 1), (4, 3, 1), (4, 2, 0), (5, 1, 0)),
    ("talon", "CA", "Justice"): ((1, 5, 2), (2, 4, 2), (3, 3, 1), (4, 2, 1), (5, 1, 0)),
    ("talon", "BC", "Honor"): ((1, 5, 2), (2, 4, 2), (3, 3, 1), (4, 2, 1), (5, 1, 0)),
    ("talon", "BB", "Eliminator"): ((0, 5, 3), (2, 4, 2), (3, 3, 2), (5, 2, 1), (6, 1, 1)),
    ("talon", "DN", "Imperial"): ((1, 4, 3), (3, 3, 2), (5, 2, 2), (6, 1, 1)),
    ("talon", "Tran", "Legion"): ((0, 3, 2), (1, 2, 1), (2, 1, 0)),
    ("talon", "Base", "Hope"): ((6, 3, 0), (6, 2, 0), (6, 1, 0)),
}
STARTS = {"CV": 2, "FTR": 5, "Tran": 2, "Base": 2}
ROWS = [(*unit, row) for unit, rows in CURVES.items() for row in rows]
CHANGES = [
    (*unit, row, other)
    for unit, rows in CURVES.items()
    for row in rows
    for other in rows
    if abs(row[1] - other[1]) == 1
]


def arcs_facing_east():
    """The drawing above as hex: arc."""
    found = {}
    for r, line in enumerate(ARCS.strip("\n").splitlines(), -4):
        for q, arc in enumerate(line.split(), max(-4, -4 - r)):
            found[q, r] = arc
    return found


def turned(hexagon, times):
    """The hex turned about 0,0 by 60 degrees counterclockwise so many times."""
    q, r = hexagon
    for _ in range(times):
        q, r = q + r, -q
    return q, r


def distance(hexagon):
    """From 0,0."""
    q, r = hexagon
    return max(abs(q), abs(r), abs(q + r))


@pytest.mark.parametrize("reach", COUNTS)
@pytest.mark.parametrize("facing", SIDES)
def test_5_3_firing_arcs(facing, reach):
    """5.3: a ship with groups to front-left and front-right reaches every hex as drawn, the lines front or rear."""
    seen = {"F": 0, "L": 0, "R": 0, "B": 0}
    for hexagon, arc in arcs_facing_east().items():
        if distance(hexagon) != reach:
            continue
        q, r = turned(hexagon, SIDES.index(facing))
        table = board(f"""
            clock 1A talon fire
            terran Tran Normandy {q},{r} E
            talon CA Sacrifice 0,0 {facing}
        """)
        bears = [table.offers(f"talon fire Sacrifice {group} Normandy") for group in (1, 2)]
        assert bears == [arc in "FL", arc in "FR"], f"{q},{r}"
        seen["B" if bears == [False, False] else arc] += 1
    assert "/".join(str(seen[arc]) for arc in "FLRB") == COUNTS[reach]


# firer's hex and facing, the arc of a target at 0,0 facing east that it hits
HITS = [
    ("1,0", "W", "front"),
    ("3,0", "W", "front"),
    ("2,-1", "SW", "front"),
    ("1,1", "W", "front"),
    ("4,-2", "W", "front"),
    ("2,2", "NW", "front"),
    ("3,-1", "W", "front"),
    ("1,-1", "SW", "left"),
    ("0,-1", "SE", "left"),
    ("2,-2", "SW", "left"),
    ("0,-2", "SE", "left"),
    ("3,-2", "SW", "left"),
    ("-1,-2", "SE", "left"),
    ("0,-4", "SE", "left"),
    ("0,1", "NW", "right"),
    ("-1,1", "NE", "right"),
    ("-1,2", "NW", "right"),
    ("1,2", "NW", "right"),
    ("-3,4", "NE", "right"),
    ("-1,0", "E", "rear"),
    ("-1,-1", "E", "rear"),
    ("-2,1", "NE", "rear"),
    ("-4,2", "E", "rear"),
    ("-2,-2", "SE", "rear"),
    ("-4,1", "E", "rear"),
]
WHOLE = {"front": 6, "left": 5, "right": 5, "rear": 4}


@pytest.mark.parametrize(("firer", "facing", "arc"), HITS)
def test_5_3_the_shield_hit_is_the_arc_of_the_firer(firer, facing, arc):
    """5.3: damage goes to the arc of the target that holds the firing ship."""
    table = board(f"""
        clock 1A talon fire
        terran CA Patton 0,0 E charge 0+0/0+0/0+0
        talon CL Dauntless {firer} {facing} charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Patton", dice="6")
    left = {**WHOLE, arc: WHOLE[arc] - 2}
    table.shows("Patton shields " + "/".join(str(left[each]) for each in WHOLE) + " hull 0")


@pytest.mark.parametrize(
    ("target", "bears"),
    [
        ("1,0", True),
        ("1,1", True),
        ("2,-1", True),
        ("3,-1", True),
        ("1,-1", False),
        ("-1,0", False),
        ("1,-2", False),
    ],
)
def test_5_3_a_fighter_fires_to_its_front(target, bears):
    """5.3: a fighter's only arc is its front."""
    table = board(f"""
        clock 1A terran fire
        terran FTR Cougar 0,0 E
        talon CA Sacrifice {target} W charge 0+0/0+0
    """)
    assert table.offers("terran fire Cougar 2 Sacrifice") == bears


@pytest.mark.parametrize(("side", "kind", "name", "row"), ROWS)
def test_5_4_one_row_up_or_down(side, kind, name, row):
    """5.4: from each row of each class the rows next to it may be chosen, no others."""
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1 {side} curves
        {side} {kind} {name} 0,0 E speed {row[1]}
        {enemy}
    """)
    for power, speed, _ in CURVES[side, kind, name]:
        if abs(speed - row[1]) == 1:
            assert table.offers(f"{side} curve {name} {speed}"), f"Speed {speed}, Power {power}"
        elif speed != row[1]:
            table.refuses(f"{side} curve {name} {speed}", rule="5.4")


@pytest.mark.parametrize(("side", "kind", "name", "row", "other"), CHANGES)
def test_5_4_the_row_chosen_is_written_down(side, kind, name, row, other):
    """5.4: with the new Speed comes the new Power."""
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1 {side} curves
        initiative {"talon" if side == "terran" else "terran"}
        {side} {kind} {name} 0,0 E speed {row[1]}
        {enemy}
    """)
    table.shows(f"{name} speed {row[1]} power {row[0]}")
    table.do(f"{side} curve {name} {other[1]}")
    table.shows(f"{name} speed {other[1]} power {other[0]}")


@pytest.mark.parametrize(("side", "kind", "name"), CURVES)
def test_5_4_start_rows(side, kind, name):
    """5.4: where a position tells nothing, a ship is on its start row."""
    start = STARTS.get(kind, 3)
    power = next(row[0] for row in CURVES[side, kind, name] if row[1] == start)
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1 {side} curves
        {side} {kind} {name} 0,0 E
        {enemy}
    """)
    table.shows(f"{name} speed {start} power {power}")
