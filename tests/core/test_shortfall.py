"""The smallest shortfall is the smallest: compared with trying everything (S8)."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.fleets.shortfall import NOWHERE, Mover, best_places, least_shortfall, loads, shortfall

SECTORS = 4


def by_trying_all(movers: list[Mover], sectors: int, minimum: int) -> int:
    """The smallest shortfall of all assignments within reach."""
    choices = [(NOWHERE, *mover.reach) for mover in movers]
    return min(shortfall(loads(movers, places, sectors), minimum) for places in product(*choices))


def movers_at(homes: list[tuple[int, int, int]]) -> list[Mover]:
    """Ships of some LP at a sector, or in the Reserve (4), that wish to be somewhere."""
    found = []
    for lp, home, wish in homes:
        near = range(SECTORS) if home == SECTORS else range(max(0, home - 1), min(SECTORS, home + 2))
        found.append(Mover(lp, frozenset(near), wish - 1))
    return found


ships = st.lists(st.tuples(st.integers(0, 4), st.integers(0, SECTORS), st.integers(0, SECTORS)), max_size=6)


@given(ships, st.integers(0, 6))
@settings(max_examples=400)
def test_the_smallest_is_found(homes: list[tuple[int, int, int]], minimum: int) -> None:
    movers = movers_at(homes)
    assert least_shortfall(movers, SECTORS, minimum) == by_trying_all(movers, SECTORS, minimum)


@given(ships, st.integers(0, 6))
@settings(max_examples=200)
def test_nobody_is_sent_beyond_reach(homes: list[tuple[int, int, int]], minimum: int) -> None:
    movers = movers_at(homes)
    places = best_places(movers, SECTORS, minimum)
    assert all(place == NOWHERE or place in mover.reach for mover, place in zip(movers, places, strict=True))


@given(
    st.lists(st.tuples(st.integers(2, 4), st.integers(0, 5), st.integers(0, 5)), max_size=60),
    st.integers(20, 40),
)
@settings(max_examples=30)
def test_great_fleets_over_many_sectors_are_sent_too(homes: list[tuple[int, int, int]], minimum: int) -> None:
    """Nothing more is to be had: no ship can be moved, nor two, to lower what is found."""
    movers = [Mover(lp, frozenset(range(max(0, at - 1), min(5, at + 2))), wish - 1) for lp, at, wish in homes]
    places = list(best_places(movers, 5, minimum))
    least = shortfall(loads(movers, places, 5), minimum)
    for ship, mover in enumerate(movers):
        for place in mover.reach:
            other = [*places[:ship], place, *places[ship + 1 :]]
            assert shortfall(loads(movers, other, 5), minimum) >= least


def test_a_legal_wish_is_left_alone() -> None:
    movers = movers_at([(2, 0, 1), (2, 1, 2), (2, 2, 3), (2, 3, 4), (3, 4, 0)])
    assert best_places(movers, SECTORS, 2) == (0, 1, 2, 3, NOWHERE)


def test_lumps_that_only_the_whole_search_fits() -> None:
    """Two sectors in need of 6 from 4, 4, 3 and 1: 4+... and 4+3 leave one short whatever the order of moves."""
    everywhere = frozenset(range(2))
    movers = [Mover(lp, everywhere, 0) for lp in (4, 4, 3, 1)]
    assert least_shortfall(movers, 2, 6) == by_trying_all(movers, 2, 6) == 1
    assert least_shortfall([*movers, Mover(1, everywhere, NOWHERE)], 2, 6) == 0
