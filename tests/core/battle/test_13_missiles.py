"""13: facings, paths and hits of missiles from every side."""

import pytest

from tests.core.board import board


def in_flight(table):
    """Where the missiles are and what they aim at, without their numbers: "1,0 E at Thor"."""
    return [" ".join(line.split()[3:7]) for line in table.lines("talon missile")]


@pytest.mark.parametrize(
    ("place", "facing"),
    [
        ("2,0", "E"),
        ("4,0", "E"),
        ("2,-1", "NE"),
        ("1,1", "SE"),
        ("4,-1", "E"),
        ("3,1", "E"),
        ("4,-2", "NE"),
        ("2,2", "SE"),
    ],
)
def test_13_2_facing_of_a_new_missile(place, facing):
    """13.2: a missile from a front launcher stands in the hex ahead and faces the side nearest its target."""
    table = board(f"""
        clock 1E talon fire
        talon DD Hunter 0,0 E
        terran CL Thor {place} W
    """)
    table.do("talon fire Hunter 1 Thor")
    assert in_flight(table) == [f"1,0 {facing} at Thor"]
    table.shows("Hunter charge 0+0/2+0")


@pytest.mark.parametrize(
    ("target", "ways"),
    [
        ("4,0", ["ahead"]),
        ("4,-1", ["ahead", "left"]),
        ("3,1", ["ahead", "right"]),
        ("2,-2", ["left"]),
        ("0,3", ["right"]),
        ("1,-3", ["left"]),
        ("3,-1", ["ahead", "left"]),
    ],
)
def test_13_4_closer(target, ways):
    """13.4: a missile must go into one of its three hexes that is closer to the target."""
    table = board(f"""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor {target} W
        talon missile m1 0,0 E at Thor
    """)
    assert table.offered("talon steer") == [f"talon steer m1 {way}" for way in ways]


@pytest.mark.parametrize(
    ("start", "way", "shields"),
    [
        ("1,0 W", "ahead", "3/4/4/3"),
        ("1,-1 SW", "ahead", "5/2/4/3"),
        ("0,-1 SE", "ahead", "5/2/4/3"),
        ("-1,0 E", "ahead", "5/4/4/1"),
        ("-1,1 NE", "ahead", "5/4/2/3"),
        ("0,1 NW", "ahead", "5/4/2/3"),
        ("1,0 NW", "left", "3/4/4/3"),
        ("1,0 SW", "right", "3/4/4/3"),
        ("0,-1 E", "right", "5/2/4/3"),
    ],
)
def test_13_5_arc_it_came_through(start, way, shields):
    """13.5: a missile that enters its target's hex does 2 on the arc that it came through."""
    table = board(f"""
        clock 1E talon move
        talon DD Hunter 10,-7 W
        terran CL Thor 0,0 E
        talon missile m1 {start} at Thor
    """)
    table.do(f"talon steer m1 {way}")
    table.shows(f"Thor 0,0 E shields {shields} hull 0")
    assert table.lines("talon missile") == []
    assert table.clock == "1E talon move"


@pytest.mark.parametrize("charge", ["2+0/2+0", "0+0/0+0", "lost/0+0"])
@pytest.mark.parametrize("flying", ["-4,2 W at nothing", "6,-3 E at Patton", "1,0 E at Patton"])
def test_13_7_retarget(charge, flying):
    """13.7: one AP gives a missile anywhere a new target in reach of the ship's launcher, charged or not."""
    table = board(f"""
        clock 1F talon ap
        talon DD Hunter 0,0 E charge {charge}
        terran CL Thor 3,0 W
        terran CA Patton 0,3 W
        talon missile m4 {flying}
    """)
    table.do("talon retarget Hunter m4 Thor")
    table.shows("m4 " + flying.replace("nothing", "Thor").replace("Patton", "Thor"))
