"""Orders in words: every possible order has a sentence of its own."""

import pytest

from engines.talon import text
from engines.talon.play.offers.words import in_words
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.view import View, decider
from tests.core.battle.random_battles import Course
from tests.core.battle.test_properties import battles
from tests.core.board import board

POSITION = """
    clock 2{letter} terran {step}
    map -5,-5
    terran CA Patton 0,0 E speed 4 battery turn 1 charge 1+1/2+0/1+0
    terran CA Zhukov 0,3 E
    talon CA Sacrifice 2,0 W
"""


@battles(12)
def test_no_two_orders_have_the_same_words(setup, seed: int) -> None:
    """In random battles, before every order."""
    for battle in Course(setup, seed).walk():
        side = decider(battle)
        if side is None or isinstance(battle.options, Arrivals) or len(battle.options) > 200:
            continue
        view = View(battle, side)
        words = [in_words(view, order) for order in battle.options]
        assert len({*words}) == len(words), words
        assert all(one and not one.endswith(".") and "  " not in one for one in words)


@pytest.mark.parametrize(
    ("step", "letter", "order", "words"),
    [
        ("ap", "E", "terran charge Patton 2", "Patton: charge anti-matter torpedo (group 2), 1 more to go"),
        ("ap", "E", "terran reinforce Patton left", "Patton: reinforce the left shield"),
        ("ap", "E", "terran power-through Patton", "Patton: power through the turn, count 1 becomes 0"),
        ("ap", "E", "terran vote Patton defend", "Patton: bid to defend the initiative"),
        ("ap", "E", "terran done", "Done spending power"),
        ("move", "F", "terran move Zhukov left", "Zhukov: turn left"),
        (
            "fire",
            "F",
            "terran fire Patton 1 Sacrifice",
            "Patton: fire phaser (group 1) at Sacrifice",
        ),
        ("curves", "F", "terran curve Zhukov 2", "Zhukov: Speed 2, Power 4, Turn Radius 1"),
        ("fire", "F", "terran offer-draw", "Offer a draw"),
    ],
)
def test_words_of_orders(step: str, letter: str, order: str, words: str) -> None:
    """As they stand in a draft line."""
    position = POSITION.format(step=step, letter=letter)
    if step == "curves":
        position = position.replace("2F terran", "2 terran")
    battle = board(position).battle
    assert in_words(View(battle, "terran"), text.read_order(order, battle)) == words
