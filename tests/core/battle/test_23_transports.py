"""23: transports, and those that come in later; S24, which holds over a planet."""

import pytest

from tests.core.board import board

PLANET = """mode planet of talon
        terrain planet 5,5
        capital 5,5"""


def landing(speed, more="", impulse="F"):
    """A Terran transport stands before a planet of the Talon."""
    return board(f"""
        clock 1{impulse} terran move
        {PLANET}
        terran Tran Normandy 4,5 E speed {speed}
        terran Tran Rodger_Young -2,5 NW speed 3
        {more}
        talon CA Sacrifice 5,-3 SE
    """)


def test_23_landing_at_speed_1():
    """23: a transport lands on a planet at Speed 1, and leaves the map."""
    table = landing(1)
    table.do("terran move Normandy ahead land")
    table.shows("Normandy landed")
    assert table.over == ""


@pytest.mark.parametrize(("speed", "impulse"), [(2, "F"), (3, "F"), (2, "C"), (3, "B")])
def test_23_no_landing_at_a_higher_speed(speed, impulse):
    """23: faster than that it cannot land, only fly into the planet."""
    table = landing(speed, impulse=impulse)
    assert table.offers("terran move Normandy ahead")
    assert not table.offers("terran move Normandy ahead land")


def test_23_into_the_planet():
    """23, 17: a transport that does not land is destroyed by the planet as any ship."""
    table = landing(2)
    table.do("terran move Normandy ahead")
    table.shows("Normandy destroyed")


def test_23_only_a_transport_lands():
    """23: no other ship lands."""
    table = landing(1, "terran CA Patton 5,4 SE speed 1")
    assert not table.offers("terran move Patton right land")
    assert not table.offers("terran move Patton ahead land")
    assert table.offers("terran move Normandy ahead land")


def test_23_landing_where_there_is_no_planet():
    """23: it lands by a move into the planet's hex, not into another."""
    table = landing(1)
    assert not table.offers("terran move Normandy left land")
    assert not table.offers("terran move Normandy right land")


def docking(speed):
    """A transport stands before a base of its side."""
    return board(f"""
        clock 1F terran move
        terran Tran Normandy -1,0 E speed {speed}
        terran Base Valley_Forge 0,0 E speed 2
        talon CA Sacrifice 10,0 W
    """)


def test_23_docking_at_speed_1():
    """23: a transport docks with a base at Speed 1."""
    table = docking(1)
    table.do("terran move Normandy ahead dock Valley_Forge")
    table.shows("Normandy docked Valley_Forge")


@pytest.mark.parametrize("speed", [2, 3])
def test_23_no_docking_at_a_higher_speed(speed):
    """23: faster than that it flies past."""
    table = docking(speed)
    assert not table.offers("terran move Normandy ahead dock Valley_Forge")
    table.do("terran move Normandy ahead")
    table.shows("Normandy 0,0 E shields 4/4/4/4 hull 0")


def third_transport(boxes, more=""):
    """Two Terran transports fight, a third may come."""
    return board(f"""
        clock 1 terran arrivals
        map 0,0
        boxes {boxes}
        {more}
        terran CA Patton 8,4 NE
        terran Tran Normandy 7,4 NE
        terran Tran Rodger_Young 9,4 NE
        terran Tran Transport_3 waiting
        talon CA Sacrifice 3,4 SE
    """)


def test_23_a_third_may_come():
    """23: transports beyond two may come in during any Reinforcement Phase."""
    table = third_transport(2)
    assert table.clock == "1 terran arrivals"
    table.do("terran arrive Transport_3 8,10 NE 3")
    table.shows("Transport_3 8,10 NE speed 3 power 0")


def test_23_or_stay_away():
    """23: or not: that is for their owner to say, each time anew."""
    table = third_transport(2)
    table.do("terran done")
    table.shows("Transport_3 waiting")
    assert "arrivals" not in table.clock


def test_23_it_comes_in_like_a_reinforcement():
    """23, 22: it keeps the distance of reinforcements."""
    third_transport(2).refuses("terran arrive Transport_3 8,9 NE 3", rule="22")


def test_23_without_a_counter():
    """23, 31.6: with both counters on the map the third cannot come."""
    table = third_transport(1)
    assert "arrivals" not in table.clock
    table.shows("Transport_3 waiting")


OVER_A_PLANET = """mode planet of {owner}
        terrain planet 5,1
        capital 5,1"""


def test_s24_the_invader_may_bring_more():
    """S24: over a planet the invader's third transport comes in any Reinforcement Phase, or never."""
    table = third_transport(2, OVER_A_PLANET.format(owner="talon"))
    assert table.offers("terran done")
    table.do("terran arrive Transport_3 8,10 NE 1")
    table.shows("Transport_3 8,10 NE speed 1")


def test_s24_a_free_counter_does_not_force_it():
    """S24: a transport that waits need not come when a counter is free."""
    table = board(f"""
        clock 1 terran arrivals
        map 0,0
        {OVER_A_PLANET.format(owner="talon")}
        terran CA Patton 8,4 NE
        terran Tran Normandy landed
        terran Tran Rodger_Young 9,4 NE
        terran Tran Transport_3 waiting
        talon CA Sacrifice 3,4 SE
    """)
    assert table.offers("terran arrive Transport_3 8,10 NE 3")
    table.do("terran done")
    table.shows("Transport_3 waiting")


def owner_waits(clock):
    """The Talon owns the planet; its transport can only come in later."""
    return board(f"""
        clock {clock}
        map 0,0
        {OVER_A_PLANET.format(owner="talon")}
        terran CA Patton 8,9 NE
        talon CA Sacrifice 6,9 SE
        talon Tran Legion waiting
    """)


def test_s24_the_owners_come_as_reinforcements():
    """S24: the owner's transports come in as reinforcements, from round 1 on."""
    table = owner_waits("1 talon arrivals")
    assert table.clock == "1 talon arrivals"
    table.do("talon arrive Legion 13,2 SE 1")
    table.shows("Legion 13,2 SE speed 1 power 2")


def test_s24_the_owner_need_not():
    """S24: or never."""
    table = owner_waits("1 talon arrivals")
    table.do("talon done")
    table.shows("Legion waiting")


def test_s24_the_owner_does_not_set_them_up():
    """S24: they are not put down at the start."""
    table = board(f"""
        clock 0 talon deploy
        map 0,0
        {OVER_A_PLANET.format(owner="talon")}
        terran CA Patton undeployed
        talon CA Sacrifice undeployed
        talon Tran Legion waiting
    """)
    assert table.offered("talon deploy Legion") == []
    table.do("talon deploy Sacrifice 8,1 SE")
    table.shows("Legion waiting")
    assert table.clock == "0 terran deploy"


def test_s24_they_do_not_hold_the_battle_open():
    """S24: a side with nothing left but transports that could come has lost."""
    table = board(f"""
        clock 1E terran fire
        {PLANET}
        terran DD Achilles 0,0 E
        talon FF Vision 2,0 W shields 0/0/0/0 hull 2 charge 0+0/0+0
        talon Tran Legion waiting
    """)
    table.do("terran fire Achilles 1 Vision", dice="6")
    assert table.over == "held terran"


def test_s24_transports_on_the_map_do():
    """S24, R28: one that has come in is a unit like any other."""
    table = board(f"""
        clock 1E terran fire
        {PLANET}
        terran DD Achilles 0,0 E
        talon FF Vision 2,0 W shields 0/0/0/0 hull 2 charge 0+0/0+0
        talon Tran Legion 10,2 W
    """)
    table.do("terran fire Achilles 1 Vision", dice="6")
    assert table.over == ""
