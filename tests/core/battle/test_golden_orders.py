"""The rules make the same of the same orders and dice, to the last event, whatever captains decide by now."""

import pytest

from tests.core.battle.golden_orders import digest, stored

STORED = {name: (then, raw) for name, then, raw in stored()}


def test_all_golden_battles_are_stored():
    assert len(STORED) == 51


@pytest.mark.parametrize("name", STORED)
def test_the_rules_make_the_same_of_it(name):
    then, raw = STORED[name]
    assert digest(raw) == then
