"""Taking an order back: up to the last die, the other side's decision, or what has been uncovered."""

import pytest

from engines.seam.refusals import Refused
from engines.talon import text
from engines.talon.match import Match, RecordedDie
from tests.core.board import board

MOVING = """
    clock 1F terran move
    initiative terran
    map 0,0
    terran CA Patton 5,5 E
    terran CA Zhukov 5,7 E
    talon CA Sacrifice 14,1 W
"""


def replay_of(position: str) -> Match:
    """A battle at that position, in which nothing has been ordered."""
    replay = Match(board(position).battle)
    replay.begin()
    return replay


def give(replay: Match, *orders: str, dice: str = "") -> Match:
    """Give the orders, the last one with these dice."""
    for number, order in enumerate(orders, 1):
        told = dice.split() if number == len(orders) else []
        given = text.read_order(order, replay.battle)
        replay.give(given, [RecordedDie(int(die), "a die") for die in told], "here")
    return replay


def refused(replay: Match, side: str) -> str:
    """Why the last order is not taken back; nothing has changed."""
    before, orders = text.write_position(replay.battle), list(replay.given)
    with pytest.raises(Refused) as caught:
        replay.take_back(side)  # type: ignore[arg-type]
    assert (text.write_position(replay.battle), replay.given) == (before, orders)
    return caught.value.refusals[0].reason


def test_one_order_after_the_other():
    """Each leads back to the position before it, and another can be given."""
    replay = replay_of(MOVING)
    before = [text.write_position(replay.battle)]
    give(replay, "terran move Patton left")
    before.append(text.write_position(replay.battle))
    give(replay, "terran move Zhukov right", "talon done", "talon move Sacrifice left")
    replay.take_back("talon")
    replay.take_back("talon")
    replay.take_back("terran")
    assert text.write_position(replay.battle) == before[1]
    assert len(replay.given) == len(replay.events) - 1 == 1
    replay.take_back("terran")
    assert text.write_position(replay.battle) == before[0]
    give(replay, "terran move Patton ahead")


def test_not_before_anything_was_ordered():
    assert "No order" in refused(replay_of(MOVING), "terran")


def test_not_when_the_other_side_has_decided():
    replay = give(replay_of(MOVING), "terran move Patton left", "terran move Zhukov left")
    give(replay, "talon done")
    assert "not Terran's" in refused(replay, "terran")


def test_not_past_a_die():
    """A shot is answered by its die, hit or miss."""
    replay = replay_of("""
        clock 2E terran fire
        map 0,0
        terran CA Patton 5,5 E
        talon CA Sacrifice 7,5 W charge 0+0/0+0
    """)
    give(replay, "terran fire Patton 2 Sacrifice", dice="1")
    assert "die has been rolled" in refused(replay, "terran")


def test_not_when_the_battle_is_over():
    assert "over" in refused(give(replay_of(MOVING), "terran concede"), "terran")


def test_r37_not_when_covered_counters_have_been_shown():
    """R37: the last counter of the second side uncovers the first side's; the one before it does not."""
    replay = replay_of("""
        clock 0 talon deploy
        map 0,0
        terran CA Patton 5,10 NE
        terran CA Zhukov 7,10 NE
        talon CA Sacrifice undeployed
        talon CA Hunter undeployed
    """)
    give(replay, "talon deploy Sacrifice 8,1 SW")
    before = text.write_position(replay.battle)
    give(replay, "talon deploy Hunter 6,1 SW")
    assert "shown" in refused(replay, "talon")
    one = replay_of(before)
    give(one, "talon deploy Hunter 6,1 SW")
    assert "shown" in refused(one, "talon")
    again = replay_of("""
        clock 0 talon deploy
        map 0,0
        terran CA Patton 5,10 NE
        terran CA Zhukov 7,10 NE
        talon CA Sacrifice undeployed
        talon CA Hunter undeployed
        talon CA Justice undeployed
    """)
    give(again, "talon deploy Sacrifice 8,1 SW").take_back("talon")
    assert again.given == []
