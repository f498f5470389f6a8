"""The table is the same from both edges, and captains lead a set-up that is turned round as they lead it otherwise."""

from bench.battles.corners import begun_by
from bench.battles.scenarios import battles
from bench.battles.turned_round import both, opening, turned
from engines.talon import game
from engines.talon.orders import Deploy, WormHole

DOGGER_BANK, BLOCKADE = "10 Dogger Bank", "29.5 Worm Hole Blockade"


def test_what_is_turned_twice_is_where_it_was() -> None:
    """Ships with the way they face, and the worm hole."""
    setup = begun_by(battles()[BLOCKADE], "talon", "talon")
    battle, orders = game.new_battle(setup), opening(setup)
    assert {Deploy, WormHole} <= {type(order) for order in orders}
    for order in orders:
        if isinstance(order, Deploy | WormHole):
            assert turned(battle, order) != order
            assert turned(battle, turned(battle, order)) == order


def test_the_same_side_wins_with_the_other_edge() -> None:
    for name in (DOGGER_BANK, BLOCKADE):
        as_it_is, round_the_other_way = both(name, "talon", "talon", 1)
        assert as_it_is == round_the_other_way
