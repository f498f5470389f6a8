"""6.1: the boxes an AP marks, group by group."""

import pytest

from tests.core.board import board


@pytest.mark.parametrize(
    ("kind", "name", "group", "before", "after"),
    [
        ("CA", "Patton", 1, "1+0/2+2/1+1", "1+1/2+2/1+1"),
        ("CA", "Patton", 2, "1+0/2+0/1+0", "1+0/2+1/1+0"),
        ("CA", "Patton", 2, "1+0/2+1/1+0", "1+0/2+2/1+0"),
        ("CA", "Patton", 2, "1+0/0+0/1+0", "1+0/0+1/1+0"),
        ("CA", "Patton", 3, "0+0/0+0/0+0", "0+0/0+0/0+1"),
        ("CA", "Patton", 2, "lost/1+1/lost", "lost/1+2/lost"),
        ("BC", "Caesar", 2, "1+1/2+0/1+1", "1+1/2+1/1+1"),
        ("BC", "Caesar", 2, "1+1/2+3/1+1", "1+1/2+4/1+1"),
        ("BB", "Defiant", 1, "1+0/0+0/1+0", "1+1/0+0/1+0"),
        ("BB", "Defiant", 2, "1+0/0+4/1+0", "1+0/0+5/1+0"),
    ],
)
def test_6_1_one_yellow_box_of_one_group(kind, name, group, before, after):
    """6.1: one box, whatever the number of weapons, and even while red boxes are empty."""
    table = board(f"""
        clock 1D terran ap
        terran {kind} {name} 0,0 E charge {before}
        talon CA Sacrifice 10,0 W
    """)
    table.do(f"terran charge {name} {group}")
    table.shows(f"{name} charge {after}")
