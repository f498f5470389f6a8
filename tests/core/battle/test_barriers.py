"""Barriers: where orders given by hand are published, and nothing is learned before."""

import pytest

from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game, teams, text
from engines.talon.captains.captain import Captain
from engines.talon.documents.codec import encode_events, encode_position
from engines.talon.match import KeptDice
from engines.talon.play.barriers import try_order, up_to_barrier
from engines.talon.state import Battle
from engines.talon.view import View, decider
from tests.core.battle.random_battles import Course
from tests.core.battle.test_properties import battles
from tests.core.board import board

FACE_TO_FACE = """
    clock 2E terran {step}
    terran CA Patton 0,0 E speed 4
    talon CA Sacrifice 2,0 W
"""


def tried(battle: Battle, line: str, side: Side = "terran"):
    """What an order of the side, written as a line, leads to."""
    return try_order(battle, text.read_order(line, battle), side)


def test_a_die_is_a_barrier_and_nothing_is_told_of_it() -> None:
    """The battle is the one before, and no event comes."""
    battle = board(FACE_TO_FACE.format(step="fire")).battle
    before = encode_position(battle)
    found = tried(battle, "terran fire Patton 1 Sacrifice")
    assert (found.barrier, found.events, found.battle) == ("die", [], battle)
    assert encode_position(battle) == before


def test_an_order_without_a_die_goes_on_with_the_same_side() -> None:
    """6: spending an AP leaves the decision with the side."""
    battle = board("""
        clock 2E terran ap
        terran CA Patton 0,0 E battery
        terran CA Zhukov 0,4 E battery
        talon CA Sacrifice 8,0 W
    """).battle
    found = tried(battle, "terran slip Patton")
    assert found.barrier == ""
    assert found.battle.units[0].slip
    assert not battle.units[0].slip


def test_the_decision_passing_is_a_barrier() -> None:
    """3: when Terran is done firing, Talon decides."""
    battle = board(FACE_TO_FACE.format(step="fire")).battle
    found = tried(battle, "terran done")
    assert (found.barrier, decider(found.battle)) == ("turn", "talon")


def test_the_end_is_a_barrier() -> None:
    """20.4: conceding ends the battle."""
    found = tried(board(FACE_TO_FACE.format(step="fire")).battle, "terran concede")
    assert (found.barrier, found.battle.winner) == ("over", "talon")


def test_r37_an_uncovered_counter_is_a_barrier() -> None:
    """R37: with the second side's last counter the first side's counters are shown."""
    battle = board("""
        clock 0 talon deploy
        map 0,0
        terran CA Patton 3,10 NE
        talon CA Sacrifice undeployed
        talon CA Justice undeployed
    """).battle
    first = tried(battle, "talon deploy Sacrifice 3,2 SE", "talon")
    assert first.barrier == ""
    last = tried(first.battle, "talon deploy Justice 5,2 SE", "talon")
    assert last.barrier == "uncovered"


@pytest.mark.parametrize("line", ["talon concede", "talon offer-draw"])
def test_an_order_of_the_other_side_is_refused(line: str) -> None:
    """20.4, R29: nobody gives up for the other side, though the rules always allow that side to."""
    battle = board(FACE_TO_FACE.format(step="fire")).battle
    with pytest.raises(Refused) as caught:
        tried(battle, line)
    assert caught.value.refusals[0].rule == "3"
    assert tried(battle, line, "talon").barrier in ("over", "turn")


def test_an_illegal_order_is_refused_with_its_rule() -> None:
    """8: Patton has no fourth group."""
    battle = board(FACE_TO_FACE.format(step="fire")).battle
    with pytest.raises(Refused) as caught:
        tried(battle, "terran fire Patton 4 Sacrifice")
    assert caught.value.refusals[0].rule == "8"


@battles(15)
def test_a_barrier_is_met_exactly_where_one_is(setup, seed: int) -> None:
    """In random battles: a die is found without rolling it, and trying says what applying does."""
    course = Course(setup, seed)
    before = course.battle.copy()
    for battle in course.walk():
        if course.given:
            order = course.given[-1]
            found, dice = try_order(before, order, order.side), KeptDice(SeededDice(seed))
            course_of = before.copy()
            events = game.apply(course_of, order, dice)
            assert (found.barrier == "die") == bool(dice.rolled)
            if not dice.rolled:
                assert encode_position(found.battle) == encode_position(battle)
                assert encode_events(found.events) == encode_events(events)
                passed = teams.acting(battle) != teams.seat_of(before, order)
                shown = any(View(before, one).veiled and not View(battle, one).veiled for one in SIDES)
                assert bool(found.barrier) == (passed or shown or bool(battle.ending))
        before = battle.copy()


@battles(15)
def test_orders_are_given_up_to_a_barrier_and_no_farther(setup, seed: int) -> None:
    """Only the last of the orders meets a barrier; all are the captain's own, one after the other."""
    for number, battle in enumerate(Course(setup, seed).walk()):
        side = decider(battle)
        if side is None or number % 29:
            continue
        here, given = battle, up_to_barrier(battle, side, Captain().decide)
        for at, order in enumerate(given, 1):
            assert order == Captain().decide(View(here, side))
            found = try_order(here, order)
            assert bool(found.barrier) == (at == len(given))
            here = found.battle
