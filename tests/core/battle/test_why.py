"""Why an order is not possible, as a page asks for it."""

from random import Random

from engines.seam.sides import SIDES
from engines.talon import game, text
from engines.talon.play.offers.why import why
from engines.talon.view import View
from tests.core.battle.random_battles import Course, random_order
from tests.core.battle.test_offers import COVERED
from tests.core.battle.test_properties import battles
from tests.core.board import board

FACE_TO_FACE = """
    clock 2E terran fire
    terran CA Patton 0,0 E
    talon CA Sacrifice 5,0 W
    talon CA Justice 2,0 W
"""


@battles(10)
def test_possible_orders_are_the_ones_without_a_reason(setup, seed: int) -> None:
    """In random battles, for random orders, mostly impossible ones: a reason, or the order is legal."""
    random = Random(seed)
    for battle in Course(setup, seed).walk():
        order = random_order(battle, random)
        for side in SIDES:
            refusal = why(View(battle, side), order)
            possible = order.side == side and order in game.legal_orders(battle)
            assert (refusal is None) == possible
            assert refusal is None or refusal.reason


def test_the_reason_comes_with_its_rule() -> None:
    """8: Sacrifice is too far away."""
    battle = board(FACE_TO_FACE).battle
    refusal = why(View(battle, "terran"), text.read_order("terran fire Patton 1 Sacrifice", battle))
    assert refusal is not None
    assert refusal.rule == "8"
    assert "range 5" in refusal.reason


def test_orders_of_the_other_side_are_not_explained() -> None:
    """3: a player gives the orders of one side."""
    battle = board(FACE_TO_FACE).battle
    refusal = why(View(battle, "talon"), text.read_order("terran done", battle))
    assert refusal is not None
    assert refusal.reason == "This is an order of Terran. You give orders for Talon."


def test_r37_reasons_do_not_tell_what_is_covered() -> None:
    """R37: of two positions that differ only in covered counters, every order is explained alike."""
    one = board(COVERED.format(patton="3,10", thor="6,10", facing="NW")).battle
    other = board(COVERED.format(patton="6,10", thor="3,10", facing="NE")).battle
    random = Random(1)
    for _ in range(3000):
        order = random_order(one, random)
        assert why(View(one, "talon"), order) == why(View(other, "talon"), order)
