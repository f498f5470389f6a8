"""Who plays whom in a round robin, by the Berger tables."""

from collections.abc import Iterator
from typing import TypeAlias

Table: TypeAlias = tuple[tuple[int, int | None], ...]
"""The pairs of a round by their numbers, counted from 1, the first-named first; None: a bye."""


def berger(players: int, *, twice: bool = False) -> tuple[Table, ...]:
    """The rounds in which so many players meet each other once, or `twice`, the second time the other way round.

    With an odd number the one who meets the number that nobody has gets a bye, and stands last in the round.
    """
    if players < 2:
        raise ValueError("A round robin needs two players.")
    even = players + players % 2
    once = tuple(_round(players, even, number) for number in range(even - 1))
    return once + tuple(_reversed(table) for table in once) if twice else once


def _round(players: int, even: int, number: int) -> Table:
    """The round that is counted from 0. All but the last number move on by half of the others from round to round."""
    others, half = even - 1, even // 2
    start = number * half % others
    place = [(start + step) % others + 1 for step in range(others)]
    first = (place[0], even) if number % 2 == 0 else (even, place[0])
    pairs = [first, *((place[step], place[-step]) for step in range(1, half))]
    return _with_bye(pairs, players)


def _with_bye(pairs: list[tuple[int, int]], players: int) -> Table:
    met = [(one, two) for one, two in pairs if max(one, two) <= players]
    byes = [(min(pair), None) for pair in pairs if max(pair) > players]
    return (*met, *byes)


def _reversed(table: Table) -> Table:
    return tuple(_turned(table))


def _turned(table: Table) -> Iterator[tuple[int, int | None]]:
    for one, two in table:
        yield (one, None) if two is None else (two, one)
