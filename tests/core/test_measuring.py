"""How the benchmarks judge what they measure: when an order of levels is sure, and what a wrong decision costs."""

import pytest

from bench.battles.stances import EVEN, equal
from bench.wars.difficulties import is_harder
from bench.wars.regret import Choice
from engines.talon.catalogue import ship_class


@pytest.mark.parametrize(
    ("easier", "other", "sure"),
    [
        ([1.0] * 14, [0.0] * 14, True),
        ([0.0] * 14, [1.0] * 14, False),
        ([1.0] * 5, [0.0] * 5, None),
        ([1.0, 0.0] * 40, [1.0, 0.0] * 40, None),
        ([1.0, 0.0] * 60, [0.0, 1.0] * 60, False),
        ([0.5] * 28, [0.0] * 28, True),
    ],
    ids=[
        "all better",
        "all worse",
        "too few",
        "no difference shows",
        "as often worse as better",
        "half wins",
    ],
)
def test_a_level_is_surely_harder_only_after_enough_different_wars(easier, other, sure):
    assert is_harder(easier, other) is sure


@pytest.mark.parametrize(
    ("engaged", "declined", "said", "regret"),
    [(-50.0, -80.0, True, 0), (-50.0, -80.0, False, 30), (-90.0, -80.0, True, 10), (-90.0, -80.0, False, 0)],
)
def test_a_regret_is_what_the_other_decision_would_have_been_worth_more(engaged, declined, said, regret):
    choice = Choice("terran", True, 0.3, engaged, declined, {"commanders": said})
    assert choice.regret("commanders") == regret


def test_fleets_called_equal_have_equal_ship_points():
    for number in range(20):
        setup = equal(number)
        terran, talon = (
            sum(ship_class(side, unit.ship_class).points for unit in setup.force(side))
            for side in ("terran", "talon")
        )
        assert abs(terran / talon - 1) < EVEN
