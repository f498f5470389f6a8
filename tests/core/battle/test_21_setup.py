"""21: deployment, fighter launch and how ships start; R21, R23, R24 and R37."""

import pytest

from tests.core.board import board


def terran_deploys(more=""):
    """The Talon has deployed; the Terran has two cruisers to put down."""
    return board(f"""
        clock 0 terran deploy
        map 0,0
        {more}
        terran CA Patton undeployed
        terran CA Zhukov undeployed
        talon CA Sacrifice 5,1 SE
        talon CA Justice 8,1 SE
    """)


def talon_deploys():
    """The Talon, with as many counters, deploys first."""
    return board("""
        clock 0 talon deploy
        map 0,0
        terran CA Patton undeployed
        terran CA Zhukov undeployed
        talon CA Sacrifice undeployed
        talon CA Justice undeployed
    """)


@pytest.mark.parametrize("place", ["-4,10", "3,10", "11,10", "-4,11", "3,11", "10,11"])
@pytest.mark.parametrize("facing", ["NE", "NW"])
def test_r21_the_terran_zone(place, facing):
    """21, R21: the two lowest rows from end to end, facing either of the two sides toward the enemy."""
    table = terran_deploys()
    table.do(f"terran deploy Patton {place} {facing}")
    table.shows(f"Patton {place} {facing}")
    assert table.clock == "0 terran deploy"


@pytest.mark.parametrize("place", ["0,2", "7,2", "15,2", "1,1", "7,1", "15,1"])
@pytest.mark.parametrize("facing", ["SE", "SW"])
def test_r21_the_talon_zone(place, facing):
    """21, R21: the two highest rows, facing down."""
    table = talon_deploys()
    table.do(f"talon deploy Sacrifice {place} {facing}")
    table.shows(f"Sacrifice {place} {facing}")


@pytest.mark.parametrize("place", ["3,9", "5,6", "5,2", "3,1"])
def test_21_not_outside_the_zone(place):
    """21: no ship is put down outside its zone."""
    terran_deploys().refuses(f"terran deploy Patton {place} NE", rule="21")


@pytest.mark.parametrize("place", ["-5,10", "12,10", "-5,11", "11,11", "3,12"])
def test_21_not_off_the_map(place):
    """21: the zone ends with the map."""
    assert not terran_deploys().offers(f"terran deploy Patton {place} NE")


@pytest.mark.parametrize("place", ["3,3", "-1,2", "16,2", "0,1", "16,1"])
def test_21_not_outside_the_talon_zone(place):
    """21: the same for the Talon."""
    assert not talon_deploys().offers(f"talon deploy Sacrifice {place} SE")


@pytest.mark.parametrize("facing", ["E", "SE", "SW", "W"])
def test_21_only_forward(facing):
    """21, R21: no other facing than toward the enemy."""
    table = terran_deploys()
    assert not table.offers(f"terran deploy Patton 3,10 {facing}")
    table.refuses(f"terran deploy Patton 3,10 {facing}", rule="21")


def test_21_no_two_in_a_hex():
    """21, 7.4: friends are not stacked at set-up."""
    table = terran_deploys()
    table.do("terran deploy Patton 3,10 NE")
    assert not table.offers("terran deploy Zhukov 3,10 NE")
    assert table.offers("terran deploy Zhukov 4,10 NE")


def test_21_not_on_terrain():
    """17, 21: no ship is put down on terrain."""
    table = terran_deploys("terrain planet 3,10")
    assert not table.offers("terran deploy Patton 3,10 NE")
    assert table.offers("terran deploy Patton 3,11 NE")


def test_21_every_ship_is_deployed():
    """21: nobody is done while a ship is still to be put down."""
    table = terran_deploys()
    table.do("terran deploy Patton 3,10 NE")
    assert not table.offers("terran done")


def test_21_the_other_side_waits():
    """21: one side deploys whole, then the other."""
    table = talon_deploys()
    table.refuses("terran deploy Patton 3,10 NE", rule="3")
    table.do("talon deploy Sacrifice 5,1 SE")
    assert table.clock == "0 talon deploy"
    table.do("talon deploy Justice 8,1 SE")
    assert table.clock == "0 terran deploy"


def test_21_the_talon_begins_the_battle():
    """21: when all is down the Talon begins as Initiative Player, without a Power Phase first."""
    table = terran_deploys()
    table.do("terran deploy Patton 3,10 NE")
    table.do("terran deploy Zhukov 6,10 NE")
    assert table.clock == "1A talon move"
    table.shows("Patton 3,10 NE speed 3 power 3")


def first_to_deploy(units):
    """Which side is asked first, once the terrain is placed."""
    table = board(f"""
        clock 0 talon terrain
        map 0,0
        pattern 1,2
        {units}
    """)
    table.do("talon terrain 5,6 0")
    return table.clock


PATTON = "terran CA Patton undeployed"
SACRIFICE = "talon CA Sacrifice undeployed"
JUSTICE = "talon CA Justice undeployed"
CARRIER = ["terran CV Wasp undeployed"]
SCOUTS = ["terran SC Explorer undeployed", "terran SC Voyager undeployed"]


@pytest.mark.parametrize(
    ("units", "first"),
    [
        ([PATTON, SACRIFICE], "talon"),
        ([PATTON, SACRIFICE, JUSTICE], "terran"),
        ([PATTON, "terran CA Zhukov undeployed", SACRIFICE], "talon"),
        (["terran CV Wasp undeployed", "terran FTR Cougar undeployed", SACRIFICE, JUSTICE], "talon"),
        (
            [*CARRIER, "terran FTR Cougar undeployed", "terran FTR Wolverine undeployed", SACRIFICE, JUSTICE],
            "talon",
        ),
        (["terran CV Wasp undeployed", "terran FTR Cougar out", SACRIFICE, JUSTICE], "terran"),
        ([PATTON, "terran Base Valley_Forge undeployed", SACRIFICE, JUSTICE], "talon"),
        ([PATTON, SACRIFICE, "talon Base Hope undeployed"], "terran"),
        (
            [*SCOUTS, "terran SC Scout_3 waiting", SACRIFICE, JUSTICE, "talon CA Unity undeployed"],
            "terran",
        ),
    ],
)
def test_r37_who_deploys_first(units, first):
    """21, R37: fewer counters first, Talon on a tie; squadrons and bases count, who waits or sits out does not."""
    assert first_to_deploy("\n        ".join(units)) == f"0 {first} deploy"


def test_21_squadrons_are_not_deployed():
    """21: squadrons are not put down with the ships, they are launched afterwards."""
    table = board("""
        clock 0 terran deploy
        map 0,0
        terran CV Wasp undeployed
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
        talon CA Justice 8,1 SE
    """)
    assert table.offered("terran deploy Cougar") == []
    table.do("terran deploy Wasp 3,10 NE")
    assert table.clock == "0 terran launch"


def launch(more=""):
    """The carrier stands in 3,10, with two squadrons to launch."""
    return board(f"""
        clock 0 terran launch
        map 0,0
        {more}
        terran CV Wasp 3,10 NE
        terran FTR Cougar undeployed
        terran FTR Wolverine undeployed
        talon CA Sacrifice 5,1 SE
    """)


@pytest.mark.parametrize("place", ["4,10", "4,9", "3,9", "2,10", "2,11", "3,11"])
@pytest.mark.parametrize("facing", ["NE", "NW"])
def test_r37_launched_next_to_the_carrier(place, facing):
    """21, R37: a squadron is launched into a hex next to its carrier, in or out of the zone, facing forward."""
    table = launch()
    table.do(f"terran launch Cougar {place} {facing}")
    table.shows(f"Cougar {place} {facing}")
    assert table.clock == "0 terran launch"


@pytest.mark.parametrize("place", ["3,8", "5,10", "5,8", "1,10", "9,10"])
def test_21_not_farther_than_next_to_it(place):
    """21: two hexes away is too far."""
    launch().refuses(f"terran launch Cougar {place} NE", rule="21")


@pytest.mark.parametrize("facing", ["E", "SE", "SW", "W"])
def test_r37_launched_facing_forward(facing):
    """R37: a squadron is launched facing forward."""
    assert not launch().offers(f"terran launch Cougar 3,9 {facing}")


def test_21_one_squadron_to_a_hex():
    """21: neither on the carrier, nor on another squadron, nor on a ship, nor on terrain."""
    table = launch("terrain asteroid 4,9\n        terran CA Patton 2,10 NE")
    assert not table.offers("terran launch Cougar 3,10 NE")
    assert not table.offers("terran launch Cougar 4,9 NE")
    assert not table.offers("terran launch Cougar 2,10 NE")
    table.do("terran launch Wolverine 3,9 NE")
    assert not table.offers("terran launch Cougar 3,9 NE")
    table.do("terran launch Cougar 4,10 NW")
    assert table.clock == "1A talon move"


def test_21_launching_is_not_optional():
    """21: a squadron that can be launched must be."""
    assert not launch().offers("terran done")


def test_21_a_base_launches():
    """21: squadrons are launched from a base as well."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terran Base Valley_Forge 3,10 NE
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
    """)
    table.do("terran launch Cougar 3,9 NW")
    table.shows("Cougar 3,9 NW")


def test_r37_one_that_cannot_stays_docked():
    """21, R37: a squadron without an empty hex next to its carrier stays docked."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terrain asteroid 4,10 4,9 3,9 2,10 2,11 3,11
        terran CV Wasp 3,10 NE
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
    """)
    table.shows("Cougar docked Wasp")
    assert table.clock == "1A talon move"


def test_r37_the_last_hex_is_taken():
    """R37: of two squadrons with one hex between them one is launched and the other stays docked."""
    table = launch("terrain asteroid 4,10 4,9 2,10 2,11 3,11")
    table.do("terran launch Cougar 3,9 NE")
    table.shows("Cougar 3,9 NE")
    table.shows("Wolverine docked Wasp")


def test_r37_the_owner_picks_the_carrier():
    """R37: with two carriers that cannot launch, the owner picks where the squadron stays."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terrain asteroid 4,10 4,9 3,9 2,10 2,11 3,11 9,10 9,9 8,9 7,10 7,11 8,11
        terran CV Wasp 3,10 NE
        terran CV Hornet 8,10 NE
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
    """)
    assert table.asked == "terran pick"
    table.do("terran pick Hornet")
    table.shows("Cougar docked Hornet")


def deployed(unit, name):
    """The unit, put down, with another still to come."""
    table = board(f"""
        clock 0 terran deploy
        map 0,0
        terran {unit}
        terran CA Zhukov undeployed
        talon CA Sacrifice 5,1 SE
        talon CA Justice 8,1 SE
    """)
    return table.do(f"terran deploy {name} 3,10 NE")


@pytest.mark.parametrize(
    ("unit", "start"),
    [
        ("CA Patton", "speed 3 power 3 charge 1+1/2+2/1+1 shields 6/5/5/4"),
        ("SC Explorer", "speed 3 power 2 charge 1+1 shields 2/1/1/1"),
        ("DD Achilles", "speed 3 power 2 charge 2+2 shields 3/3/3/2"),
        ("CL Thor", "speed 3 power 3 charge 1+1/2+2 shields 5/4/4/3"),
        ("BC Caesar", "speed 3 power 4 charge 1+1/2+4/1+1 shields 7/5/5/5"),
        ("BB Defiant", "speed 3 power 3 charge 1+2/2+5/1+2 shields 8/7/7/7"),
        ("CV Wasp", "speed 2 power 5 charge 1+1/1+1 shields 4/4/4/4"),
        ("Tran Normandy", "speed 2 power 1 shields 4/4/4/4"),
        ("Base Valley_Forge", "speed 2 power 6 charge 1+2/1+2/2+5 shields 7/7/7/7"),
    ],
)
def test_r23_how_a_terran_ship_starts(unit, start):
    """21, R23: in its start row, every group full, the battery empty, no count and no marker."""
    name = unit.split()[1]
    deployed(f"{unit} undeployed", name).shows(
        f"{name} 3,10 NE turn 0 {start} hull 0 no battery no slip no markers"
    )


@pytest.mark.parametrize(
    ("unit", "start"),
    [
        ("FF Vision", "speed 3 power 2 charge 1+2/1+2 shields 3/2/2/2"),
        ("DD Hunter", "speed 3 power 1 charge 2+0/2+0 afterburners 2 shields 4/2/2/2"),
        ("CL Fearless", "speed 3 power 4 charge 1+2/1+4 afterburners 2 shields 6/3/3/3"),
        ("CA Unity", "speed 3 power 3 charge 1+4/1+4 afterburners 2 shields 7/4/4/3"),
        ("BC Honor", "speed 3 power 3 charge 1+4/2+0/1+2 afterburners 2 shields 8/4/4/4"),
        ("BB Eliminator", "speed 3 power 3 charge 1+4/3+3/1+4 afterburners 2 shields 9/7/7/6"),
        ("DN Imperial", "speed 3 power 3 charge 1+4/3+6/1+4 afterburners 2 shields 11/9/9/8"),
        ("Tran Legion", "speed 2 power 1 shields 5/4/4/3"),
        ("Base Hope", "speed 2 power 6 charge 1+4/1+4/2+0 shields 7/7/7/7"),
    ],
)
def test_r23_how_a_talon_ship_starts(unit, start):
    """21, R23: the same for the Talon, with all afterburners."""
    name = unit.split()[1]
    table = board(f"""
        clock 0 talon deploy
        map 0,0
        terran CA Patton undeployed
        terran CA Zhukov undeployed
        talon {unit} undeployed
        talon CA Justice undeployed
    """)
    table.do(f"talon deploy {name} 5,1 SE")
    table.shows(f"{name} 5,1 SE turn 0 {start} hull 0 no slip no markers")


def test_r23_how_a_squadron_starts():
    """R23: a squadron starts at Speed 5 with every fighter's phaser charged."""
    table = launch()
    table.do("terran launch Cougar 3,9 NE")
    table.shows("Cougar 3,9 NE speed 5 turn 0 fighters 0/0/0 charge 1+1/1+1/1+1")


def test_r23_a_destroyed_group_is_not_full():
    """R23: what was destroyed before stays so; the rest is full."""
    deployed("CA Patton undeployed charge 1+1/lost/1+1", "Patton").shows("Patton charge 1+1/lost/1+1")


@pytest.mark.parametrize(
    ("unit", "start"),
    [
        ("CA Patton undeployed hull 1", "speed 3 power 3"),
        ("CA Patton undeployed hull 2", "speed 3 power 2"),
        ("CA Patton undeployed hull 5 relays 1", "speed 3 power 0"),
        ("CA Patton undeployed hull 5 relays 2", "speed 2 power 0"),
        ("BB Defiant undeployed hull 5 relays 2", "speed 2 power 1"),
        ("BB Defiant undeployed hull 8", "speed 3 power 0"),
        ("BB Defiant undeployed hull 8 relays 1", "speed 2 power 1"),
        ("Tran Normandy undeployed relays 1", "speed 2 power 0"),
        ("Tran Normandy undeployed relays 2", "speed 1 power 0"),
    ],
)
def test_r24_damage_brought_in(unit, start):
    """R24: damage lowers the starting Power; if it falls below 0, the ship starts in the next slower row that holds."""
    name = unit.split()[1]
    deployed(unit, name).shows(f"{name} {start}")


def test_r24_no_row_holds():
    """R24: if no row holds, the ship has Power 0 until the first Power Phase."""
    deployed("Tran Normandy undeployed hull 2 relays 2", "Normandy").shows("Normandy power 0 hull 2")
