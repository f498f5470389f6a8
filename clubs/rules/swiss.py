"""Who plays whom in the next round of a Swiss, by the Dutch system of FIDE (C.04.3).

White there is the first-named player here, who begins as Terran. The library has the system; here is what it is told,
and what is asked of its answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeAlias

from caissify_pairings import generate_pairings

from clubs.rules.berger import Table
from clubs.rules.standings import WIN

MOST: Final = 64
"""How many players are paired at most."""


@dataclass(frozen=True, slots=True)
class Met:
    """A pairing of a round that is over, and what it scored for both; `second` is None for a bye."""

    first: int
    second: int | None
    first_score: int
    second_score: int = 0


History: TypeAlias = Sequence[Sequence[Met]]


@dataclass(slots=True)
class _Player:
    """A player as the library wants to know them, after the rounds so far."""

    score: int
    colours: list[str]
    floats: list[str]
    byes: int


def pair(players: Sequence[int], history: History, rounds: int) -> Table | None:
    """The next round of so many for these players, named by their numbers; None if it cannot be paired any more.

    Nobody meets anybody twice, and nobody has two byes. `history` may name others, who do not play on.
    """
    if not 2 <= len(players) <= MOST:
        return None
    known = {number: _Player(0, [], [], 0) for number in _named(players, history)}
    for met in history:
        _play(known, met)
    met_before = {(one.first, one.second) for one in chain(*history) if one.second is not None}
    found = generate_pairings(
        system="dutch",
        players=[_told(number, known[number]) for number in sorted(players)],
        previous_pairings=met_before,
        round_number=len(history) + 1,
        total_rounds=rounds,
    )
    table = tuple((one["white_id"], one["black_id"]) for one in found)
    return table if _is_sound(table, players, met_before, known) else None


def _named(players: Sequence[int], history: History) -> set[int]:
    named = [number for one in chain(*history) for number in (one.first, one.second) if number is not None]
    return {*players, *named}


def _play(known: dict[int, _Player], met: Sequence[Met]) -> None:
    """Adds a round to what is known. A bye is a float down (A.4.b), and whoever was not paired has neither colour."""
    before = {number: player.score for number, player in known.items()}
    seen: set[int] = set()
    for one in met:
        first = known[one.first]
        seen.add(one.first)
        first.score += one.first_score
        if one.second is None:
            first.byes += 1
            _note(first, "none", "down")
            continue
        second = known[one.second]
        seen.add(one.second)
        second.score += one.second_score
        _note(first, "white", _float(before[one.first], before[one.second]))
        _note(second, "black", _float(before[one.second], before[one.first]))
    for number in known.keys() - seen:
        _note(known[number], "none", "none")


def _note(player: _Player, colour: str, floated: str) -> None:
    player.colours.append(colour)
    player.floats.append(floated)


def _float(own: int, other: int) -> str:
    return "down" if own > other else "up" if own < other else "none"


def _told(number: int, player: _Player) -> dict[str, Any]:
    return {
        "id": number,
        "name": str(number),
        "score": player.score / WIN,
        "rating": 0,
        "starting_number": number,
        "color_hist": player.colours,
        "float_history": player.floats,
        "bye_count": player.byes,
    }


def _is_sound(
    table: Table, players: Sequence[int], met_before: set[tuple[int, int]], known: dict[int, _Player]
) -> bool:
    """Whether everybody is paired once and with somebody new, and at most one has a bye, for the first time.

    Where that cannot be had the library gives the least bad round.
    """
    pairs = [(one, two) for one, two in table if two is not None]
    byes = [one for one, two in table if two is None]
    paired = sorted([*chain(*pairs), *byes])
    new = not met_before.intersection([*pairs, *((two, one) for one, two in pairs)])
    return paired == sorted(players) and new and len(byes) <= 1 and all(known[one].byes == 0 for one in byes)
