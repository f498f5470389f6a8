"""An order that no text can say, but a document can, is refused by the rule it breaks."""

import pytest

from engines.talon import game, text
from engines.talon import orders as o
from engines.talon.dice import ScriptedDice
from engines.talon.refusals.explain import explain
from engines.talon.state import Battle

FIRE = """position 1
clock 2E terran fire
terran CA Patton 0,0 E
terran FTR Cougar 0,3 E
talon CA Sacrifice 2,0 W
talon missile m1 3,0 W at Patton
talon DN Hegemon 9,0 W
talon BB Imperial 4,0 W
"""
AP = """position 1
clock 1A terran ap
terran CV Wasp 0,0 E power 5
terran FTR Cougar 1,0 E turn 1 charge 1+0/1+1/1+1
talon CA Sacrifice 2,0 W
"""
MOVE = """position 1
clock 1F terran move
mode planet of terran
capital 3,0
terran Base Valley_Forge 3,3 E
terran Tran Normandy 2,0 E speed 1
terran Tran Omaha 2,3 E speed 1
talon CA Sacrifice 9,0 W
"""
DEPLOY = """position 1
clock 0 talon deploy
mode planet of talon
capital 5,1
talon Tran Legion undeployed
talon CA Sacrifice undeployed
terran CA Patton undeployed
"""
ARRIVE = """position 1
clock 2 terran arrivals
map 0,0
terran CA Patton 5,10 NE
terran Base Valley_Forge -1,11 E
terran CA Zhukov waiting relays 2
terran CV Wasp waiting
terran FTR Cougar waiting
talon CA Sacrifice 5,1 SE
"""


def at(source: str) -> Battle:
    battle = text.read_position(source)
    game.run_to_decision(battle, ScriptedDice([]))
    return battle


@pytest.mark.parametrize(
    ("source", "order", "rule", "words"),
    [
        (FIRE, o.Fire("terran", 0, 1, 2, 0), "12.1", "Sacrifice has none"),
        (FIRE, o.Fire("terran", 0, 0, o.MISSILES + 1, 0), "12.1", "a missile has none"),
        (FIRE, o.Fire("terran", 0, 1, o.MISSILES + 9), "8", "no such missile"),
        (FIRE, o.Fire("terran", 0, 1, 0), "8", "not an enemy"),
        (FIRE, o.Fire("terran", 1, 0, 2), "8", "outside the arcs"),
        (AP, o.Transmit("terran", 0, 1, "power-through", 0), "6.8", "only then"),
        (AP, o.Transmit("terran", 0, 1, "charge"), "6.8", "to charge its weapon"),
        (AP, o.Transmit("terran", 0, 1, "charge", 1), "6.1", "yellow box is marked"),
        (MOVE, o.Move("terran", 1, "ahead", 0, True), "16", "cannot do both"),
        (DEPLOY, o.Deploy("talon", 1, 8, 4), "21", "two rows"),
    ],
)
def test_an_order_is_refused_by_the_rule_it_breaks(
    source: str, order: o.AnyOrder, rule: str, words: str
) -> None:
    battle = at(source)
    assert order not in game.legal_orders(battle)
    told = explain(battle, order)
    assert (told.rule, words in told.reason) == (rule, True), told


@pytest.mark.parametrize(
    ("source", "words", "rule", "reason"),
    [
        (DEPLOY, "talon deploy Legion 8,1 SE", "S24", "sets up no transport"),
        (ARRIVE, "terran arrive Cougar 0,11 E 3", "R51", "does not come in by itself"),
        (ARRIVE, "terran arrive Wasp -1,11 E 3", "22", "not empty"),
        (ARRIVE, "terran arrive Wasp 5,9 E 3", "22", "six hexes from every ship"),
    ],
)
def test_a_counter_is_refused_by_the_rule_it_breaks(source: str, words: str, rule: str, reason: str) -> None:
    battle = at(source)
    order = text.read_order(words, battle)
    assert order not in game.legal_orders(battle)
    told = explain(battle, order)
    assert (told.rule, reason in told.reason) == (rule, True), told
