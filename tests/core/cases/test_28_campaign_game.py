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
    pair_result,
    single_leg,
    standings,
    still_open,
    winner,
)

MINE, THEIRS = Won("user", "minor"), Won("rival", "devastating")


def legs(*results: Points | None, most: int = 3) -> list[LegResult]:
    """Legs of one battle that came to these points."""
    return [still_open(most) if points is None else LegResult(points, Points()) for points in results]


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
        (0, Need("minor", None)),
        (1, Need("minor", None)),
        (2, Need("great", "minor")),
        (3, Need("great", None)),
        (4, Need("devastating", "great")),
        (5, Need("devastating", None)),
        (6, Need(None, "devastating")),
        (7, Need(None, None)),
    ],
)
def test_28_what_the_last_leg_must_bring(behind: int, expected: Need) -> None:
    found = standings([LegResult(Points(0, behind), Points()), still_open(3)])
    assert need(found, 3, "user") == expected
    assert found.decided == (behind > 6)


def test_28_a_last_leg_that_can_only_be_a_minor_victory_brings_two_points() -> None:
    found = standings([LegResult(Points(0, 2), Points()), still_open(1)])
    assert need(found, 1, "user") == Need(None, "minor")
    assert not found.decided
    assert standings([LegResult(Points(0, 3), Points()), still_open(1)]).decided


def test_r68_who_has_lost_the_first_battle_of_a_pair_gains_nothing_by_the_other() -> None:
    assert pair_result(None, None) == LegResult(None, Points(3, 3))
    assert pair_result(MINE, None) == pair_result(None, MINE) == LegResult(None, Points(3, 0))
    assert pair_result(MINE, THEIRS) == LegResult(Points(1, 1), Points())
    level = [LegResult(Points(1, 0), Points()), pair_result(MINE, None)]
    assert standings(level).decided
    assert not standings([LegResult(Points(0, 1), Points()), pair_result(MINE, None)]).decided


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
