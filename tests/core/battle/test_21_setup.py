"""21: the hexes of the zones, who deploys first, how every class starts; R21, R23, R24 and R37."""

import pytest

from engines.seam.documents import BattleSetup
from engines.talon.fleets.lists import fleet
from engines.talon.sheets.sheet import sheet_of
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
            [*SCOUTS, "terran SC Pathfinder waiting", SACRIFICE, JUSTICE, "talon CA Unity undeployed"],
            "terran",
        ),
    ],
)
def test_r37_who_deploys_first(units, first):
    """21, R37: fewer counters first, Talon on a tie; squadrons and bases count, who waits or sits out does not."""
    assert first_to_deploy("\n        ".join(units)) == f"0 {first} deploy"


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


@pytest.mark.parametrize(
    ("many", "words"), [("CA", "both have 1 counter."), ("CA,CA", "both have 2 counters.")]
)
def test_the_sheet_says_why_a_side_deploys_first(many: str, words: str) -> None:
    sides = fleet("terran", many), fleet("talon", many)
    sheet = sheet_of(BattleSetup("Vega 5", "last_ship_standing", *sides))
    assert any(rule.text.endswith(words) for rule in sheet.steps)
