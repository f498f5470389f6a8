"""Orders for the round of squadrons, missiles and transports: AP sent to them, docking, ways and new targets."""

import pytest

from engines.seam.sides import Side
from engines.talon.orders import MISSILES, Steer
from engines.talon.play.rounds.following import Follower, Unable
from engines.talon.play.rounds.missile_sheet import missile_sheet
from engines.talon.play.rounds.orders import (
    Bend,
    MissileOrders,
    RoundOrders,
    ShipOrders,
    decode_round,
    encode_round,
)
from engines.talon.play.rounds.sheet import round_sheet
from engines.talon.play.rounds.words import unable_in_words
from engines.talon.text import write_order
from tests.core.battle.test_round_orders import QUIET, follow, orders, refusals, view_of
from tests.core.board import Board, board

CARRIER = """
    clock 2A terran ap
    map -1,-8
    terran CV Wasp 0,0 E
    terran FTR Cougar 2,0 E speed 6 turn 1 charge 1+0/1+0/0+0
    talon FF Vision 10,-7 W
"""
WASP, COUGAR, VISION = range(3)
HOMEWARD = """
    clock 2A terran move
    map -1,-8
    terran CV Wasp 3,0 E speed 1
    terran FTR Cougar 2,0 E speed 6
    talon FF Vision 10,-7 W
"""
AIMED = """
    clock 2F talon ap
    map -5,-4
    launched 4
    terran CL Thor 3,0 W
    terran CA Patton 0,3 W
    talon DD Hunter 0,0 E
    talon missile m4 1,0 E at Patton
"""
THOR, PATTON, HUNTER = range(3)
M4 = MISSILES + 4


def by_missile(*missiles: MissileOrders, ships: tuple[ShipOrders, ...] = ()) -> RoundOrders:
    return RoundOrders(2, ships, QUIET, missiles=missiles)


def told(table: Board, given: RoundOrders, side: Side = "terran", step: str = "ap") -> list[str]:
    """What the follower orders in the step, as notation."""
    found = follow(table, Follower(given), side, steps=(step,))
    return [write_order(one.order, table.battle) for one in found]


@pytest.mark.parametrize("use", ["charge", "slip", "power-through"])
def test_an_ap_is_sent_to_a_squadron(use: str) -> None:
    said = told(board(CARRIER), orders(ShipOrders(WASP, {}, {0: f"transmit-{COUGAR}-{use}"})))
    assert said[0].startswith(f"terran transmit Wasp Cougar {use}")


def test_a_squadron_docks_as_soon_as_a_move_leads_there() -> None:
    said = told(board(HOMEWARD), orders(ShipOrders(COUGAR, {0: "left"}, dock=str(WASP))), step="move")
    assert said[0] == "terran move Cougar ahead dock Wasp"


def test_a_squadron_that_is_to_stay_out_does_not_dock_on_its_way() -> None:
    said = told(board(HOMEWARD), orders(ShipOrders(COUGAR, {0: "ahead"}, dock="stay")), step="move")
    assert said[0] == "terran move Cougar ahead"


def test_a_transport_lands_as_soon_as_it_can() -> None:
    table = board("""
        clock 2F terran move
        map -3,-8
        mode planet of talon
        terrain planet 1,0
        capital 1,0
        terran Tran Normandy 0,0 E speed 1
        talon FF Vision 10,-7 W
    """)
    assert (
        told(table, orders(ShipOrders(0, dock="land")), step="move")[0] == "terran move Normandy ahead land"
    )


def test_a_missile_gets_the_target_that_was_ordered_for_the_ap_that_was_ordered() -> None:
    hunter = ShipOrders(HUNTER, {}, {5: "retarget"})
    said = told(board(AIMED), by_missile(MissileOrders(M4, target=THOR), ships=(hunter,)), "talon")
    assert said[0] == "talon retarget Hunter m4 Thor"


def test_an_ap_for_a_missile_without_a_new_target_is_not_possible() -> None:
    found = follow(
        board(AIMED),
        Follower(by_missile(ships=(ShipOrders(HUNTER, {}, {5: "retarget"}),))),
        "talon",
        steps=("ap",),
    )
    assert [one.ordered for one in found[0].unable] == ["retarget"]


def test_a_missile_flies_as_ordered_where_it_may() -> None:
    """It may only come closer to its target (13.3): from 1,0 to Patton at 0,3 the way right and no other."""
    table = board(AIMED.replace("talon ap", "talon move"))
    given = by_missile(MissileOrders(M4, {5: "left"}))
    found = follow(table, Follower(given), "talon", steps=("move",))
    unable = [what for one in found for what in one.unable]
    assert unable == [Unable(M4, 2, 5, "move", "left")]
    assert unable_in_words(view_of(table, "talon"), unable) == (
        "Missile 4 could not move as ordered in impulse F (turn left). The captain decided.",
    )


@pytest.mark.parametrize("way", ["ahead", "right"])
def test_of_two_ways_that_are_possible_a_missile_goes_the_ordered_one(way: Bend) -> None:
    table = board(AIMED.replace("talon ap", "talon move").replace("1,0 E at Patton", "-4,1 E at Patton"))
    assert Steer("talon", M4, way) in view_of(table, "talon").orders
    said = told(table, by_missile(MissileOrders(M4, {5: way})), "talon", "move")
    assert f"talon steer m4 {way}" in said


def test_what_never_can_be_is_refused() -> None:
    assert refusals(board(CARRIER), orders(ShipOrders(WASP, dock="stay"))) == [("16", "Wasp, dock")]
    assert refusals(board(CARRIER), orders(ShipOrders(COUGAR, dock=str(VISION)))) == [("16", "Cougar, dock")]
    assert refusals(board(CARRIER), orders(ShipOrders(COUGAR, dock="land"))) == [("23", "Cougar, dock")]
    assert refusals(board(CARRIER), orders(ShipOrders(WASP, {}, {0: "retarget"}))) == [("6.7", "Wasp, power")]
    for spend in (f"transmit-{WASP}-charge", f"transmit-{VISION}-slip"):
        assert refusals(board(CARRIER), orders(ShipOrders(WASP, {}, {0: spend}))) == [("6.8", "Wasp, power")]
    enemy_aims = by_missile(MissileOrders(M4))
    assert refusals(board(AIMED), enemy_aims) == [("13.4", f"missiles, {M4}")]


def test_the_sheet_offers_them() -> None:
    now = view_of(board(CARRIER))
    rows = round_sheet(now, RoundOrders(2))
    power = {one.value for cell in rows[WASP].cells for one in cell.power}
    assert f"transmit-{COUGAR}-charge" in power
    assert "retarget" not in power
    assert [one.value for one in rows[COUGAR].docks] == ["", "stay", str(WASP)]
    assert rows[WASP].docks == ()
    given = by_missile(MissileOrders(M4, {5: "right"}, THOR), ships=(ShipOrders(COUGAR, dock="stay"),))
    assert decode_round(encode_round(given)) == given
    (row,) = missile_sheet(view_of(board(AIMED), "talon"), given)
    assert (row.name, row.aim, row.summary) == ("Missile 4", "at Patton", "F right. New target: Thor.")
    assert [cell.letter for cell in row.cells] == ["F"]
    assert [one.value for one in row.targets if one.chosen] == [str(THOR)]
    assert missile_sheet(view_of(board(AIMED)), given) == ()
