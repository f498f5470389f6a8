"""Campaign games (28): what each leg counts, the last one doubled, and who has won (S81)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.seam.series import (
    PLAYERS,
    LegResult,
    Need,
    Points,
    Won,
    need,
    pair_leg,
    single_leg,
    standings,
    winner,
)

MINE, THEIRS = Won("user", "minor"), Won("rival", "devastating")


def legs(*results: Points | None, most: int = 3) -> list[LegResult]:
    """Legs that came to these points."""
    return [LegResult(most, points) for points in results]


@pytest.mark.parametrize(("degree", "points"), [("minor", 1), ("great", 2), ("devastating", 3)])
def test_28_a_leg_counts_by_the_degree_of_its_victory(degree: str, points: int) -> None:
    assert single_leg(Won("user", degree)) == Points(user=points)  # type: ignore[arg-type]
    assert single_leg(Won("rival", degree)) == Points(rival=points)  # type: ignore[arg-type]


def test_28_a_leg_that_nobody_won_has_no_points_and_is_played_again() -> None:
    assert single_leg(None) is None
    found = standings(legs(Points(1, 0), None, Points(0, 2)))
    assert (found.left, found.over, winner(found)) == (1, False, None)


def test_28_the_last_leg_counts_double() -> None:
    found = standings(legs(Points(3, 0), Points(0, 1), Points(0, 2)))
    assert found.legs == (Points(3, 0), Points(0, 1), Points(0, 4))
    assert (found.total, winner(found)) == (Points(3, 5), "rival")


def test_28_the_only_leg_is_the_last_one() -> None:
    assert standings(legs(Points(2, 0))).total == Points(4, 0)


def test_28_the_last_leg_is_the_last_of_the_list_whenever_it_is_played() -> None:
    found = standings(legs(None, Points(3, 0)))
    assert (found.total, found.over) == (Points(6, 0), False)


def test_s81_nobody_wins_with_equal_points() -> None:
    found = standings(legs(Points(2, 0), Points(0, 1)))
    assert (found.total, found.over, winner(found)) == (Points(2, 2), True, None)


def test_r68_both_battles_of_a_pair_count_three() -> None:
    assert pair_leg(Won("user", "minor"), Won("user", "minor")) == Points(user=3)
    assert pair_leg(THEIRS, THEIRS) == Points(rival=3)


def test_r68_one_battle_of_a_pair_each_counts_one_each() -> None:
    assert pair_leg(MINE, THEIRS) == pair_leg(THEIRS, MINE) == Points(1, 1)


@pytest.mark.parametrize(("first", "second"), [(None, MINE), (MINE, None), (None, None)])
def test_r68_a_pair_has_no_points_before_both_battles_are_won(first: Won | None, second: Won | None) -> None:
    assert pair_leg(first, second) is None


def test_28_a_pair_that_is_the_last_leg_is_doubled_as_one() -> None:
    last = pair_leg(MINE, THEIRS)
    assert standings(legs(Points(1, 0), last)).total == Points(3, 2)
    assert standings(legs(Points(1, 0), pair_leg(THEIRS, THEIRS))).total == Points(1, 6)


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        (-7, Need("minor", None, True)),
        (-6, Need("minor", None, False)),
        (-1, Need("minor", None, False)),
        (0, Need("minor", None, False)),
        (1, Need("minor", None, False)),
        (2, Need("great", "minor", False)),
        (3, Need("great", None, False)),
        (4, Need("devastating", "great", False)),
        (5, Need("devastating", None, False)),
        (6, Need(None, "devastating", False)),
        (7, Need(None, None, False)),
    ],
)
def test_28_what_the_last_leg_must_bring(behind: int, expected: Need) -> None:
    first = Points(0, behind) if behind > 0 else Points(-behind, 0)
    found = standings([LegResult(9, first), LegResult(3, None)])
    assert need(found, 3, "user") == expected
    assert found.decided == (abs(behind) > 6)


def test_28_a_last_leg_that_can_only_be_a_minor_victory_brings_two_points() -> None:
    found = standings([LegResult(3, Points(0, 2)), LegResult(1, None)])
    assert need(found, 1, "user") == Need(None, "minor", False)
    assert not found.decided
    assert standings([LegResult(3, Points(0, 3)), LegResult(1, None)]).decided


results = st.one_of(
    st.none(), st.builds(Won, st.sampled_from(PLAYERS), st.sampled_from(["minor", "great", "devastating"]))
)


@given(
    st.lists(
        st.one_of(results.map(single_leg), st.builds(pair_leg, results, results)), min_size=1, max_size=24
    )
)
def test_28_random_games_equal_a_slow_recount(found: list[Points | None]) -> None:
    totals = {"user": 0, "rival": 0}
    for number, points in enumerate(found, 1):
        for player in totals:
            if points is not None:
                won = points.user if player == "user" else points.rival
                totals[player] += won + (won if number == len(found) else 0)
    score = standings(legs(*found))
    assert {"user": score.total.user, "rival": score.total.rival} == totals
    assert score.over == (None not in found)
    if not score.over:
        ahead = abs(totals["user"] - totals["rival"])
        still = sum(
            3 * (2 if number == len(found) else 1) for number, one in enumerate(found, 1) if one is None
        )
        assert score.decided == (ahead > still)
