"""Dice of Warfleets: FTL, from W1 of its text."""

import pytest

from engines.warfleets.dice import half, succeeds


def test_wf4_a_d3_is_half_of_a_die_rounded_up():
    assert [half(die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(("needed", "least"), [(0, 2), (1, 2), (2, 2), (4, 4), (6, 6), (9, 6)])
def test_w1_a_6_always_succeeds_and_a_1_never(needed, least):
    assert [die for die in range(1, 7) if succeeds(die, needed)] == list(range(least, 7))
