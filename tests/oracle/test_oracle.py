"""The engine's legal orders are those of the oracle, in every position under the fixed ones and in random battles."""

from typing import get_args

import pytest

from bench.battles.fleets import SCENARIOS, fleet, fleets_of
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.talon import game, orders
from engines.talon.dice import ScriptedDice
from engines.talon.documents import positions
from engines.talon.rules import sequence
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.set_ups.scenarios import scenario, scenarios
from engines.talon.state import Battle
from engines.talon.terms import Teams, with_teams
from tests.core.battle.random_battles import Course
from tests.oracle.compare import compare, document_of, told
from tests.oracle.tree import counts, load, names, sequences
from tests.oracle.unasked import watched

DICE, COUNTED = counts()
SHORT = 150
NEVER_ASK = {positions.HammerDocument, positions.BlastsDocument}
LARGE = {
    "planet": (
        "CV,CV,FTR,FTR,FTR,FTR,FTR,DD,DD,DD,DD,DD,Base,Tran",
        "DD,DD,DD,DD,DD,BC,DN,Tran,Tran,Tran,Tran",
    ),
    "frigates": ("SC,SC,SC,DD,DD,DD,DD,CL,CL,CL,CL,CL", "FF,FF,FF,FF,FF,CL,CL,CL,CL,BB"),
}


PRINTED = {f"as printed {number}": scenario(number) for number, one in scenarios().items() if one.whole}
PRINTED["in lines 10"] = scenario(10, ["freedom", "lines"])
PRINTED["convoy"] = in_mode(
    battle_modes()["convoy"],
    BattleSetup("convoy", "last_ship_standing", fleet("terran", "CL,DD"), fleet("talon", "Tran,CL,DD")),
    "talon",
)
PRINTED["teams"] = with_teams(
    fleets_of(12),
    Teams(
        (
            ("Wasp", "Black Jack", "Sun Tzu"),
            ("Guderian", "Diamondback", "Wolverine", "Flying Tiger", "Defiant", "Thunderchild"),
        ),
        (("Dominion", "Freedom"), ("Eviscerator", "Victory"), ("Sacrifice", "Fearless")),
    ),
)
"""By name the battles with terms of their own."""


def agree(battle: Battle) -> None:
    """Fail, with the position and the orders of only one of both lists, if the lists differ."""
    found = compare(battle)
    assert not found, told(battle, found)


def setup_of(name: str | int) -> BattleSetup:
    """A scenario by its number, or one of the large battles, in which ships wait for counters."""
    if isinstance(name, int):
        return fleets_of(name)
    if name in PRINTED:
        return PRINTED[name]
    terran, talon = (fleet(side, told) for side, told in zip(SIDES, LARGE[name], strict=True))
    if name == "planet":
        return BattleSetup(name, "planet", terran, talon, planet_owner="terran")
    return BattleSetup(name, "last_ship_standing", terran, talon)


def test_every_position_is_counted():
    assert sorted(COUNTED) == names()
    assert len(COUNTED) >= 60


def test_every_kind_of_order_has_a_position():
    told = {type(order) for name in names() for order in game.legal_orders(load(name))}
    assert told == set(get_args(orders.AnyOrder))


def test_every_step_and_every_question_has_a_position():
    told = [document_of(load(name)) for name in names()]
    steps = {position.step for position in told}
    assert steps >= set(get_args(positions.Step)) - {"start", "pull"}
    asked = {type(position.agenda[-1]) for position in told if position.agenda}
    assert asked == set(get_args(positions.AnyTask)) - NEVER_ASK


@pytest.mark.parametrize("name", names())
def test_engine_and_oracle_agree(name):
    depth, expected = COUNTED[name]
    assert sequences(load(name), depth, DICE, agree) == expected


@pytest.mark.parametrize("name", names())
def test_a_position_waits_for_an_order(name):
    battle = load(name)
    assert len(battle.options) > 1
    assert not game.run_to_decision(battle, ScriptedDice([]))


@pytest.mark.parametrize("name", [*SCENARIOS, *LARGE, *PRINTED])
def test_they_agree_all_along_a_random_battle(name, monkeypatch):
    """Wherever somebody is asked, and wherever the engine goes on by itself."""
    found: list[str] = []
    monkeypatch.setattr(sequence, "_proceed", watched(sequence._proceed, found))
    course = Course(setup_of(name), seed=len(str(name)))
    for battle in course.walk():
        agree(battle)
        assert not found, found[0]
        if len(course.given) == SHORT:
            break
