"""10: AP kept in a battery, and moves made by afterburner."""

import pytest

from tests.core.board import board

# 10.1 Batteries


def test_10_1_charging():
    """10.1: in an impulse with AP a ship may put it into its empty battery."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran battery Patton")
    table.shows("Patton 0,0 E battery")
    assert table.clock == "1F terran move"


def test_10_1_empty_at_the_start():
    """10.1: batteries start empty, so that nobody has AP in an impulse without."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E
        talon FF Vision 10,-7 W
    """)
    table.shows("Patton no battery")
    assert table.clock == "1F talon ap"


def test_10_1_already_charged():
    """10.1: a charged battery cannot be charged again."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E battery
        talon FF Vision 10,-7 W
    """)
    assert not table.offers("terran battery Patton")
    assert table.offers("terran vote Patton change")


@pytest.mark.parametrize("ship", ["SC Explorer", "CV Wasp"])
def test_10_1_terran_ships_without_one(ship):
    """10.1: scouts and carriers have no battery."""
    table = board(f"""
        clock 1F terran ap
        terran {ship} 0,0 E
        talon FF Vision 10,-7 W
    """)
    name = ship.split()[1]
    assert not table.offers(f"terran battery {name}")
    assert table.offers(f"terran vote {name} change")


@pytest.mark.parametrize("ship", ["DD Caleb", "CL Thor", "CA Patton", "BC Caesar", "BB Defiant"])
def test_10_1_terran_ships_with_one(ship):
    """10.1: the other Terran warships have a battery each."""
    table = board(f"""
        clock 1F terran ap
        terran {ship} 0,0 E
        talon FF Vision 10,-7 W
    """)
    assert table.offers(f"terran battery {ship.split()[1]}")


def test_10_1_talon_has_none():
    """10.1: Talon ships have no battery."""
    table = board("""
        clock 1F talon ap
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    assert not table.offers("talon battery Sacrifice")
    assert table.offers("talon vote Sacrifice defend")


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("charge Patton 2", "charge 1+1/2+2/1+1 no battery"),
        ("reinforce Patton left", "markers left@E no battery"),
        ("slip Patton", "slip no battery"),
        ("power-through Patton", "turn 1 no battery"),
    ],
)
def test_10_1_using_it(order, found):
    """10.1: in an impulse without AP the battery pays for any order, and is empty then."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E turn 2 charge 1+1/2+1/1+1 battery
        talon FF Vision 10,-7 W
    """)
    table.do(f"terran {order}")
    table.shows(f"Patton {found}")
    assert table.clock == "1F talon ap"


def test_10_1_paying_for_the_initiative():
    """10.1: the battery may pay for an initiative marker, as in the tutorial."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E battery
        talon FF Vision 10,-7 W
    """)
    table.do("terran vote Patton change")
    table.shows("Patton no battery")
    assert table.asked == "terran grant"


def test_10_1_kept_when_not_used():
    """10.1: a battery not used stays charged."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E battery
        talon FF Vision 10,-7 W
    """)
    table.do("terran done")
    table.shows("Patton battery")


def test_10_1_scheduled_ap_comes_first():
    """10.1: in an impulse with AP the battery gives nothing and stays charged."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E battery
        talon FF Vision 10,-7 W
    """)
    table.do("terran vote Patton change")
    table.shows("Patton battery")


def test_10_1_never_two_ap():
    """10.1: scheduled AP and battery together do not make two."""
    table = board("""
        clock 1F terran ap
        terran CA Patton 0,0 E turn 2 charge 1+1/2+1/1+1 battery
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran vote Patton change")
    table.refuses("terran charge Patton 2", rule="6")
    table.shows("Patton charge 1+1/2+1/1+1 battery")


def test_10_1_once_an_impulse():
    """10.1: a battery that has been used gives no second AP."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E turn 2 charge 1+1/2+1/1+1 battery
        terran CA Zhukov 0,3 E battery
        talon FF Vision 10,-7 W
    """)
    table.do("terran charge Patton 2")
    table.refuses("terran power-through Patton", rule="6")
    assert not table.offers("terran battery Patton")
    assert table.offers("terran vote Zhukov change")


def test_10_1_ship_without_charge_has_no_ap():
    """10.1: off schedule only the ship with a charged battery has AP."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E
        terran CA Zhukov 0,3 E battery
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran vote Patton change", rule="6")
    assert table.offers("terran vote Zhukov change")


def test_10_1_used_and_charged_again():
    """10.1: a battery that has been used may be charged again."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E turn 2 battery
        talon FF Vision 10,-7 W
    """)
    table.do("terran power-through Patton")
    table.shows("Patton turn 1 no battery")
    table.do("talon done", "talon move Vision ahead")
    assert table.clock == "1F terran ap"
    table.do("terran battery Patton")
    table.shows("Patton battery")


def test_r4_not_into_itself():
    """R4: the battery's own AP cannot go back into the battery."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E battery
        talon FF Vision 10,-7 W
    """)
    assert not table.offers("terran battery Patton")
    assert table.offers("terran slip Patton")


# 10.2 Afterburners


@pytest.mark.parametrize(
    ("way", "found"),
    [
        ("ahead", "1,0 E turn 0"),
        ("left", "1,-1 NE turn 1"),
        ("right", "0,1 SE turn 1"),
    ],
)
def test_10_2_burning(way, found):
    """10.2: in an impulse without a scheduled move an afterburner moves the ship one hex like any move."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    table.do(f"talon burn Sacrifice {way}")
    table.shows(f"Sacrifice {found} afterburners 1")


def test_10_2_not_compulsory():
    """10.2: nobody has to burn."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    table.do("talon done")
    table.shows("Sacrifice 0,0 E afterburners 2")


@pytest.mark.parametrize("impulse", ["B", "D", "F"])
def test_10_2_not_when_scheduled(impulse):
    """10.2: a ship that moves in this impulse anyway may not burn."""
    table = board(f"""
        clock 1{impulse} talon move
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    table.refuses("talon burn Sacrifice ahead", rule="10")


def test_10_2_not_after_the_scheduled_move():
    """10.2: nor after it has made its scheduled move."""
    table = board("""
        clock 1B talon move
        talon CA Sacrifice 0,0 E
        talon CA Justice 0,-3 E
        terran SC Voyager -6,3 E
    """)
    table.do("talon move Sacrifice ahead")
    table.refuses("talon burn Sacrifice ahead", rule="10")
    table.shows("Sacrifice 1,0 E afterburners 2")


@pytest.mark.parametrize("impulse", ["A", "C", "E"])
def test_10_2_whenever_not_scheduled(impulse):
    """10.2: at Speed 3 an afterburner may be used in impulses A, C and E."""
    table = board(f"""
        clock 1{impulse} talon move
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    assert table.offered("talon burn") == [
        "talon burn Sacrifice ahead",
        "talon burn Sacrifice left",
        "talon burn Sacrifice right",
    ]


def test_10_2_one_an_impulse():
    """10.2: a ship burns once an impulse."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E
        talon CA Justice 0,-3 E
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.refuses("talon burn Sacrifice ahead", rule="10")
    assert table.offers("talon burn Justice ahead")


def test_10_2_each_once_a_battle():
    """10.2: a ship that has used all its afterburners burns no more."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E afterburners 0
        talon CA Justice 0,-3 E
        terran SC Voyager -6,3 E
    """)
    table.refuses("talon burn Sacrifice ahead", rule="10")


def test_10_2_the_last_one():
    """10.2: the last afterburner is as good as the first."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E afterburners 1
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E afterburners 0")


@pytest.mark.parametrize(
    "ship", ["DD Hunter", "CL Fearless", "CA Sacrifice", "BC Victory", "BB Eliminator", "DN Dominion"]
)
def test_10_2_two_each(ship):
    """10.2: each Talon warship but the frigate starts with two afterburners."""
    table = board(f"""
        clock 1E talon move
        talon {ship} 0,0 E
        terran SC Voyager -6,3 E
    """)
    name = ship.split()[1]
    table.shows(f"{name} afterburners 2")
    table.do(f"talon burn {name} ahead")
    table.shows(f"{name} 1,0 E afterburners 1")


@pytest.mark.parametrize("ship", ["FF Surprise", "Tran Tribe"])
def test_10_2_none(ship):
    """10.2: frigates and transports have no afterburner."""
    table = board(f"""
        clock 1E talon move
        talon {ship} 0,0 E
        talon CA Justice 0,-3 E
        terran SC Voyager -6,3 E
    """)
    table.refuses(f"talon burn {ship.split()[1]} ahead", rule="10")


def test_10_2_terran_has_none():
    """10.2: Terran ships have no afterburner."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E speed 4
        terran CA Zhukov 0,3 E
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran burn Patton ahead", rule="10")


def test_10_2_turn_radius():
    """10.2: while the turn count stands an afterburner only goes straight, which lowers it."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E turn 1
        terran SC Voyager -6,3 E
    """)
    table.refuses("talon burn Sacrifice left", rule="7")
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E turn 0")


@pytest.mark.parametrize(("way", "place"), [("slip-left", "1,-1"), ("slip-right", "0,1")])
def test_10_2_side_slip(way, place):
    """10.2: with a side-slip marker the move may be a side slip; the facing is kept, the marker and a turn count go."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E slip turn 1
        terran SC Voyager -6,3 E
    """)
    table.do(f"talon burn Sacrifice {way}")
    table.shows(f"Sacrifice {place} E turn 0 no slip afterburners 1")


def test_10_2_no_side_slip_without_marker():
    """10.2: without the marker there is no side slip."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E
        terran SC Voyager -6,3 E
    """)
    assert not table.offers("talon burn Sacrifice slip-left")


def test_10_2_any_burn_takes_the_slip_marker():
    """10.2: a straight afterburner move removes the side-slip marker too."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E slip
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E no slip")


def test_10_2_burning_into_a_friend():
    """10.2: an afterburner move is a move: ending on a ship of one's own side is a collision."""
    table = board("""
        clock 1E talon move
        talon CA Sacrifice 0,0 E
        talon CA Justice 1,0 E
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice ahead")
    table.shows("Sacrifice 1,0 E shields 4/4/4/3")
    table.shows("Justice shields 7/4/4/0")


def test_10_2_order_of_burns_and_moves():
    """10.2: burns and scheduled moves of one side come in any order."""
    table = board("""
        clock 1B talon move
        talon CA Sacrifice 0,0 E speed 4
        talon CA Justice 0,-3 E
        terran SC Voyager -6,3 E
    """)
    table.do("talon burn Sacrifice left", "talon move Justice ahead")
    table.shows("Sacrifice 1,-1 NE turn 2 afterburners 1")
    table.shows("Justice 1,-3 E afterburners 2")
