"""22: the hexes in which a ship may come in; R31."""

import msgspec
import pytest

from engines.talon.orders import Done
from tests.core.board import board


def arriving(*units, clock="1 terran arrivals", terrain=""):
    """A Terran scout waits, its counter is free, and must come in."""
    lines = "\n        ".join(units)
    return board(f"""
        clock {clock}
        map 0,0
        {terrain}
        terran SC Explorer destroyed
        terran SC Pathfinder waiting
        {lines}
        talon CA Sacrifice 3,4 SE
    """)


VOYAGER = "terran SC Voyager 8,4 NE"


@pytest.mark.parametrize("place", ["8,10", "0,10", "-3,10", "11,10", "8,11", "-4,11", "10,11"])
def test_r31_toward_the_own_edge(place):
    """22, R31: six rows nearer the own long edge than some ship, and six hexes from every ship."""
    table = arriving(VOYAGER)
    table.do(f"terran arrive Pathfinder {place} NE 3")
    table.shows(f"Pathfinder {place} NE speed 3")


@pytest.mark.parametrize(
    ("place", "far_enough"), [("1,10", True), ("2,10", True), ("3,10", False), ("8,10", False)]
)
@pytest.mark.parametrize(
    ("unit", "terrain"), [("terran SC Voyager 8,8 NE", ""), ("terran CV Wasp 0,4 NE", "terrain planet 8,8")]
)
def test_22_six_hexes_from_ships_and_planets(place, far_enough, unit, terrain):
    """22: every ship, friend or enemy, and every planet keeps reinforcements six hexes away."""
    table = arriving(unit, terrain=terrain)
    assert table.offers(f"terran arrive Pathfinder {place} NE 3") == far_enough
    if not far_enough:
        table.refuses(f"terran arrive Pathfinder {place} NE 3", rule="22")


@pytest.mark.parametrize("facing", ["E", "NE", "NW", "W", "SW", "SE"])
@pytest.mark.parametrize("speed", [1, 2, 3, 4, 5])
def test_22_any_facing_and_speed(facing, speed):
    """22: any facing and any row of its Power Curve, everything charged, without count or markers (R23)."""
    power = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}[speed]
    table = arriving(VOYAGER)
    table.do(f"terran arrive Pathfinder 8,10 {facing} {speed}")
    table.shows(
        f"Pathfinder 8,10 {facing} speed {speed} power {power} turn 0 charge 1+1 shields 2/1/1/1 no markers"
    )


def test_22_orders_to_come_in_are_made_when_they_are_looked_at():
    """22, R23: every ship, hex, facing and Speed is listed once; a fleet that waits is not written out for it."""
    waiting = [f"terran DD Destroyer_{number} waiting" for number in range(1, 61)]
    offered = arriving(VOYAGER, *waiting).battle.options
    every = list(offered)
    assert len(every) == len(set(every)) == len(offered) > 50_000
    assert {order.unit for order in every} == {1, *range(3, 63)}
    for at in (0, 1, 17, 4_000, len(every) - 1, -1):
        assert offered[at] == every[at]
        assert every[at] in offered
    assert offered[:3] == every[:3]
    assert offered == every
    with pytest.raises(IndexError):
        offered[len(every)]


@pytest.mark.parametrize(
    "changes", [{"side": "talon"}, {"unit": 0}, {"place": 0}, {"facing": 6}, {"speed": 6}, {"speed": 99}]
)
def test_22_no_other_order_to_come_in_is_one_of_them(changes):
    """22, R23: another side, ship, hex, facing or Speed is not listed."""
    offered = arriving(VOYAGER).battle.options
    assert msgspec.structs.replace(offered[0], **changes) not in offered
    assert Done("terran") not in offered
