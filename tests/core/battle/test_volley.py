"""All that a captain would fire in a step: legal orders in turn, foreseen without any die but those of weapons."""

import pytest

from bench.battles.fleets import fleets_of
from engines.seam.sides import Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.dice import Label
from engines.talon.documents.codec import encode_position
from engines.talon.orders import Done, Fire
from engines.talon.play.offers.volley import needless, shots, still, volley
from engines.talon.state import Battle
from engines.talon.view import View, decider


@pytest.mark.parametrize("number", [2, 6, 9])
def test_it_is_known_at_each_decision_of_a_battle(number: int) -> None:
    """It begins with what the captain orders, if that fires, and changes nothing; it comes in no other step."""
    battle, dice = game.new_battle(fleets_of(number)), SeededDice(number)
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


@pytest.mark.parametrize("number", [2, 6])
def test_what_need_not_be_fired_could_not_have_reached_a_hull(number: int) -> None:
    """The captain holds fire there, and if all is fired nevertheless, with the best dice, no hull box is lost."""
    battle, dice = game.new_battle(fleets_of(number)), SeededDice(number)
    captains, found = {side: Captain() for side in ("terran", "talon")}, {True: 0, False: 0}
    while (side := decider(battle)) is not None:
        view = View(battle, side)
        order, skipped = captains[side].decide(view), needless(view)
        if view.step == "fire" and view.question is None and isinstance(order, Done):
            found[skipped] += 1
        if skipped:
            assert isinstance(order, Done)
            assert hulls(fired_out(view.imagined(), side)) == hulls(battle)
        game.apply(battle, order, dice)
    assert min(found.values()) > 3


class Best:
    """Dice that always show a six."""

    def roll(self, label: Label) -> int:
        return 6


def fired_out(course: Battle, side: Side) -> Battle:
    """The battle after the side has fired whatever it can in this step."""
    while decider(course) == side and (
        fires := [one for one in View(course, side).orders if isinstance(one, Fire)]
    ):
        game.apply(course, fires[0], Best())
    return course


def hulls(battle: Battle) -> list[tuple[int, str]]:
    """The hull of every unit, and where it is."""
    return [(unit.hull, unit.status) for unit in battle.units]
