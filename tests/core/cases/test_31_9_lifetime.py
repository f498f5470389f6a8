"""31.9: what a battle of an Empire War is worth in the lifetime score (20.3, S2)."""

import pytest

from campaign.rules.lifetime import score

SCORES = [
    # degree, LP of winner and loser, points
    ("minor", 10, 10, 1), ("great", 10, 10, 2), ("devastating", 10, 10, 3),
    # the favored side wins an unbalanced battle: no more than great
    ("minor", 11, 10, 1), ("great", 11, 10, 2), ("devastating", 11, 10, 2),
    ("minor", 12, 10, 1), ("great", 12, 10, 2), ("devastating", 12, 10, 2),
    # the favored side wins a dramatically unbalanced one: no more than minor
    ("minor", 13, 10, 1), ("great", 13, 10, 1), ("devastating", 13, 10, 1),
    ("devastating", 40, 10, 1), ("devastating", 3, 0, 1),
    # the underdog wins an unbalanced one: a point more; the published example gives 4
    ("minor", 10, 11, 2), ("great", 10, 11, 3), ("devastating", 10, 11, 4),
    ("minor", 10, 12, 2), ("great", 10, 12, 3), ("devastating", 10, 12, 4),
    # the underdog wins a dramatically unbalanced one: twice the points; the published example gives 6
    ("minor", 10, 13, 2), ("great", 10, 13, 4), ("devastating", 10, 13, 6),
    ("devastating", 1, 40, 6), ("minor", 0, 3, 2), ("minor", 0, 0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("degree", "winner_lp", "loser_lp", "points"), SCORES)
def test_31_9_points_by_degree_and_gap(degree, winner_lp, loser_lp, points):
    """31.9, S2: a gap of 1 or 2 LP is unbalanced, of 3 or more dramatically so."""
    assert score(degree, winner_lp, loser_lp) == points
