"""12: squadrons of fighters, and the power a carrier or base sends them."""

import contextlib

import pytest

from tests.core.board import board


def refused(table, order, *rules):
    """The order is refused by one of the rules that speak of it."""
    for rule in rules[:-1]:
        with contextlib.suppress(AssertionError):
            table.refuses(order, rule=rule)
            return
    table.refuses(order, rule=rules[-1])


# 12.1 Fire of and at fighters


@pytest.mark.parametrize(("fighter", "charge"), [(1, "0+0/1+1/1+1"), (2, "1+1/0+0/1+1"), (3, "1+1/1+1/0+0")])
def test_12_1_each_fighter_fires_its_phaser(fighter, charge):
    """12.1: each fighter has a phaser and a bar of its own."""
    table = board("""
        clock 1E terran fire
        terran FTR Cougar 0,0 E
        talon DN Dominion 2,0 W
    """)
    table.do(f"terran fire Cougar {fighter} Dominion", dice="6")
    table.shows("Dominion shields 9/9/9/8")
    table.shows(f"Cougar charge {charge}")


def test_12_1_three_shots():
    """12.1: a squadron may fire all three, one after the other."""
    table = board("""
        clock 1E terran fire
        terran FTR Cougar 0,0 E
        talon DN Dominion 1,0 W
    """)
    table.do("terran fire Cougar 1 Dominion", dice="1")
    table.do("terran fire Cougar 3 Dominion", dice="6")
    table.do("terran fire Cougar 2 Dominion", dice="2")
    table.shows("Dominion shields 6/9/9/8")
    table.shows("Cougar charge 0+0/0+0/0+0")


@pytest.mark.parametrize("items", ["fighters 0/2/0", "charge 1+1/1+0/1+1", "charge 1+1/0+1/1+1"])
def test_12_1_fighter_that_cannot_fire(items):
    """12.1: a fighter that is gone or not charged does not fire."""
    table = board(f"""
        clock 1E terran fire
        terran FTR Cougar 0,0 E {items}
        talon DN Dominion 2,0 W
    """)
    refused(table, "terran fire Cougar 2 Dominion", "8", "12")
    assert table.offers("terran fire Cougar 1 Dominion")


def test_12_1_damaged_fighter_fires():
    """12.1: a fighter with one box left fires like a fresh one."""
    table = board("""
        clock 1E terran fire
        terran FTR Cougar 0,0 E fighters 1/1/1
        talon DN Dominion 2,0 W
    """)
    table.do("terran fire Cougar 2 Dominion", dice="6")
    table.shows("Dominion shields 9/9/9/8")


@pytest.mark.parametrize("place", ["1,-2", "-1,2", "-2,0", "2,-2", "0,2"])
def test_12_1_front_arc_only(place):
    """12.1: fighters fire into their front arc only."""
    table = board(f"""
        clock 1E terran fire
        terran FTR Cougar 0,0 E
        talon DN Dominion 2,0 W
        talon FF Surprise {place} W
    """)
    table.refuses("terran fire Cougar 1 Surprise", rule="8")


@pytest.mark.parametrize("place", ["2,-1", "1,1", "3,-1"])
def test_12_1_edge_of_the_front_arc(place):
    """12.1: the dividing lines belong to that arc."""
    table = board(f"""
        clock 1E terran fire
        terran FTR Cougar 0,0 E
        talon DN Dominion {place} W
    """)
    assert table.offers("terran fire Cougar 1 Dominion")


@pytest.mark.parametrize("facing", ["E", "NW", "SE", "W"])
def test_12_1_damage_goes_to_the_fighter_named(facing):
    """12.1: there are no shields; the fighter named takes the damage, from whatever side."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 {facing}
    """)
    table.do("talon fire Surprise 1 Cougar/2", dice="6")
    table.shows("Cougar fighters 0/2/0")


def test_12_1_targets_in_a_squadron():
    """12.1: the fighters that are left are the targets."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 W fighters 0/2/1
    """)
    assert table.offered("talon fire Surprise 1") == [
        "talon fire Surprise 1 Cougar/1",
        "talon fire Surprise 1 Cougar/3",
    ]


def test_12_1_damage_does_not_run_over():
    """12.1: damage left over from one fighter does not reach the next."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 W fighters 1/0/0
    """)
    table.do("talon fire Surprise 1 Cougar/1", dice="6")
    table.shows("Cougar fighters 2/0/0")


def test_12_1_two_weapons_two_fighters():
    """12.1: the weapons of one group may take different fighters."""
    table = board("""
        clock 1E talon fire
        talon CA Sacrifice 0,0 E
        terran FTR Cougar 2,0 W
    """)
    table.do("talon fire Sacrifice 1 Cougar/1", dice="6")
    assert table.offered("talon pick") == ["talon pick Cougar/2", "talon pick Cougar/3"]
    table.do("talon pick Cougar/3", dice="1")
    table.shows("Cougar fighters 2/0/0")


def test_12_1_third_fighter():
    """12.1: with its third fighter the squadron is gone, without an explosion."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 1,0 W fighters 2/1/2
        terran CA Patton 2,0 E
    """)
    table.do("talon fire Surprise 1 Cougar/2", dice="6")
    table.shows("Cougar destroyed")
    table.shows("Surprise shields 3/2/2/2 hull 0")
    table.shows("Patton shields 6/5/5/4 hull 0")


def test_12_1_no_critical():
    """12.1: a fighter's last box calls for no critical roll."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 W fighters 1/1/1
    """)
    table.do("talon fire Surprise 1 Cougar/3", dice="2")
    table.shows("Cougar fighters 1/1/2")


@pytest.mark.parametrize("roll", ["1", "3", "6"])
def test_12_1_fusion_passes_fighters_by(roll):
    """12.1: a fusion cannon does nothing to fighters and rolls no die for them."""
    table = board("""
        clock 1E talon fire
        talon BB Eliminator 0,0 E
        terran BB Defiant 2,0 W
        terran FTR Cougar 1,0 W
    """)
    table.do("talon fire Eliminator 2 Defiant", dice=f"{roll}")
    table.shows("Cougar fighters 0/0/0")


def test_12_1_fighters_count_without_their_carrier():
    """12.1: squadrons that have lost their carrier fight on and hold the field."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran CV Wasp 2,0 W hull 5 shields 0/4/4/4
        terran FTR Cougar 4,0 W
    """)
    table.do("talon fire Surprise 1 Wasp", dice="6")
    table.shows("Wasp destroyed")
    table.shows("Cougar 4,0 W fighters 0/0/0")
    assert table.over == ""


# 12.1 Movement, collisions, curve


@pytest.mark.parametrize("impulse", ["A", "B", "C", "D", "F"])
def test_12_1_speed_5(impulse):
    """12.1: at Speed 5 a squadron moves in every impulse but E, turning as it likes."""
    table = board(f"""
        clock 1{impulse} terran move
        terran FTR Cougar 0,0 E
        talon FF Vision 10,-7 W
    """)
    assert table.offered("terran move Cougar") == [
        "terran move Cougar ahead",
        "terran move Cougar left",
        "terran move Cougar right",
    ]
    table.do("terran move Cougar left")
    table.shows("Cougar 1,-1 NE turn 0")


def test_12_1_speed_5_in_impulse_e():
    """12.1: in impulse E a squadron at Speed 5 stays where it is."""
    table = board("""
        clock 1E terran move
        terran FTR Cougar 0,0 E
        talon FF Vision 10,-7 W
    """)
    table.shows("Cougar 0,0 E")
    assert table.clock == "1F talon ap"


def test_12_1_speed_6():
    """12.1: at Speed 6 it moves in impulse E too, and a turn leaves a count of 1."""
    table = board("""
        clock 1E terran move
        terran FTR Cougar 0,0 E speed 6
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Cougar right")
    table.shows("Cougar 0,1 SE turn 1")


def test_12_1_curve():
    """12.1: fighters fly at Speed 5 or 6, never slower."""
    table = board("""
        clock 1 terran curves
        terran FTR Cougar 0,0 E
        terran FTR Wolverine 0,3 E speed 6
        talon FF Vision 10,-7 W
    """)
    assert table.offered("terran curve") == ["terran curve Cougar 6", "terran curve Wolverine 5"]
    table.do("terran curve Cougar 6")
    table.shows("Cougar speed 6")


def test_12_1_collision_with_a_ship():
    """12.1: a squadron that ends in the hex of a ship of its side is lost, and the ship takes 3."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CA Patton 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")
    table.shows("Patton shields 6/5/5/1 hull 0")


def test_12_1_collision_of_squadrons():
    """12.1: two squadrons that meet are both lost."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran FTR Wolverine 1,0 W
        terran CA Patton -6,3 E
        talon FF Vision 8,-6 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")
    table.shows("Wolverine destroyed")


def test_12_1_enemies_do_not_collide():
    """12.1: a squadron may share a hex with an enemy."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 1,0 E
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar 1,0 E fighters 0/0/0")
    table.shows("Sacrifice shields 7/4/4/3")


# 12.2 Power


def test_12_2_no_ap_of_their_own():
    """12.2: a squadron has no AP of its own in any impulse."""
    table = board("""
        clock 1F terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    assert table.offers("terran vote Wasp change")
    assert not table.offers("terran charge Cougar 1")
    assert not table.offers("terran vote Cougar change")
    assert not table.offers("terran slip Cougar")


def test_12_2_passive_charging():
    """12.2: in the Power Phase each fighter marks a red box, or else its yellow one, without any carrier."""
    table = board("""
        clock 1F terran fire
        terran FTR Cougar 0,0 E charge 0+0/1+0/1+1
        terran CA Patton -3,3 E
        talon FF Vision 10,-7 W
    """)
    assert table.clock == "1 talon curves"
    table.do("talon done", "terran done")
    table.shows("Cougar charge 1+0/1+1/1+1")


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("charge 1", "charge 1+1/1+0/0+0 turn 1 no slip"),
        ("charge 2", "charge 1+0/1+1/0+0 turn 1 no slip"),
        ("charge 3", "charge 1+0/1+0/0+1 turn 1 no slip"),
        ("power-through", "charge 1+0/1+0/0+0 turn 0 no slip"),
        ("slip", "charge 1+0/1+0/0+0 turn 1 slip"),
    ],
)
def test_12_2_transmitting(order, found):
    """12.2: a carrier's AP marks one yellow box of one fighter, or lowers the squadron's count, or readies a slip."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,0 E speed 6 turn 1 charge 1+0/1+0/0+0
        terran CV Hornet 0,3 E
        talon FF Vision 10,-7 W
    """)
    table.do(f"terran transmit Wasp Cougar {order}")
    table.shows(f"Cougar {found}")


def test_12_2_full_bar():
    """12.2: a fighter whose yellow box is marked cannot be charged."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,0 E charge 1+1/1+0/1+1
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran transmit Wasp Cougar charge 1", "6", "12")


def test_12_2_fighter_gone():
    """12.2: a fighter that is gone cannot be charged."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,0 E fighters 2/0/0 charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran transmit Wasp Cougar charge 1", "6", "12")


def test_12_2_instead_of_its_own():
    """12.2: an AP sent out is spent; the carrier has no second one."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran CV Hornet 0,3 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        terran FTR Wolverine 2,3 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    table.do("terran transmit Wasp Cougar charge 1")
    table.refuses("terran transmit Wasp Wolverine charge 1", rule="6")
    table.refuses("terran vote Wasp change", rule="6")
    assert table.offers("terran transmit Hornet Wolverine charge 1")


def test_12_2_one_ap_for_a_squadron():
    """12.2: a squadron receives one AP an impulse, even from two carriers."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran CV Hornet 0,3 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        terran FTR Wolverine 2,3 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    table.do("terran transmit Wasp Cougar charge 1")
    refused(table, "terran transmit Hornet Cougar charge 2", "6", "12")
    table.do("terran transmit Hornet Wolverine charge 2")
    table.shows("Cougar charge 1+1/1+0/1+0")
    table.shows("Wolverine charge 1+0/1+1/1+0")


@pytest.mark.parametrize("place", ["0,0", "1,0", "6,0", "0,-6", "6,-6", "-3,-3", "-6,3"])
def test_12_2_within_six_hexes(place):
    """12.2: the squadron may be up to six hexes away, on any side, also in the carrier's hex."""
    table = board(f"""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar {place} E charge 1+0/1+0/1+0
        talon FF Vision 7,3 W
    """)
    assert table.offers("terran transmit Wasp Cougar charge 1")


@pytest.mark.parametrize("place", ["7,0", "4,3", "-4,-3", "7,-6"])
def test_12_2_seven_hexes(place):
    """12.2: seven hexes are too far."""
    table = board(f"""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar {place} E charge 1+0/1+0/1+0
        talon FF Vision -8,3 W
    """)
    refused(table, "terran transmit Wasp Cougar charge 1", "6", "12")


@pytest.mark.parametrize(
    "terrain", ["asteroid 2,0", "nebula 2,0", "planet 2,0", "asteroid 4,0", "nebula 4,0", "asteroid 0,0"]
)
def test_12_2_blocked(terrain):
    """12.2: terrain on the way, under the fighters or under the carrier stops the transmission."""
    table = board(f"""
        clock 1A terran ap
        terrain {terrain}
        terran CV Wasp 0,0 E
        terran FTR Cougar 4,0 E charge 1+0/1+0/1+0
        talon FF Vision -8,3 W
    """)
    refused(table, "terran transmit Wasp Cougar charge 1", "12", "6", "17")


@pytest.mark.parametrize(
    "terrain", ["asteroid 1,0", "nebula 1,-1", "planet 1,0", "asteroid 3,-1", "nebula 2,0"]
)
def test_12_2_not_blocked(terrain):
    """12.2: terrain that the line only touches along an edge, or that lies beside or behind, stops nothing."""
    table = board(f"""
        clock 1A terran ap
        terrain {terrain}
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,-1 E charge 1+0/1+0/1+0
        talon FF Vision -8,3 W
    """)
    assert table.offers("terran transmit Wasp Cougar charge 1")


def test_12_2_only_carriers_and_bases():
    """12.2: other ships cannot transmit."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran transmit Patton Cougar charge 1", "6", "12")


def test_12_2_base():
    """12.2: a base transmits too, in each impulse in which its Power acts."""
    table = board("""
        clock 1E terran ap
        terran Base Valley_Forge 0,0 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    table.do("terran transmit Valley_Forge Cougar charge 3")
    table.shows("Cougar charge 1+0/1+0/1+1")


def test_12_2_carrier_without_ap():
    """12.2: in an impulse in which its Power does not act a carrier sends nothing."""
    table = board("""
        clock 1E terran ap
        terran CV Wasp 0,0 E
        terran Base Valley_Forge 0,3 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran transmit Wasp Cougar charge 1", "6", "12")
    assert table.offers("terran transmit Valley_Forge Cougar charge 1")


def test_12_2_carrier_with_power_loss():
    """12.2: a carrier with power lost sends nothing."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E criticals power
        terran CV Hornet 0,3 E
        terran FTR Cougar 2,0 E charge 1+0/1+0/1+0
        talon FF Vision 10,-7 W
    """)
    assert not table.offers("terran transmit Wasp Cougar charge 1")
    assert table.offers("terran transmit Hornet Cougar charge 1")


def test_12_2_slip_for_the_squadron():
    """12.2: a slip sent by the carrier is flown by the squadron in its move of this impulse."""
    table = board("""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar 2,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran transmit Wasp Cougar slip", "terran move Cougar slip-left")
    table.shows("Cougar 3,-1 E no slip")
