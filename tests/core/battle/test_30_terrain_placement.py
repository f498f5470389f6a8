"""30: every pattern in every turn; R22 and R38."""

import pytest

from tests.core.board import board

KINDS = {"N": "nebula", "A": "asteroid", "P": "planet", "B": "black-hole"}
RING = "1,0 1,-1 0,-1 -1,0 -1,1 0,1"
PATTERNS = {
    "1,1": "N 0,0 1,0 0,1",
    "2,1": "N 0,0 1,0 2,0 1,1 2,1",
    "3,1": "N 0,0 1,0 0,1 1,1",
    "4,1": "N 0,0 1,0 2,0",
    "5,1": "N 0,0 1,0 0,1 1,1 0,2 1,2",
    "6,1": "N 0,0 0,1 1,1 1,2",
    "1,2": "N 0,0 A 1,0",
    "2,2": "N 0,0 1,0 A 0,1",
    "3,2": "N 0,0 A 1,0 0,1",
    "4,2": "N 0,0 2,0 A 1,0",
    "5,2": "N 0,0 1,0 A 0,1 1,1",
    "6,2": "N 0,0 1,0 0,1 A 1,1 2,0",
    "1,3": "P 0,0 A 1,0",
    "2,3": "P 0,0 A 1,0 1,-1",
    "3,3": "P 0,0 A 1,0 -1,0",
    "4,3": "P 0,0 A 1,0 2,0",
    "5,3": "P 0,0 A 2,0 2,-1 1,1",
    "6,3": "P 0,0 A 1,-1 1,0 0,1",
    "1,4": "A 0,0 1,0 2,0",
    "2,4": "A 0,0 1,0 1,1",
    "3,4": "A 0,0 0,1 1,1 1,2",
    "4,4": "A 0,0 1,0 2,0 3,0",
    "5,4": "A 0,0 0,1 1,1 1,2 2,2",
    "6,4": "A 0,0 1,0 2,0 2,1 2,2",
    "1,5": f"P 0,0 N {RING}",
    "2,5": "P 0,0 N 1,0 -1,1 0,-1",
    "3,5": f"P 0,0 A {RING}",
    "4,5": "P 0,0 A 1,0 -1,1 0,-1",
    "5,5": "P 0,0 N 1,0 -1,1 0,-1 A 0,1 -1,0 1,-1",
    "6,5": "P 0,0 N 1,0 1,-1 A -1,0 -1,1",
    "1,6": "B 0,0",
    "2,6": "B 0,0 A 2,0 -2,0",
    "3,6": "B 0,0 N 2,0 -2,0",
    "4,6": "P 0,0",
    "5,6": "P 0,0",
    "6,6": "P 0,0",
}


def turned(q, r, times):
    """An offset turned counterclockwise by so many hex sides."""
    for _ in range(times):
        q, r = q + r, -q
    return q, r


def hexes_of(pattern, first, times):
    """The hexes of each kind when the pattern's first hex is put down there."""
    found: dict[str, set[str]] = {}
    kind = ""
    for word in PATTERNS[pattern].split():
        if word in KINDS:
            kind = KINDS[word]
            found[kind] = set()
        else:
            q, r = turned(*(int(part) for part in word.split(",")), times)  # type: ignore[call-arg]
            found[kind].add(f"{first[0] + q},{first[1] + r}")
    return found


def placed(table):
    """The hexes of each kind on the board."""
    found: dict[str, set[str]] = {}
    for line in table.lines("terrain "):
        _, kind, *hexes = line.split()
        found.setdefault(kind, set()).update(hexes)
    return found


def placing(pattern, terrain=""):
    """The Talon is to place a pattern."""
    return board(f"""
        clock 0 talon terrain
        map 0,0
        pattern {pattern}
        {terrain}
        terran CA Patton undeployed
        talon CA Sacrifice undeployed
    """)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_30_3_each_pattern(pattern):
    """30.3, R22: the pattern of each pair of dice."""
    table = placing(pattern)
    table.do("talon terrain 5,6 0")
    assert placed(table) == hexes_of(pattern, (5, 6), 0)
    assert table.lines("pattern") == []
    assert table.clock == "0 talon deploy"


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize("pattern", ["1,4", "3,4", "6,3", "6,5", "6,2"])
def test_r38_turned(pattern, times):
    """R38: a pattern is turned about its first hex in steps of one hex side."""
    table = placing(pattern)
    table.do(f"talon terrain 5,6 {times}")
    assert placed(table) == hexes_of(pattern, (5, 6), times)


@pytest.mark.parametrize("first", ["0,3", "12,3", "-3,9", "9,9", "5,3", "5,9", "-1,7"])
def test_30_1_up_to_the_zones(first):
    """30.1, R38: the rows next to the zones and the ends of the rows are open."""
    table = placing("1,4")
    table.do(f"talon terrain {first} 0")
    q, r = map(int, first.split(","))
    assert placed(table) == {"asteroid": {f"{q + step},{r}" for step in range(3)}}
