"""31.6 to 31.8: limits of a battle and battles over planets; S20 to S25."""

import pytest

from tests.core.board import board


def is_lost(table, unit):
    """Whether the unit, told as its line begins, is destroyed."""
    wanted = unit.replace("_", " ")
    plain = [line.replace("_", " ").replace('"', "") for line in table.lines("")]
    (line,) = [line for line in plain if line.startswith(wanted)]
    return "destroyed" in line.split()


PLANET = """mode planet of {owner}
        terrain planet 5,5
        capital 5,5"""


def test_31_6_who_waits_is_not_deployed():
    """31.6: a ship beyond the counters is not put down at the start."""
    table = board("""
        clock 0 terran deploy
        map 0,0
        terran SC Explorer undeployed
        terran SC Voyager undeployed
        terran SC Scout_3 waiting
        talon CA Sacrifice 5,1 SE
        talon CA Justice 8,1 SE
    """)
    assert table.offered("terran deploy Scout_3") == []
    table.do("terran deploy Explorer 3,10 NE", "terran deploy Voyager 6,10 NE")
    table.shows("Scout_3 waiting")
    assert table.clock == "1A talon move"


def test_31_6_it_comes_after_the_power_phase():
    """31.6: it comes in as soon as the Reinforcement Phase after a loss."""
    table = board("""
        clock 1 terran curves
        map 0,0
        terran CA Patton 8,8 NE charge 0+0/0+0/0+0
        talon FF Surprise destroyed
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
    """)
    table.do("terran done")
    assert table.clock == "1 talon arrivals"
    assert not table.offers("talon done")
    table.do("talon arrive Frigate_3 5,2 SE 3")
    table.shows("Frigate_3 5,2 SE speed 3")


@pytest.mark.parametrize(("boxes", "comes"), [(2, True), (1, False)])
def test_31_6_two_boxes_hold_twice_the_counters(boxes, comes):
    """31.6: with two boxes the third ship of a class of two finds a counter, with one it waits."""
    table = board(f"""
        clock 1 talon arrivals
        map 0,0
        boxes {boxes}
        terran CA Patton 8,8 NE charge 0+0/0+0/0+0
        talon FF Surprise 6,8 SE
        talon FF Vision 3,8 SE
        talon FF Frigate_3 waiting
    """)
    assert (table.clock == "1 talon arrivals") == comes
    assert table.offers("talon arrive Frigate_3 5,2 SE 3") == comes


def test_31_6_inbound_the_battle_cannot_end():
    """31.6: while a reinforcement has to come, the battle goes on without a ship of its side on the map."""
    table = board("""
        clock 1E terran fire
        map 0,0
        terran DD Achilles 3,4 SE
        talon FF Surprise destroyed
        talon FF Vision 3,6 NW shields 0/0/0/0 hull 2 charge 0+0/0+0
        talon FF Frigate_3 waiting
    """)
    table.do("terran fire Achilles 1 Vision", dice="6")
    table.shows("Vision destroyed")
    assert table.over == ""


def test_31_6_the_last_one_has_come():
    """31.6: when nobody is inbound any more it ends as usual."""
    table = board("""
        clock 1E terran fire
        terran DD Achilles 3,4 SE
        talon FF Surprise destroyed
        talon FF Vision destroyed
        talon FF Frigate_3 3,6 NW shields 0/0/0/0 hull 2 charge 0+0/0+0
    """)
    table.do("terran fire Achilles 1 Frigate_3", dice="6")
    assert table.over == "held terran"


def test_s20_who_sits_out_is_not_launched():
    """S20: a squadron that found no room does not fight."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terran CV Wasp 3,10 NE
        terran FTR Cougar undeployed
        terran FTR Wolverine out
        talon CA Sacrifice 5,1 SE
    """)
    assert table.offered("terran launch Wolverine") == []
    table.do("terran launch Cougar 3,9 NE")
    assert table.clock == "1A talon move"


def test_s20_nor_does_it_hold_the_battle_open():
    """S20: who sits out is not there."""
    table = board("""
        clock 1E talon fire
        terran CV Wasp 0,0 W shields 0/0/0/0 hull 5 charge 0+0/0+0
        terran FTR Cougar out
        talon FF Vision 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Vision 1 Wasp", dice="6")
    assert table.over == "held talon"


def placing(owner):
    """The owner is to place its planet."""
    return board(f"""
        clock 0 {owner} planet
        map 0,0
        mode planet of {owner}
        terran CA Patton undeployed
        talon CA Sacrifice undeployed
    """)


@pytest.mark.parametrize(
    ("owner", "place"), [("talon", "3,1"), ("talon", "0,2"), ("terran", "3,10"), ("terran", "10,11")]
)
def test_s21_the_planet_in_its_owners_zone(owner, place):
    """31.7, S21: the owner puts the planet into its own zone; then the ships are deployed."""
    table = placing(owner)
    table.do(f"{owner} planet {place}")
    assert table.lines("capital") == [f"capital {place}"]
    assert table.clock == "0 talon deploy"


@pytest.mark.parametrize(
    ("owner", "place"),
    [("talon", "3,3"), ("talon", "3,10"), ("terran", "3,9"), ("terran", "3,1"), ("terran", "5,6")],
)
def test_s21_not_elsewhere(owner, place):
    """31.7: the planet is put nowhere else."""
    placing(owner).refuses(f"{owner} planet {place}", rule="31")


@pytest.mark.parametrize(("owner", "other"), [("talon", "terran"), ("terran", "talon")])
def test_s21_not_by_the_other(owner, other):
    """31.7: nor by the other side."""
    placing(owner).refuses(f"{other} planet 3,10", rule="3")


def test_s21_the_talon_has_the_initiative():
    """S21: the first turn of the battle is the Talon's, also over a Terran planet."""
    table = placing("terran")
    table.do("terran planet 3,10", "talon deploy Sacrifice 5,1 SE", "terran deploy Patton 6,10 NE")
    assert table.clock == "1A talon move"


def test_31_7_the_planets_hex_is_taken():
    """31.7, 17: nobody is put down on the planet."""
    table = placing("terran")
    table.do("terran planet 3,10", "talon deploy Sacrifice 5,1 SE")
    assert not table.offers("terran deploy Patton 3,10 NE")
    assert table.offers("terran deploy Patton 3,11 NE")


def landing(*units, owner="talon", landed=0):
    """A Terran transport is about to land; so many have landed before."""
    before = [f"terran Tran Transport_{number} landed" for number in range(3, 3 + landed)]
    lines = "\n        ".join([*before, *units])
    return board(f"""
        clock 1F terran move
        {PLANET.format(owner=owner)}
        terran Tran Normandy 4,5 E speed 1
        terran CA Patton 0,5 E
        {lines}
    """)


SACRIFICE = "talon CA Sacrifice 2,5 W charge 0+0/0+0"
JUSTICE = "talon CA Justice 12,5 W"


def test_s22_the_second_landing_takes_the_planet():
    """31.8, S22: two more landed than the owner ends the battle at once, and the invader has won."""
    table = landing(SACRIFICE, JUSTICE, landed=1)
    table.do("terran move Normandy ahead land")
    assert table.over == "planet terran"
    assert table.clock == "over"
    table.shows("Normandy landed")


def test_s22_the_rest_is_as_conceded():
    """S22, R30: what the loser has in an arc and range of the invader is destroyed, the rest got away."""
    table = landing(SACRIFICE, JUSTICE, landed=1)
    table.do("terran move Normandy ahead land")
    assert is_lost(table, "talon CA Sacrifice")
    assert not is_lost(table, "talon CA Justice")
    table.shows("Patton shields 6/5/5/4 hull 0")


def test_s22_one_landing_is_not_enough():
    """31.8: after the first the battle goes on."""
    table = landing(SACRIFICE, JUSTICE)
    table.do("terran move Normandy ahead land")
    table.shows("Normandy landed")
    assert table.over == ""


@pytest.mark.parametrize(
    ("invaders", "owners", "ends"), [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)]
)
def test_s22_two_more_than_the_owner(invaders, owners, ends):
    """31.8, S22: what the owner has landed in this battle counts against it."""
    own = [f"talon Tran Garrison_{number} landed" for number in range(owners)]
    table = landing(*own, SACRIFICE, JUSTICE, landed=invaders)
    table.do("terran move Normandy ahead land")
    assert table.over == ("planet terran" if ends else "")


def test_31_8_a_base_guards_the_planet():
    """31.8: while the owner's base stands no enemy transport lands."""
    table = landing("talon Base Hope 12,5 W", landed=1)
    table.refuses("terran move Normandy ahead land", rule="31")


def test_31_8_a_base_that_is_gone_does_not():
    """31.8, S22: when it is destroyed they do."""
    table = landing("talon Base Hope destroyed", JUSTICE, landed=1)
    table.do("terran move Normandy ahead land")
    assert table.over == "planet terran"


def test_31_8_the_owner_lands_too():
    """31.8: the owner lands on its planet, its own base or not, and wins nothing by it."""
    table = board(f"""
        clock 1F talon move
        {PLANET.format(owner="talon")}
        terran CA Patton -3,5 E charge 0+0/0+0/0+0
        talon Tran Legion 4,5 E speed 1
        talon Base Hope 9,5 W
        talon Tran Tribe landed
    """)
    table.do("talon move Legion ahead land")
    table.shows("Legion landed")
    assert table.over == ""


def test_s22_the_talon_invades():
    """S22: over a Terran planet the Talon is the invader."""
    table = board(f"""
        clock 1F talon move
        {PLANET.format(owner="terran")}
        terran CA Patton -3,5 E charge 0+0/0+0/0+0
        talon Tran Tribe landed
        talon Tran Legion 4,5 E speed 1
        talon CA Sacrifice 12,5 W
    """)
    table.do("talon move Legion ahead land")
    assert table.over == "planet talon"


def test_20_1_the_last_ship_lands():
    """20.1, 31.8: a side whose last unit lands without taking the planet has nobody left."""
    table = board(f"""
        clock 1F terran move
        {PLANET.format(owner="talon")}
        terran Tran Normandy 4,5 E speed 1
        talon CA Sacrifice 12,5 W
    """)
    table.do("terran move Normandy ahead land")
    assert table.over == "held talon"
    table.shows("Normandy landed")


def won(*units, owner="talon"):
    """The Terran destroys the last Talon on the map."""
    lines = "\n        ".join(units)
    table = board(f"""
        clock 1E terran fire
        {PLANET.format(owner=owner)}
        terran DD Achilles 0,5 E
        {lines}
        talon FF Vision 2,5 W shields 0/0/0/0 hull 2 charge 0+0/0+0
    """)
    return table.do("terran fire Achilles 1 Vision", dice="6")


def test_s23_the_winner_lands():
    """S23: the invader that wins otherwise lands what it needs, from the map or from those that wait."""
    table = won("terran Tran Normandy 8,8 E", "terran Tran Rodger_Young waiting")
    assert table.over == "held terran"
    table.shows("Normandy landed-after")
    table.shows("Rodger_Young landed-after")


def test_s23_no_more_than_needed():
    """S23: one landed before, one more is needed."""
    table = won("terran Tran Normandy landed", "terran Tran Rodger_Young 8,8 E")
    table.shows("Normandy landed")
    table.shows("Rodger_Young landed-after")


def test_s23_the_invader_picks():
    """S23: with more transports than needed the invader picks those that land."""
    table = won(
        "terran Tran Normandy landed", "terran Tran Rodger_Young 8,8 E", "terran Tran Transport_3 9,1 E"
    )
    assert table.asked == "terran pick"
    assert len(table.offered("terran pick")) == 2
    table.do("terran pick Transport_3")
    assert table.over == "held terran"
    table.shows("Transport_3 landed-after")
    assert not any("landed-after" in line for line in table.lines("terran Tran Rodger"))


@pytest.mark.parametrize("place", ["8,8 E", "waiting"])
def test_s23_too_few_do_not_land(place):
    """S23: a single transport is not enough for the planet, and does not land."""
    table = won(f"terran Tran Normandy {place}")
    assert table.over == "held terran"
    assert "landed" not in table.lines("terran Tran Normandy")[0]


def test_s23_the_owner_does_not_land():
    """S23: the owner has nothing to take."""
    table = won("terran Tran Normandy 8,8 E", "terran Tran Rodger_Young 8,1 E", owner="terran")
    assert table.over == "held terran"
    assert not any("landed" in line for line in table.lines("terran Tran"))


def test_s23_after_a_concession():
    """S23: it lands as well when the enemy gives up."""
    table = board(f"""
        clock 1F talon ap
        {PLANET.format(owner="talon")}
        terran DD Achilles -3,5 E
        terran Tran Normandy 8,8 E
        terran Tran Rodger_Young 8,1 E
        talon CA Sacrifice 9,5 E
    """)
    table.do("talon concede")
    assert table.over == "conceded terran"
    table.shows("Normandy landed-after")
    table.shows("Rodger_Young landed-after")
