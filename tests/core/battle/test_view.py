"""What a side sees: everything on the table but covered counters (21, R37)."""

from engines.talon import game, text
from engines.talon.dice import ScriptedDice
from engines.talon.view import View, decider
from tests.core.board import board

FIRST_IS_DOWN = """
    clock 0 talon deploy
    map 0,0
    terran CA Patton 3,10 NE
    terran CA Zhukov 6,10 NE
    talon CA Sacrifice undeployed
    talon CA Justice undeployed
    talon CA Unity undeployed
"""


def test_r37_covered_counters_are_hexes_only():
    """R37: the second side sees where the first has put counters down, and not which."""
    view = View(board(FIRST_IS_DOWN).battle, "talon")
    assert view.veiled
    assert view.enemies == []
    assert len(view.covered) == 2
    known = [unit for unit in view.units("terran") if unit.status == "covered"]
    assert {unit.name for unit in known} == {"Patton", "Zhukov"}
    assert {(unit.place, unit.facing) for unit in known} == {(0, 0)}


def test_r37_the_first_side_sees_the_second_openly():
    """R37: only the first side's counters are covered."""
    table = board(FIRST_IS_DOWN)
    table.do("talon deploy Sacrifice 3,2 SE")
    view = View(table.battle, "terran")
    assert not view.veiled
    assert [unit.name for unit in view.enemies] == ["Sacrifice"]


def test_r37_uncovered_when_both_are_done():
    """R37: then everything is open to both."""
    table = board(FIRST_IS_DOWN)
    table.do("talon deploy Sacrifice 3,2 SE", "talon deploy Justice 6,2 SE", "talon deploy Unity 9,2 SE")
    for side in ("terran", "talon"):
        view = View(table.battle, side)
        assert not view.veiled
        assert len(view.enemies) > 1


def test_r37_the_waiting_side_sees_hexes_while_the_first_deploys():
    """R37: the first side's counters are covered from the first on."""
    table = board("""
        clock 0 terran deploy
        map 0,0
        terran CA Patton 3,10 NE
        terran CA Zhukov undeployed
        talon CA Sacrifice undeployed
        talon CA Justice undeployed
        talon CA Unity undeployed
    """)
    view = View(table.battle, "talon")
    assert (view.veiled, view.enemies, len(view.covered)) == (True, [], 1)


def test_orders_are_those_of_the_side_that_decides():
    """3: the other side has none to give."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    assert decider(table.battle) == "terran"
    assert View(table.battle, "talon").orders == []
    assert View(table.battle, "terran").orders == table.battle.options


def test_a_view_follows_its_battle():
    """It is not a copy that grows old."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    view = View(table.battle, "talon")
    game.apply(table.battle, text.read_order("terran vote Patton change", table.battle), ScriptedDice([]))
    assert view.enemies[0].vote == "change"
    assert view.step != "ap" or view.turn_of != "terran"
