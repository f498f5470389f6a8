"""16: docking with carriers and bases, and landing on planets."""

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


# Landing


@pytest.mark.parametrize(
    ("planet", "way"), [("1,0", "ahead"), ("1,-1", "left"), ("0,1", "right")], ids=["ahead", "left", "right"]
)
def test_16_landing(planet, way):
    """16: a transport at Speed 1 lands by a normal move into the planet's hex."""
    table = board(f"""
        clock 1F terran move
        mode planet of talon
        capital {planet}
        terran Tran Normandy 0,0 E speed 1
        terran CA Patton -5,3 E
        talon FF Vision 10,-7 W
    """)
    table.do(f"terran move Normandy {way} land")
    table.shows("Normandy landed")


def test_16_talon_landing():
    """16: Talon transports land in the same way."""
    table = board("""
        clock 1F talon move
        mode planet of terran
        capital 1,0
        talon Tran Tribe 0,0 E speed 1
        talon CA Sacrifice -5,3 E
        terran SC Voyager 10,-7 W
    """)
    table.do("talon move Tribe ahead land")
    table.shows("Tribe landed")


@pytest.mark.parametrize("speed", [2, 3])
def test_16_landing_too_fast(speed):
    """16: at Speed 2 or 3 a transport cannot land."""
    table = board(f"""
        clock 1F terran move
        mode planet of talon
        capital 1,0
        terran Tran Normandy 0,0 E speed {speed}
        terran CA Patton -5,3 E
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran move Normandy ahead land", "16", "23")


@pytest.mark.parametrize("ship", ["CA Patton", "SC Explorer", "CV Wasp", "FTR Cougar"])
def test_16_only_transports_land(ship):
    """16: no other ship and no fighter lands on a planet."""
    pace = "" if "FTR" in ship else "speed 1"
    table = board(f"""
        clock 1F terran move
        mode planet of talon
        capital 1,0
        terran {ship} 0,0 E {pace}
        terran CA Zhukov -5,3 E
        talon FF Vision 10,-7 W
    """)
    table.refuses(f"terran move {ship.split()[1]} ahead land", rule="16")


def test_16_nothing_to_land_on():
    """16: there is no landing in a hex without a planet."""
    table = board("""
        clock 1F terran move
        mode planet of talon
        capital 2,0
        terrain asteroid 1,0
        terran Tran Normandy 0,0 E speed 1
        terran CA Patton -5,3 E
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran move Normandy ahead land", rule="16")


def test_r17_declared():
    """R17: a transport that moves into the planet without declaring a landing is destroyed, without an explosion."""
    table = board("""
        clock 1F terran move
        mode planet of talon
        capital 1,0
        terran Tran Normandy 0,0 E speed 1
        terran CA Patton -5,3 E
        talon FF Vision 2,0 W
    """)
    table.do("terran move Normandy ahead")
    table.shows("Normandy destroyed")
    table.shows("Vision shields 3/2/2/2 hull 0")


def test_r17_turn_count_holds():
    """R17: a landing is a normal move: with a turn count there is no turning into the planet."""
    table = board("""
        clock 1F terran move
        mode planet of talon
        capital 1,-1
        terran Tran Normandy 0,0 E speed 1 turn 1
        terran CA Patton -5,3 E
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran move Normandy left land", "7", "16")


def test_16_missile_at_a_landed_transport():
    """16: a missile aimed at a transport that has landed aims at nothing."""
    table = board("""
        clock 1F terran move
        mode planet of talon
        capital 1,0
        terran Tran Normandy 0,0 E speed 1
        terran CA Patton -5,3 E
        talon FF Vision 10,-7 W
        talon missile m1 4,0 W at Normandy
    """)
    table.do("terran move Normandy ahead land")
    table.shows("Normandy landed")
    table.shows("m1 4,0 W at nothing")


# Transports and bases


def test_16_transport_docks_with_a_base():
    """16: a transport at Speed 1 docks with a base of its side; nothing collides."""
    table = board("""
        clock 1F terran move
        terran Tran Normandy 0,0 E speed 1
        terran Base Valley_Forge 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Normandy ahead dock Valley_Forge")
    table.shows("Normandy docked Valley_Forge")
    table.shows("Valley_Forge shields 7/7/7/7 hull 0")


@pytest.mark.parametrize("speed", [2, 3])
def test_16_transport_too_fast_for_the_base(speed):
    """16: at Speed 2 or 3 a transport cannot dock."""
    table = board(f"""
        clock 1F terran move
        terran Tran Normandy 0,0 E speed {speed}
        terran Base Valley_Forge 1,0 E
        talon FF Vision 10,-7 W
    """)
    refused(table, "terran move Normandy ahead dock Valley_Forge", "16", "23")


@pytest.mark.parametrize(
    ("ship", "host"), [("Tran Normandy", "CV Wasp"), ("CA Patton", "CV Wasp"), ("Tran Normandy", "CA Patton")]
)
def test_16_no_such_docking(ship, host):
    """16: transports do not dock with carriers, ships not with each other."""
    table = board(f"""
        clock 1F terran move
        terran {ship} 0,0 E speed 1
        terran {host} 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.refuses(f"terran move {ship.split()[1]} ahead dock {host.split()[1]}", rule="16")


def test_16_warship_and_base():
    """16: a warship does not dock with a base."""
    table = board("""
        clock 1F terran move
        terran CA Patton 0,0 E speed 1
        terran Base Valley_Forge 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran move Patton ahead dock Valley_Forge", rule="16")


# Squadrons


@pytest.mark.parametrize(
    ("host", "clock"), [("CV Wasp", "1A"), ("Base Valley_Forge", "1A"), ("CV Wasp", "1F")]
)
@pytest.mark.parametrize("speed", [5, 6])
def test_16_squadron_docks(host, clock, speed):
    """16: a squadron docks with a carrier or base of its side at any Speed; nothing collides."""
    table = board(f"""
        clock {clock} terran move
        terran FTR Cougar 0,0 E speed {speed} fighters 1/0/2
        terran {host} 1,0 E
        talon FF Vision 10,-7 W
    """)
    name = host.split()[1]
    table.do(f"terran move Cougar ahead dock {name}")
    table.shows(f"Cougar docked {name} fighters 1/0/2")
    full = "7/7/7/7" if "Base" in host else "4/4/4/4"
    table.shows(f"{name} shields {full} hull 0")


@pytest.mark.parametrize(("place", "way"), [("1,-1", "left"), ("0,1", "right"), ("1,-1", "slip-left")])
def test_16_docking_by_any_move(place, way):
    """16: the squadron may turn or slip into the carrier's hex."""
    table = board(f"""
        clock 1A terran move
        terran FTR Cougar 0,0 E slip
        terran CV Wasp {place} E
        talon FF Vision 10,-7 W
    """)
    table.do(f"terran move Cougar {way} dock Wasp")
    table.shows("Cougar docked Wasp")


def test_r17_not_declared():
    """R17: without declaring it the squadron does not dock but collides."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CV Wasp 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Cougar ahead")
    table.shows("Cougar destroyed")
    table.shows("Wasp shields 4/4/4/1 hull 0")


def test_r17_only_the_docking_units_own_move():
    """R17: a carrier that moves onto a squadron collides with it."""
    table = board("""
        clock 1F terran move
        terran CV Wasp 0,0 E
        terran FTR Cougar 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran move Wasp ahead dock Cougar", rule="16")
    table.do("terran move Wasp ahead")
    table.shows("Cougar destroyed")
    table.shows("Wasp 1,0 E shields 1/4/4/4 hull 0")


def test_16_wrong_hex():
    """16: the unit docks in the hex that it enters, nowhere else."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CV Wasp 2,0 E
        talon FF Vision 10,-7 W
    """)
    table.refuses("terran move Cougar ahead dock Wasp", rule="16")


@pytest.mark.parametrize("host", ["CA Patton", "Tran Normandy", "SC Explorer"])
def test_16_squadron_and_other_ships(host):
    """16: squadrons dock with carriers and bases only."""
    table = board(f"""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran {host} 1,0 E
        talon FF Vision 10,-7 W
    """)
    table.refuses(f"terran move Cougar ahead dock {host.split()[1]}", rule="16")


def test_16_enemy_base():
    """16: the base must be a friendly one."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        talon Base Hope 1,0 E
    """)
    table.refuses("terran move Cougar ahead dock Hope", rule="16")


FOUR = "Black_Jack", "Black_Sheep", "Diamondback", "Wolverine"


@pytest.mark.parametrize("host", ["CV Wasp", "Base Valley_Forge"])
def test_16_fourth_squadron(host):
    """16: a carrier or base takes a fourth squadron."""
    name = host.split()[1]
    table = board(f"""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran {host} 1,0 E
        terran FTR {FOUR[0]} docked {name}
        terran FTR {FOUR[1]} docked {name}
        terran FTR {FOUR[2]} docked {name}
        talon FF Vision 10,-7 W
    """)
    table.do(f"terran move Cougar ahead dock {name}")
    table.shows(f"Cougar docked {name}")


@pytest.mark.parametrize("host", ["CV Wasp", "Base Valley_Forge"])
def test_16_fifth_squadron(host):
    """16: a fifth does not fit."""
    name = host.split()[1]
    table = board(f"""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran {host} 1,0 E
        terran FTR {FOUR[0]} docked {name}
        terran FTR {FOUR[1]} docked {name}
        terran FTR {FOUR[2]} docked {name}
        terran FTR {FOUR[3]} docked {name}
        talon FF Vision 10,-7 W
    """)
    table.refuses(f"terran move Cougar ahead dock {name}", rule="16")


def test_16_transport_beside_four_squadrons():
    """16: the limit of four is one of squadrons; a transport docks with a full base."""
    table = board(f"""
        clock 1F terran move
        terran Tran Normandy 0,0 E speed 1
        terran Base Valley_Forge 1,0 E
        terran FTR {FOUR[0]} docked Valley_Forge
        terran FTR {FOUR[1]} docked Valley_Forge
        terran FTR {FOUR[2]} docked Valley_Forge
        terran FTR {FOUR[3]} docked Valley_Forge
        talon FF Vision 10,-7 W
    """)
    table.do("terran move Normandy ahead dock Valley_Forge")
    table.shows("Normandy docked Valley_Forge")


def test_16_docked_squadrons_stay():
    """16: a docked squadron gets no orders any more."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CV Wasp 1,0 E
        terran FTR Wolverine docked Wasp
        talon FF Vision 10,-7 W
    """)
    assert not any("Wolverine" in order for order in table.offered("terran"))


def test_16_squadron_shares_the_carriers_fate():
    """16: the squadrons docked with a carrier are lost with it, others are not."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran CV Wasp 2,0 W hull 5 shields 0/4/4/4
        terran FTR Cougar docked Wasp
        terran FTR Wolverine 4,0 W
    """)
    table.do("talon fire Surprise 1 Wasp", dice="6")
    table.shows("Wasp destroyed")
    table.shows("Cougar destroyed")
    table.shows("Wolverine 4,0 W fighters 0/0/0")


def test_16_missile_at_a_docked_squadron():
    """16: a missile aimed at a squadron that has docked aims at nothing."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CV Wasp 1,0 E
        talon FF Vision 10,-7 W
        talon missile m1 4,0 W at Cougar
    """)
    table.do("terran move Cougar ahead dock Wasp")
    table.shows("m1 4,0 W at nothing")


def test_16_missile_waiting_in_the_hex():
    """16: docking ends the move: a missile in that hex aimed at the squadron does not hit it."""
    table = board("""
        clock 1A terran move
        terran FTR Cougar 0,0 E
        terran CV Wasp 1,0 E
        talon FF Vision 10,-7 W
        talon missile m1 1,0 W at Cougar
    """)
    table.do("terran move Cougar ahead dock Wasp")
    table.shows("Cougar docked Wasp fighters 0/0/0")
    table.shows("m1 1,0 W at nothing")


# R35: when a squadron counts as lost


def test_r35_docked_squadron_is_lost_with_the_last_carrier():
    """R35: docked squadrons die with their carrier, so that nothing is left to hold the field."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran CV Wasp 2,0 W hull 5 shields 0/4/4/4
        terran FTR Cougar docked Wasp
    """)
    table.do("talon fire Surprise 1 Wasp", dice="6")
    table.shows("Cougar destroyed")
    assert table.over == "held talon"


def test_r35_third_fighter():
    """R35: a squadron stands until its third fighter is gone."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 W fighters 2/0/2
    """)
    assert table.over == ""
    table.do("talon fire Surprise 1 Cougar/2", dice="6")
    table.shows("Cougar destroyed")
    assert table.over == "held talon"


def test_r35_two_fighters_gone():
    """R35: with one fighter left the squadron is still there."""
    table = board("""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran FTR Cougar 2,0 W fighters 2/0/0
    """)
    table.do("talon fire Surprise 1 Cougar/2", dice="6")
    table.shows("Cougar 2,0 W fighters 2/2/0")
    assert table.over == ""


@pytest.mark.parametrize(
    "unit", ["Tran Normandy 2,0 W hull 3 shields 0/4/4/4", "Base Valley_Forge 2,0 W hull 8 shields 0/7/7/7"]
)
def test_r35_transport_and_base_are_ships_lost(unit):
    """R35: a transport or base destroyed is a ship lost, and with the last one the battle is."""
    table = board(f"""
        clock 1E talon fire
        talon FF Surprise 0,0 E
        terran {unit}
    """)
    assert table.over == ""
    table.do("talon fire Surprise 1 " + unit.split()[1], dice="6")
    assert table.over == "held talon"
