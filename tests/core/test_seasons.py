"""The rules of a season: Berger tables as they are published, and standings against a slow recount."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.rules.berger import berger
from clubs.rules.standings import Game, Outcome, Row, standings

PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The Berger tables as chess federations print them, for three to eight players."""


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_rounds_are_those_of_the_published_tables(players: int) -> None:
    made = [" ".join(f"{one}-{two}" for one, two in table) for table in berger(players)]
    assert made == PUBLISHED[players]


@pytest.mark.parametrize("players", PUBLISHED)
def test_of_an_odd_number_whoever_meets_the_last_number_has_a_bye(players: int) -> None:
    for table, published in zip(berger(players - 1), PUBLISHED[players], strict=True):
        pairs = [pair.split("-") for pair in published.split()]
        (bye,) = [pair for pair in pairs if str(players) in pair]
        free = int(bye[0] if bye[1] == str(players) else bye[1])
        met = [(int(one), int(two)) for one, two in pairs if str(players) not in (one, two)]
        assert table == (*met, (free, None))


@pytest.mark.parametrize("players", range(2, 21))
@pytest.mark.parametrize("twice", [False, True])
def test_all_meet_as_often_and_nobody_plays_twice_in_a_round(players: int, twice: bool) -> None:
    rounds = berger(players, twice=twice)
    for table in rounds:
        seen = [one for pair in table for one in pair if one is not None]
        assert sorted(seen) == list(range(1, players + 1))
    met = Counter(pair for table in rounds for pair in table if None not in pair)
    if twice:
        assert met == Counter(permutations(range(1, players + 1), 2))
    else:
        assert {tuple(sorted(pair)) for pair in met} == set(combinations(range(1, players + 1), 2))  # type: ignore[type-var]
        assert set(met.values()) == {1}
    firsts = Counter(pair[0] for pair in met)
    assert max(firsts.values()) - min(firsts.get(one, 0) for one in range(1, players + 1)) <= 1


def test_a_table_worked_out_by_hand() -> None:
    """Anna 1, Ben 2, Clara 3, Dora 4. Anna, Ben and Clara beat each other in a ring, and all of them Dora."""
    games = [
        Game(1, 4, "first", 6, 2),
        Game(2, 3, "first", 5, 4),
        Game(4, 3, "second", 1, 8),
        Game(1, 2, "first", 5, 3),
        Game(2, 4, "first", 7, 1),
        Game(3, 1, "first", 6, 4),
    ]
    found = standings([1, 2, 3, 4], games)
    assert [(row.player, row.place, row.score, row.head_to_head) for row in found] == [
        (3, 1, 4, 2),  # 18 to 10
        (2, 2, 4, 2),  # 15 to 10
        (1, 3, 4, 2),  # 15 to 11
        (4, 4, 0, 0),
    ]
    assert (found[0].points_for, found[0].points_against, found[0].difference) == (18, 10, 8)
    assert (found[3].played, found[3].won, found[3].drawn, found[3].lost) == (3, 0, 0, 3)


def test_head_to_head_comes_before_the_points_difference() -> None:
    games = [Game(2, 1, "first", 2, 1), Game(1, 3, "first", 9, 0)]
    found = standings([1, 2, 3], games)
    assert [(row.player, row.place, row.difference) for row in found] == [(2, 1, 1), (1, 2, 8), (3, 3, -9)]


def test_whoever_is_level_in_everything_shares_a_place() -> None:
    found = standings([7, 8, 9], [Game(7, 8, "drawn", 3, 3)])
    assert [(row.player, row.place) for row in found] == [(7, 1), (8, 1), (9, 3)]


def test_without_a_game_between_all_who_are_level_head_to_head_counts_for_nobody() -> None:
    games = [Game(1, 2, "first", 1, 0), Game(2, 4, "first", 1, 0), Game(3, 4, "first", 9, 0)]
    found = standings([1, 2, 3, 4], games)
    assert [(row.player, row.head_to_head) for row in found][:3] == [(3, 0), (1, 0), (2, 0)]


def test_buchholz_adds_the_scores_of_the_opponents_and_the_own_score_for_a_bye() -> None:
    games = [Game(1, 2, "first"), Game(3, 1, "drawn"), Game(2, 4, "first")]
    found = {row.player: row for row in standings([1, 2, 3, 4], games, [3], swiss=True)}
    assert {player: row.score for player, row in found.items()} == {1: 3, 2: 2, 3: 3, 4: 0}
    assert {player: row.buchholz for player, row in found.items()} == {1: 5, 2: 3, 3: 6, 4: 2}
    assert [row.player for row in standings([1, 2, 3, 4], games, [3], swiss=True)] == [3, 1, 2, 4]


OUTCOMES: list[Outcome] = ["first", "drawn", "second"]
PLAYERS = [3, 1, 4, 15, 9]
GAMES = st.lists(
    st.builds(
        lambda pair, outcome, one, two: Game(pair[0], pair[1], outcome, one, two),
        st.sampled_from(list(permutations(PLAYERS, 2))),
        st.sampled_from(OUTCOMES),
        st.integers(0, 8),
        st.integers(0, 8),
    ),
    max_size=14,
)


def recount(games: list[Game], byes: list[int], swiss: bool) -> list[tuple[object, ...]]:
    """The same, counted game by game and player by player as an organiser would on paper, in half points."""
    score_of = {"first": Fraction(1), "drawn": Fraction(1, 2), "second": Fraction(0)}
    score: dict[int, Fraction] = {player: Fraction(byes.count(player)) for player in PLAYERS}
    goals = {player: [0, 0] for player in PLAYERS}
    for game in games:
        won = score_of[game.outcome]
        score[game.first] += won
        score[game.second] += 1 - won
        for player, own, against in (
            (game.first, game.first_points, game.second_points),
            (game.second, game.second_points, game.first_points),
        ):
            goals[player][0] += own
            goals[player][1] += against
    buchholz = dict.fromkeys(PLAYERS, Fraction())
    for game in games if swiss else []:
        buchholz[game.first] += score[game.second]
        buchholz[game.second] += score[game.first]
    for player in byes if swiss else []:
        buchholz[player] += score[player]
    direct = dict.fromkeys(PLAYERS, Fraction())
    for player in PLAYERS:
        level = [one for one in PLAYERS if (score[one], buchholz[one]) == (score[player], buchholz[player])]
        met = {frozenset((game.first, game.second)) for game in games}
        if all(frozenset(pair) in met for pair in combinations(level, 2)):
            for game in games:
                if player in (game.first, game.second) and {game.first, game.second} <= set(level):
                    won = score_of[game.outcome]
                    direct[player] += won if player == game.first else 1 - won
    keys = {
        player: (
            score[player],
            buchholz[player],
            direct[player],
            goals[player][0] - goals[player][1],
            goals[player][0],
        )
        for player in PLAYERS
    }
    order = sorted(PLAYERS, key=lambda one: (*(-part for part in keys[one]), PLAYERS.index(one)))
    return [
        (1 + sum(keys[other] > keys[one] for other in PLAYERS), one, *keys[one], *goals[one]) for one in order
    ]


def as_counted(row: Row) -> tuple[object, ...]:
    halves = (Fraction(row.score, 2), Fraction(row.buchholz, 2), Fraction(row.head_to_head, 2))
    return (
        row.place,
        row.player,
        *halves,
        row.difference,
        row.points_for,
        row.points_for,
        row.points_against,
    )


@given(games=GAMES, byes=st.lists(st.sampled_from(PLAYERS), max_size=4), swiss=st.booleans())
def test_the_standings_are_those_of_a_slow_recount(games: list[Game], byes: list[int], swiss: bool) -> None:
    found = standings(PLAYERS, games, byes, swiss=swiss)
    assert [as_counted(row) for row in found] == recount(games, byes, swiss)
    assert sum(row.won for row in found) == sum(row.lost for row in found)
