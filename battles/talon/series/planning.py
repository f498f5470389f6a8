"""Which battles a campaign game is to have, by what is chosen for it (28)."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

from battles.talon.series.arranging import PlannedLeg
from engines.seam.documents import BattleSetup
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent
from engines.talon.set_ups.scenarios import Option, numbered, scenario

Choice: TypeAlias = Literal["best", "once", "each", "picked"]
Seats: TypeAlias = Literal["turn-terran", "turn-talon", "terran", "talon"]
BEST: Final = (1, 4, 7, 10, 12)
"""Five scenarios that differ most: cruisers meet, a base is reached, a convoy, raiders, and the last stand."""


def planned(
    choice: Choice, picked: Sequence[int], own: Iterable[tuple[str, BattleSetup]], seats: Seats
) -> list[PlannedLeg]:
    """The legs in their order: printed scenarios by number, then scenarios of one's own by title and battle.

    With `each`, every scenario is played as each side; a pair is that already.
    """
    numbers = {"best": BEST, "once": tuple(numbered()), "each": tuple(numbered())}.get(choice, tuple(picked))
    found: list[PlannedLeg] = []
    for number in numbers:
        title, pair = numbered()[number].title, numbered()[number].pair
        side = _next_side(found, seats)
        found.append(PlannedLeg(title, scenario(number), side, number, pair))
        if choice == "each" and not pair:
            found.append(PlannedLeg(title, scenario(number), opponent(side), number))
    if choice == "picked":
        for title, setup in own:
            found.append(PlannedLeg(title, setup, _next_side(found, seats)))
    return found


def planned_pair(number: int) -> list[PlannedLeg]:
    """One leg: a printed scenario that is fought twice with sides changed (R68)."""
    return [PlannedLeg(numbered()[number].title, scenario(number), "terran", number, pair=True)]


def options_of(number: int | None) -> tuple[Option, ...]:
    """The options that a printed scenario has; none of a battle of one's own."""
    return () if number is None else numbered()[number].options


def in_options(number: int, keys: Collection[str]) -> tuple[str, BattleSetup]:
    """The title and the battle of a printed scenario with these options; `Refused` for one that it does not have."""
    chosen = [one for one in options_of(number) if one.key in keys]
    if len(chosen) != len(set(keys)):
        raise refuse("26", f"Scenario {number} has no such option.")
    title, said = numbered()[number].title, ", ".join(one.title for one in chosen)
    return f"{title} ({said})" if said else title, scenario(number, [one.key for one in chosen])


def options_in(number: int | None, title: str) -> tuple[str, ...]:
    """The keys of the options with which a leg of this title is played."""
    known = options_of(number)
    for size in range(1, len(known) + 1):
        for chosen in combinations(known, size):
            keys = [one.key for one in chosen]
            if number is not None and in_options(number, keys)[0] == title:
                return tuple(keys)
    return ()


def scenario_choices() -> list[tuple[str, str]]:
    """The printed scenarios, as forms offer them."""
    return [(str(number), f"{number}: {found.title}") for number, found in numbered().items()]


def _next_side(before: Sequence[PlannedLeg], seats: Seats) -> Side:
    """The side of the one who sets it up in the next leg."""
    if not seats.startswith("turn-"):
        return as_side(seats)
    first = as_side(seats.removeprefix("turn-"))
    return first if len(before) % 2 == 0 else opponent(first)
