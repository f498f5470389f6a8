"""9: charging bar by bar, and 5.4: the hull modifier of every box."""

import pytest

from tests.core.board import board

# side, class, name, Power at Speed 1: the Power modifier by hull boxes marked
MODIFIERS = {
    ("terran", "SC", "Explorer", 2): (0, -1),
    ("terran", "DD", "Caleb", 3): (0, 0, -1, -1),
    ("terran", "CL", "Thor", 4): (0, 0, -1, -1, -1),
    ("terran", "CA", "Patton", 5): (0, 0, -1, -1, -1, -2),
    ("terran", "BC", "Caesar", 6): (0, 0, -1, -1, -1, -2),
    ("terran", "BB", "Defiant", 6): (0, 0, -1, -1, -1, -2, -2, -2, -3),
    ("terran", "CV", "Wasp", 6): (0, 0, -1, -1, -2, -2),
    ("terran", "Tran", "Normandy", 2): (0, 0, -1, -1),
    ("terran", "Base", "Valley_Forge", 6): (0, 0, -1, -1, -1, -2, -2, -2, -3),
    ("talon", "FF", "Vision", 2): (0, 0, -1),
    ("talon", "DD", "Hunter", 2): (0, 0, -1, -1),
    ("talon", "CL", "Fearless", 5): (0, 0, -1, -1, -2),
    ("talon", "CA", "Justice", 5): (0, 0, -1, -1, -2, -2, -2),
    ("talon", "BC", "Honor", 5): (0, 0, -1, -1, -2, -2, -2),
    ("talon", "BB", "Eliminator", 6): (0, 0, -1, -1, -2, -2, -2, -3),
    ("talon", "DN", "Imperial", 6): (0, 0, -1, -1, -2, -2, -2, -3, -3, -3),
    ("talon", "Tran", "Legion", 2): (0, 0, -1, -1),
    ("talon", "Base", "Hope", 6): (0, 0, -1, -1, -2, -2, -2, -3, -3, -3),
}
DAMAGED = [(unit, hull) for unit, modifiers in MODIFIERS.items() for hull in range(len(modifiers))]


def a_power_phase(unit):
    """The end of impulse F with that unit far from the rest, then a Power Phase in which nobody changes a row."""
    table = board(f"""
        clock 1F terran fire
        {unit}
        terran SC Explorer 7,0 E
        talon Tran Tribe 9,0 W
    """)
    table.do("terran done", "talon done", "terran done")
    assert table.clock.startswith("2A ")
    return table


@pytest.mark.parametrize(
    ("unit", "before", "after"),
    [
        # one phaser: 1 + 1; one torpedo: 2 + 2
        ("terran CA Patton", "0+0/0+0/0+0", "1+0/1+0/1+0"),
        ("terran CA Patton", "1+0/1+0/1+1", "1+1/2+0/1+1"),
        ("terran CA Patton", "0+1/2+0/1+0", "1+1/2+1/1+1"),
        ("terran CA Patton", "1+1/2+1/1+1", "1+1/2+2/1+1"),
        ("terran CA Patton", "1+1/1+2/1+1", "1+1/2+2/1+1"),
        ("terran CA Patton", "1+1/0+2/1+1", "1+1/1+2/1+1"),
        ("terran CA Patton", "1+1/2+2/1+1", "1+1/2+2/1+1"),
        ("terran CA Patton", "lost/2+0/lost", "lost/2+1/lost"),
        # two torpedoes: 2 + 4
        ("terran BC Caesar", "1+0/1+0/0+0", "1+1/2+0/1+0"),
        ("terran BC Caesar", "1+1/2+0/1+1", "1+1/2+2/1+1"),
        ("terran BC Caesar", "1+1/2+2/1+1", "1+1/2+4/1+1"),
        ("terran BC Caesar", "1+1/2+1/1+1", "1+1/2+3/1+1"),
        ("terran BC Caesar", "1+1/2+3/1+1", "1+1/2+4/1+1"),
        ("terran BC Caesar", "1+1/1+3/1+1", "1+1/2+3/1+1"),
        # two phasers: 1 + 2; wave motion gun: 2 + 5
        ("terran BB Defiant", "1+0/0+0/1+1", "1+2/1+0/1+2"),
        ("terran BB Defiant", "0+0/2+0/0+2", "1+0/2+1/1+2"),
        ("terran BB Defiant", "1+2/2+4/1+2", "1+2/2+5/1+2"),
        ("terran CV Wasp", "0+0/1+0", "1+0/1+1"),
        ("terran Base Valley_Forge", "0+0/1+0/2+3", "1+0/1+2/2+4"),
        ("terran FTR Cougar", "0+0/1+0/1+1", "1+0/1+1/1+1"),
        # one disruptor: 1 + 2; two: 1 + 4
        ("talon FF Vision", "0+0/1+0", "1+0/1+1"),
        ("talon FF Vision", "1+1/1+2", "1+2/1+2"),
        ("talon CL Fearless", "1+0/1+0", "1+1/1+2"),
        ("talon CA Justice", "1+2/1+3", "1+4/1+4"),
        ("talon CA Justice", "0+3/0+0", "1+3/1+0"),
        # launchers: 2 + 0, one or three of them
        ("talon DD Hunter", "0+0/1+0", "1+0/2+0"),
        ("talon BC Honor", "1+4/0+0/1+2", "1+4/1+0/1+2"),
        ("talon BC Honor", "1+0/1+0/1+0", "1+2/2+0/1+1"),
        # fusion cannons: 3 + 3, two: 3 + 6
        ("talon BB Eliminator", "1+4/2+0/1+4", "1+4/3+0/1+4"),
        ("talon BB Eliminator", "1+4/3+0/1+4", "1+4/3+1/1+4"),
        ("talon DN Imperial", "1+4/0+0/1+4", "1+4/1+0/1+4"),
        ("talon DN Imperial", "1+4/3+0/1+0", "1+4/3+2/1+2"),
        ("talon DN Imperial", "1+4/3+5/1+4", "1+4/3+6/1+4"),
        ("talon Base Hope", "1+0/0+0/1+0", "1+2/1+0/2+0"),
    ],
)
def test_9_charging(unit, before, after):
    """9: each group has one red box marked, or, if none is empty, as many yellow boxes as it has weapons."""
    table = a_power_phase(f"{unit} -4,0 W charge {before}")
    table.shows(f"{unit.split()[2]} charge {after}")


@pytest.mark.parametrize(("unit", "hull"), DAMAGED)
def test_5_4_hull_modifiers(unit, hull):
    """5.4: the number in the leftmost unmarked hull box changes the Power of the row."""
    side, kind, name, power = unit
    enemy = {"terran": "talon CA Sacrifice 10,0 W", "talon": "terran CA Zhukov 10,0 W"}[side]
    table = board(f"""
        clock 1 talon curves
        {side} {kind} {name} 0,0 E speed 1 hull {hull}
        {enemy}
    """)
    table.do("talon done", "terran done")
    table.shows(f"{name} speed 1 power {power + MODIFIERS[unit][hull]} hull {hull}")
