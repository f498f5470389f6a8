"""A commander's whim: what it did in one turn tells nothing of the next."""

from itertools import combinations

import pytest

from campaign.commanders.variation import drawn, tilt

WHIMS = [f"{number:064x}" for number in range(1, 401)]
TURNS = range(1, 13)
SECTORS = ("Antares", "Badlands", "Maelstrom", "Orion")


def bits(whim: str, turn: int) -> int:
    """What an opponent may have seen of a turn: in which sectors the commander was keener than usual, a bit each."""
    return sum((tilt(whim, 0.15, turn, sector) > 1) << number for number, sector in enumerate(SECTORS))


def test_no_turn_tells_of_another() -> None:
    """For 400 whims, any sector in any turn agrees with any other in half of them, up to five deviations."""
    seen = [[tilt(whim, 0.15, turn, sector) > 1 for turn in TURNS for sector in SECTORS] for whim in WHIMS]
    agreed = [
        sum(row[one] == row[other] for row in seen) for one, other in combinations(range(len(seen[0])), 2)
    ]
    assert 150 < min(agreed) <= max(agreed) < 250


def test_no_sum_of_what_was_seen_foretells_the_next_turn() -> None:
    """The best guess that is linear in eleven turns is right about half the time on whims it has not seen.

    A checksum is affine: there every such guess is right.
    """
    rows = [(_row(whim), bits(whim, TURNS[-1]) & 1) for whim in WHIMS]
    basis: dict[int, tuple[int, int]] = {}
    for seen, follows in rows[:200]:
        _reduced(basis, seen, follows, learn=True)
    guesses = [_reduced(basis, seen, 0, learn=False) == follows for seen, follows in rows[200:]]
    assert 65 < sum(guesses) < 135


def _row(whim: str) -> int:
    """A constant and all that was seen in eleven turns, as one number."""
    found = 1
    for turn in TURNS[:-1]:
        found = found << len(SECTORS) | bits(whim, turn)
    return found


def _reduced(basis: dict[int, tuple[int, int]], seen: int, value: int, *, learn: bool) -> int:
    """The value that the rows learned so far give for what was seen; with `learn`, a row is added."""
    while seen:
        top = seen.bit_length()
        if top not in basis:
            if learn:
                basis[top] = seen, value
                return value
            seen ^= 1 << (top - 1)
            continue
        row, known = basis[top]
        seen, value = seen ^ row, value ^ known
    return value


@pytest.mark.parametrize("strength", [0.15, 0.9])
def test_a_tilt_stays_within_its_strength(strength: float) -> None:
    found = [tilt(whim, strength, 1, "Orion") for whim in WHIMS]
    assert 1 - strength <= min(found) < 1 - 0.8 * strength
    assert 1 + 0.8 * strength < max(found) <= 1 + strength


def test_the_same_whim_and_words_give_the_same() -> None:
    assert drawn("ab", 1, "x") == drawn("ab", "1", "x")
    assert drawn("ab", 1, "x") != drawn("ab", 11, "")
