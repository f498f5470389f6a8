"""What the button to concede says: who would be lost by it, and who gets away (20.4, R30)."""

from engines.talon.play.offers.legal import offers
from engines.talon.state import Battle
from engines.talon.view import View
from tests.core.board import board

OVER = "The battle ends, and the other side wins."


def warned(battle: Battle, side: str = "terran") -> str:
    """The warning of conceding."""
    return next(one.warn for one in offers(View(battle, side)).whole if one.verb == "concede")  # type: ignore[arg-type]


def test_it_names_the_ships_in_range_and_those_that_get_away() -> None:
    table = board("""
        clock 2E terran fire
        terran DD Achilles 0,0 E
        terran CA Patton 10,8 E
        talon FF Vision 1,0 W
    """)
    caught = "Achilles is in range of the enemy and is lost."
    assert warned(table.battle) == f"{OVER} {caught} Patton gets away."
    assert warned(table.battle, "talon") == f"{OVER} Vision gets away."


def test_several_are_named_together() -> None:
    table = board("""
        clock 2E terran fire
        terran DD Achilles 0,0 E
        terran CA Patton 1,0 E
        talon FF Vision 4,0 W
    """)
    assert "Achilles and Patton are in range of the enemy and are lost." in warned(table.battle)


def test_a_base_that_falls_is_told_apart_from_what_is_in_range() -> None:
    """R30: it cannot get away, and who is docked in it goes with it."""
    position = """
        clock 2E terran fire
        bases-fall
        terran Base Hope 0,8 E
        terran FTR Cougar docked Hope
        terran DD Achilles 1,8 E
        talon FF Vision 12,0 E
    """
    lost = "Hope cannot get away and is lost. Cougar is docked and is lost too."
    assert warned(board(position).battle) == f"{OVER} {lost} Achilles gets away."
    in_a_war = board(position.replace("bases-fall", ""))
    assert warned(in_a_war.battle) == f"{OVER} Achilles and Cougar get away."


def test_squadrons_without_room_are_named_or_counted() -> None:
    alone = board("""
        clock 2E terran fire
        terran FTR Cougar 0,0 E
        terran DD Achilles 1,0 E
        talon FF Vision 12,0 E
    """)
    assert (
        warned(alone.battle) == f"{OVER} Cougar finds no room on a carrier and is lost. Achilles gets away."
    )
    choosing = board("""
        clock 2E terran fire
        terran FTR Cougar 0,0 E
        terran FTR Lion 1,0 E
        terran FTR Tiger 2,0 E
        terran FTR Puma 3,0 E
        terran FTR Lynx 4,0 E
        terran CV Enterprise 1,1 E
        talon FF Vision 12,0 E
    """)
    assert "Only 4 of the 5 squadrons find room; you choose which." in warned(choosing.battle)


def test_a_docked_squadron_is_lost_with_its_carrier() -> None:
    table = board("""
        clock 2E terran fire
        terran CV Wasp 0,0 E
        terran FTR Cougar docked Wasp
        talon FF Vision 1,0 W
    """)
    lost = "Wasp is in range of the enemy and is lost. Cougar is docked and is lost too."
    assert warned(table.battle) == f"{OVER} {lost}"
