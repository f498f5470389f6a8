"""Advice: what a captain would order next, from a view alone, up to a barrier."""

import pytest

from bench.fleets import scenario
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.levels import player_of
from engines.talon.documents.codec import encode_position
from engines.talon.play.advice import advice
from engines.talon.view import View, decider
from tests.core.board import board


@pytest.mark.parametrize("number", [2, 6, 9])
def test_a_battle_by_advice_is_the_captains_battle(number: int) -> None:
    """Whole lines of advice, given one after the other, are what captains order, with the same dice."""
    by_advice, by_order = game.new_battle(scenario(number)), game.new_battle(scenario(number))
    dice, others = SeededDice(number), SeededDice(number)
    captains = {side: Captain(Doctrine()) for side in SIDES}
    while (side := decider(by_advice)) is not None:
        before = encode_position(by_advice)
        given = advice(View(by_advice, side))
        assert encode_position(by_advice) == before
        assert given
        assert len(given) == 1 or not View(by_advice, side).veiled
        for order in given:
            assert order == captains[side].decide(View(by_order, side))
            game.apply(by_advice, order, dice)
            game.apply(by_order, order, others)


def test_nobody_is_advised_while_the_other_side_decides() -> None:
    """Advice is for the side that decides."""
    battle = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W
    """).battle
    assert advice(View(battle, "talon")) == ()
    assert len(advice(View(battle, "terran"))) == 1


def test_every_level_advises_what_it_would_play() -> None:
    """The first order is the level's own."""
    battle = board("""
        clock 2F terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 0,3 E
        talon CA Sacrifice 5,0 W
    """).battle
    for level in ("ensign", "captain", "admiral"):
        given = advice(View(battle, "terran"), level, Doctrine(), 7)
        assert given[0] == player_of(level, Doctrine(), 7).decide(View(battle, "terran"))
