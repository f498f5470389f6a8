"""A Swiss: rounds worked out by hand from the rules of the Dutch system, and whole seasons at random."""

from random import Random

import pytest

from clubs.rules.swiss import Met, pair

WON, DRAWN, LOST = 2, 1, 0


def white(first: int, second: int) -> Met:
    """A game that the first-named player has won."""
    return Met(first, second, WON, LOST)


def black(first: int, second: int) -> Met:
    """A game that the second-named player has won."""
    return Met(first, second, LOST, WON)


def drawn(first: int, second: int) -> Met:
    return Met(first, second, DRAWN, DRAWN)


def bye(player: int) -> Met:
    return Met(player, None, WON)


@pytest.mark.parametrize(
    ("players", "table"),
    [
        (4, ((1, 3), (4, 2))),
        (6, ((1, 4), (5, 2), (3, 6))),
        (7, ((1, 4), (5, 2), (3, 6), (7, None))),
        (8, ((1, 5), (6, 2), (3, 7), (8, 4))),
    ],
)
def test_in_the_first_round_the_upper_half_meets_the_lower(players: int, table: object) -> None:
    """C.04.3 B and E.5: S1 against S2 in their order, the colours in turn; the last has the bye."""
    assert pair(range(1, players + 1), [], 3) == table


def test_six_players_in_round_two() -> None:
    """1 and 2 have won and not met: 2 had black and gets white. 3 and 6 drew, so both float down to 4 and 5.

    There 3 meets 4, and 6 meets 5; each had the other colour in round one.
    """
    first = [white(1, 4), black(5, 2), drawn(3, 6)]
    found = pair(range(1, 7), [first], 3)
    assert found is not None
    assert set(found) == {(2, 1), (4, 3), (6, 5)}


def test_eight_players_in_round_two() -> None:
    """Winners 1, 2, 7, 8 and losers 3, 4, 5, 6, each group by halves: 1-7, 2-8, 3-5, 4-6.

    1 had white and 7 black, 2 black and 8 white, 3 white and 5 black, 4 black and 6 white: all change.
    """
    first = [white(1, 5), black(6, 2), black(3, 7), white(8, 4)]
    found = pair(range(1, 9), [first], 3)
    assert found is not None
    assert set(found) == {(7, 1), (2, 8), (5, 3), (4, 6)}


def test_whoever_floated_down_stays_in_the_group_if_another_can_float() -> None:
    """1, 2 and 5 have won, 5 by a bye, which is a float down. One of them must float again (C.14: not 5).

    S1 is 1, S2 is 2 and 5. 1-2 would float 5, so it is 1-5, with white for 5, and 2 floats. 2 has met 4, and so meets
    3; both had black, and the higher has white. 4 has the bye.
    """
    first = [white(1, 3), black(4, 2), bye(5)]
    found = pair(range(1, 6), [first], 2)
    assert found is not None
    assert set(found) == {(5, 1), (2, 3), (4, None)}


def test_nobody_has_a_second_bye() -> None:
    """Of three players with no score 7 had the bye, so of the others the lowest without one has it."""
    first = [white(1, 4), white(5, 2), white(3, 6), bye(7)]
    found = pair(range(1, 8), [first], 3)
    assert found is not None
    assert next(one for one, two in found if two is None) == 6


def test_whoever_does_not_play_on_is_not_paired() -> None:
    first = [white(1, 5), black(6, 2), black(3, 7), white(8, 4)]
    found = pair([1, 2, 3, 4, 5, 6], [first], 3)
    assert found is not None
    assert sorted(one for pairs in found for one in pairs if one is not None) == [1, 2, 3, 4, 5, 6]


def test_a_round_that_would_repeat_a_game_or_a_bye_is_none() -> None:
    assert pair([1, 2], [[white(1, 2)]], 2) is None
    assert pair([1], [], 2) is None
    # three players: each has met both others
    three = [[white(1, 2), bye(3)], [white(3, 1), bye(2)], [white(2, 3), bye(1)]]
    assert pair([1, 2, 3], three, 4) is None
    # five players of whom 3, 5 and 2 had the bye, and only 1 and 4 can meet: one of the three would have it again
    five = [
        [white(1, 3), white(4, 2), bye(5)],
        [white(5, 1), white(3, 4), bye(2)],
        [white(4, 5), white(2, 1), bye(3)],
    ]
    assert pair([1, 2, 3, 4, 5], five, 4) is None


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (5, 2), (8, 4), (9, 4), (14, 7), (17, 8), (32, 5)])
def test_random_seasons_pair_everybody_with_somebody_new(players: int, rounds: int) -> None:
    """With at most half as many rounds as players there is always somebody new, and scores of a pair are near."""
    draw = Random(players)
    for _season in range(3):
        history: list[list[Met]] = []
        met: set[frozenset[int]] = set()
        byes: list[int] = []
        whites = dict.fromkeys(range(1, players + 1), 0)
        for _round in range(rounds):
            table = pair(range(1, players + 1), history, rounds)
            assert table is not None
            assert sorted(one for pairs in table for one in pairs if one is not None) == list(
                range(1, players + 1)
            )
            played = []
            for one, two in table:
                if two is None:
                    byes.append(one)
                    played.append(bye(one))
                    continue
                assert frozenset((one, two)) not in met
                met.add(frozenset((one, two)))
                whites[one] += 1
                whites[two] -= 1
                played.append(draw.choice([white, black, drawn])(one, two))
            history.append(played)
        assert len(byes) == len(set(byes)) == (rounds if players % 2 else 0)
        assert max(map(abs, whites.values())) <= 2  # nobody has a colour three times more often
