"""All that a captain would fire in a step: legal orders in turn, foreseen without any die but those of weapons."""

import pytest

from bench.fleets import scenario
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.documents.codec import encode_position
from engines.talon.orders import Fire
from engines.talon.play.volley import shots, still, volley
from engines.talon.view import View, decider


@pytest.mark.parametrize("number", [2, 6, 9])
def test_it_is_known_at_each_decision_of_a_battle(number: int) -> None:
    """It begins with what the captain orders, if that fires, and changes nothing; it comes in no other step."""
    battle, dice = game.new_battle(scenario(number)), SeededDice(number)
    captains, most = {side: Captain() for side in ("terran", "talon")}, 0
    while (side := decider(battle)) is not None:
        view, before = View(battle, side), encode_position(battle)
        found, order = volley(view), captains[side].decide(view)
        assert encode_position(battle) == before
        assert view.step == "fire" or not found
        if isinstance(order, Fire):
            assert found[0].order == order
            assert still(view, order)
        assert shots(found) <= len(found)
        most = max(most, shots(found))
        game.apply(battle, order, dice)
    assert most > 1
