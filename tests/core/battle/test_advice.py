"""Advice: what a captain would order next, from a view alone, up to a barrier."""

import pytest

from bench.battles.fleets import fleets_of
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.levels import player_of
from engines.talon.documents.codec import encode_position
from engines.talon.play.advice import advice, advice_for
from engines.talon.text import write_order
from engines.talon.view import View, decider
from tests.core.board import board


@pytest.mark.parametrize("number", [2, 6, 9])
def test_a_battle_by_advice_is_the_captains_battle(number: int) -> None:
    """Whole lines of advice, given one after the other, are what captains order, with the same dice."""
    by_advice, by_order = game.new_battle(fleets_of(number)), game.new_battle(fleets_of(number))
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


ABREAST = """
    clock 2F terran {step}
    terran CA Patton 0,0 E
    terran CA Thor 0,2 E
    talon CA Sacrifice 2,0 W
"""


@pytest.mark.parametrize(("step", "verb"), [("ap", ""), ("move", "move"), ("fire", "fire")])
def test_a_captain_orders_one_ship_and_no_other(step: str, verb: str) -> None:
    battle = board(ABREAST.format(step=step)).battle
    for unit in battle.units:
        for at, group in enumerate(unit.kind.groups):
            unit.mark_yellow(at, group.yellow - unit.yellow[at])
            while unit.red[at] < group.red:
                unit.mark_red(at)
    game.run_to_decision(battle, SeededDice(1))
    before = encode_position(battle)
    for number, name in enumerate(("Patton", "Thor")):
        found = [write_order(order, battle) for order in advice_for(View(battle, "terran"), number)]
        assert found
        assert all(name in words and verb in words for words in found)
    assert encode_position(battle) == before


def test_with_a_ship_that_has_nothing_to_do_a_captain_orders_nothing() -> None:
    battle = board(ABREAST.format(step="move")).battle
    assert advice_for(View(battle, "terran"), 2) == ()
    assert advice_for(View(battle, "terran"), -1) == ()
    assert advice_for(View(battle, "talon"), 2) == ()
