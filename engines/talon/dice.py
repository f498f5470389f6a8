"""Chance comes in as an argument and goes out as an event with its cause."""

from collections.abc import Callable
from typing import NamedTuple, Protocol


class Label(NamedTuple):
    """What a die is rolled for: when, by which unit or for which, and why: a weapon, "critical", "repair" and so on.

    Between rounds the impulse is that of the last one.
    """

    round: int
    impulse: int
    unit: int
    cause: str


class Dice(Protocol):
    """Six-sided dice."""

    def roll(self, label: Label) -> int:
        """The next roll, 1 to 6, for what the label says."""


class NamedDice(Dice, Protocol):
    """Dice with a name, from which captains take what makes each a person of their own."""

    name: str


class ScriptedDice:
    """Dice with given rolls; LookupError when they run out."""

    __slots__ = ("values",)

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def roll(self, label: Label) -> int:
        """The next given roll."""
        if not self.values:
            raise LookupError(f"no die was given for {label.cause}")
        return self.values.pop(0)


def highest(roll: Callable[[], int], candidates: list[int]) -> tuple[int, list[int]]:
    """The candidate with the highest roll of one die each, and every roll; those tied roll again (8.5, 8.6)."""
    rolls: list[int] = []
    while len(candidates) > 1:
        thrown = [roll() for _ in candidates]
        rolls += thrown
        best = max(thrown)
        candidates = [one for one, die in zip(candidates, thrown, strict=True) if die == best]
    return candidates[0], rolls
