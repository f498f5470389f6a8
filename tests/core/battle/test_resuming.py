"""A battle by hand goes on from its stored position as if it had never been put away."""

from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.documents.codec import encode_events, encode_position
from engines.talon.play.drafts.lines import resumed
from engines.talon.play.offers.legal import offers
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.view import View, decider
from tests.core.battle.random_battles import Course
from tests.core.battle.test_properties import battles


@battles(12)
def test_at_every_decision_the_offers_are_the_same(setup, seed: int) -> None:
    """In random battles: after being stored and resumed, the same is offered to both sides."""
    for battle in Course(setup, seed).walk():
        again = resumed(encode_position(battle))
        for side in SIDES:
            assert offers(View(again, side)) == offers(View(battle, side))
        if not isinstance(battle.options, Arrivals):
            assert list(again.options) == list(battle.options)


@battles(8)
def test_at_every_decision_the_next_order_has_the_same_effect(setup, seed: int) -> None:
    """In random battles: the captain orders the same, and with the same dice the same happens."""
    for number, battle in enumerate(Course(setup, seed).walk()):
        side = decider(battle)
        if side is None or number % 5:
            continue
        again, course = resumed(encode_position(battle)), battle.copy()
        order = Captain().decide(View(course, side))
        assert Captain().decide(View(again, side)) == order
        happened = game.apply(course, order, SeededDice(number))
        assert encode_events(game.apply(again, order, SeededDice(number))) == encode_events(happened)
        assert encode_position(again) == encode_position(course)
