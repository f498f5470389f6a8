"""9: the Power Phase, with 5.4's hull modifiers and break-up; R34."""

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


def test_9_charging_is_automatic():
    """9: in the Power Phase nobody orders a box to be marked."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 0,0 E charge 1+0/2+0/1+0
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran charge Patton 2", rule="3")


def test_9_power_loss_charges_nothing():
    """9: a ship with power loss marks no box; its repair die in impulse F has failed."""
    table = board("""
        clock 1F terran fire
        terran CA Patton -4,0 W charge 0+0/2+0/1+0 criticals power
        terran SC Explorer 7,0 E
        talon Tran Tribe 9,0 W
    """)
    table.do("terran done", dice="5")
    table.do("talon done", "terran done")
    assert table.clock == "2A terran fire"
    table.shows("Patton charge 0+0/2+0/1+0")


def test_9_mended_in_time_it_charges():
    """9: mended at the end of impulse F it charges with the others."""
    table = board("""
        clock 1F terran fire
        terran CA Patton -4,0 W charge 0+0/2+0/1+0 criticals power
        terran SC Explorer 7,0 E
        talon Tran Tribe 9,0 W
    """)
    table.do("terran done", dice="6")
    table.do("talon done", "terran done")
    table.shows("Patton charge 1+0/2+1/1+1")


def test_9_both_sides_charge():
    """9: the Second Player's ships charge as well as the Initiative Player's."""
    table = board("""
        clock 1F terran fire
        terran SC Explorer 0,0 E
        terran SC Voyager 0,4 E charge 0+0
        talon CA Sacrifice 2,0 E charge 0+0/1+2
    """)
    table.do("terran done", "talon done", "terran done")
    table.shows("Voyager charge 1+0")
    table.shows("Sacrifice charge 1+0/1+4")


def test_9_power_loss_keeps_the_row():
    """9: a ship with power loss does not change its curve; others do."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 0,0 E criticals power
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    assert table.offered("terran curve Patton") == []
    assert table.offers("terran curve Zhukov 4")


def test_9_the_second_player_has_seen_it():
    """9: the Initiative Player sets all his rows first; the Second Player then sees the new Speed."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon CA Justice 10,2 W
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran curve Patton 4", rule="3")
    table.do("talon curve Sacrifice 4")
    assert table.clock == "1 talon curves"
    table.do("talon curve Justice 2")
    assert table.clock == "1 terran curves"
    table.shows("Sacrifice speed 4")
    table.shows("Justice speed 2")
    table.do("terran curve Patton 2")
    assert table.clock == "2A talon ap"
    table.shows("Patton speed 2 power 4")


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


@pytest.mark.parametrize(("relays", "hull", "power"), [(1, 0, 4), (2, 0, 3), (1, 2, 3), (2, 5, 1)])
def test_5_4_relays_and_hull_add_up(relays, hull, power):
    """5.4: damage to the power relays lowers Power too, beside the hull's number."""
    table = board(f"""
        clock 1 terran curves
        terran CA Patton 0,0 E speed 1 hull {hull} relays {relays}
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    table.shows(f"Patton speed 1 power {power}")


def test_5_4_only_in_the_power_phase():
    """5.4: hull damage taken in the round leaves the written Power until the Power Phase."""
    table = board("""
        clock 1A talon fire
        terran CA Patton 0,0 E shields 0/5/5/4 charge 0+0/0+0/0+0
        talon CL Dauntless 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Dauntless 1 Patton", dice="6")
    table.shows("Patton hull 2 power 3")
    table = board("""
        clock 1 terran curves
        terran CA Patton 0,0 E hull 2 power 3
        talon CA Sacrifice 10,0 W
    """)
    table.shows("Patton power 3")
    table.do("terran done")
    table.shows("Patton hull 2 power 2")


def test_5_4_modifiers_apply_to_the_new_row():
    """5.4: the curve first, then the modifiers."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 0,0 E hull 5 power 3
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran curve Patton 2")
    table.shows("Patton speed 2 power 2")


def test_5_4_no_negative_row_while_there_is_another():
    """5.4: a row whose Power would be negative is not to be had; Power 0 is."""
    table = board("""
        clock 1 terran curves
        terran BB Defiant 0,0 E speed 4 hull 2
        terran CA Patton 0,2 E speed 4 hull 2
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran curve Defiant 5", rule="5.4")
    assert table.offers("terran curve Defiant 3")
    table.do("terran curve Patton 5", "terran done")
    table.shows("Patton speed 5 power 0")
    table.shows("Defiant speed 4 power 1")


def test_5_4_a_ship_must_slow_down():
    """5.4: where staying would be negative and the slower row is not, the ship slows down without a choice."""
    table = board("""
        clock 1 terran curves
        terran BB Defiant 0,0 E speed 5 hull 2
        talon CA Sacrifice 10,0 W
    """)
    table.shows("Defiant speed 4 power 1")


def test_5_4_power_zero_is_legal():
    """5.4: a ship with Power 0 goes on."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon FF Vision 10,0 W speed 4 hull 2
    """)
    table.do("talon done", "terran done")
    table.shows("Vision 10,0 speed 4 power 0")


def test_5_4_break_up():
    """5.4: with no row left that is not negative the ship breaks up and explodes."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon FF Vision 1,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done", "terran done")
    table.shows("Vision destroyed")
    table.shows("Patton shields 5/5/5/4")
    assert table.clock == "2A talon move"


def test_5_4_too_fast_to_be_saved():
    """5.4: only one step of Speed a round; a slower row out of reach does not help."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon DD Hunter 6,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done", "terran done")
    table.shows("Hunter destroyed")


def test_5_4_power_loss_and_hull_damage():
    """5.4: a ship with power loss cannot slow down; its modifiers still destroy it."""
    table = board("""
        clock 1 terran curves
        terran BB Defiant 0,0 E speed 5 hull 2 criticals power
        terran CA Patton 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    table.shows("Defiant destroyed")
    table.shows("Patton 0,2 shields 6/5/5/4")


def test_5_4_power_loss_applies_modifiers():
    """5.4: a ship with power loss keeps its row, and has its Power lowered."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 0,0 E hull 5 power 3 criticals power
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    table.shows("Patton speed 3 power 1")


def test_r34_after_both_sides_have_set_their_curves():
    """R34: a ship that will break up is still there while the other side sets its curves."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon FF Vision 1,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done")
    assert table.clock == "1 terran curves"
    table.shows("Vision 1,0")
    table.shows("Patton shields 6/5/5/4")


def test_r34_what_is_set_stays_set():
    """R34: the side that was first does not change its curves once the other has its turn."""
    table = board("""
        clock 1 talon curves
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done")
    table.refuses("talon curve Sacrifice 4", rule="3")


def test_r34_the_explosion_lowers_power_later():
    """R34: hull lost in a break-up's explosion counts only in the next Power Phase."""
    table = board("""
        clock 1 talon curves
        terran SC Explorer 0,0 E shields 0/1/1/1
        talon FF Vision 1,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done", "terran done")
    table.shows("Explorer hull 1 power 2")
    table = board("""
        clock 2 terran curves
        terran SC Explorer 0,0 E shields 0/1/1/1 hull 1 power 2
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    table.shows("Explorer hull 1 power 1")


def test_r34_no_second_break_up_in_the_same_phase():
    """R34: a ship at Power 0 whose next hull number would make it negative survives this phase."""
    table = board("""
        clock 1 talon curves
        terran BB Defiant 0,0 E speed 5 hull 1 shields 0/7/7/7
        talon FF Vision 1,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon done", "terran done")
    table.shows("Defiant 0,0 hull 2 power 0 speed 5")


@pytest.mark.parametrize("first", ["talon", "terran"])
def test_r34_initiative_side_first(first):
    """R34: of two break-ups the initiative side's explosion, with its critical, comes before the other's."""
    second = "terran" if first == "talon" else "talon"
    table = board(f"""
        clock 1 {first} curves
        initiative {first}
        terran DD Achilles 0,0 E shields 0/3/3/2 hull 1
        terran DD Caleb 8,0 E speed 5 hull 2 relays 2
        terran CA Patton 0,3 E battery
        talon FF Surprise 9,0 W shields 0/2/2/2 hull 1
        talon FF Vision 1,0 W speed 5 hull 2 relays 1
        talon CA Sacrifice 9,3 W
    """)
    table.do(f"{first} done")
    table.do(f"{second} done", dice="2 2 3 4")
    table.shows("Vision destroyed")
    table.shows("Caleb destroyed")
    assert ("helm" in table.lines("terran DD Achilles")[0]) == (first == "talon")
    assert ("helm" in table.lines("talon FF Surprise")[0]) == (first == "terran")
    table.shows("Achilles hull 2")
    table.shows("Surprise hull 2")
