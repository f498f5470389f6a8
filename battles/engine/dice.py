"""Chance comes in as an argument and goes out as an event with its cause."""

from collections.abc import Callable
from typing import Protocol


class Dice(Protocol):
    """Six-sided dice."""

    def roll(self, cause: str) -> int:
        """The next roll, 1 to 6, for the cause given."""


class ScriptedDice:
    """Dice whose rolls are told beforehand; LookupError when they run out."""

    __slots__ = ("values",)

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def roll(self, cause: str) -> int:
        """The next told roll."""
        if not self.values:
            raise LookupError(f"no die was told for {cause}")
        return self.values.pop(0)


def highest(roll: Callable[[str], int], candidates: list[int], cause: str) -> tuple[int, list[int]]:
    """The candidate with the highest roll of one die each, and every roll; those tied roll again (8.5, 8.6)."""
    rolls: list[int] = []
    while len(candidates) > 1:
        thrown = [roll(cause) for _ in candidates]
        rolls += thrown
        best = max(thrown)
        candidates = [one for one, roll in zip(candidates, thrown, strict=True) if roll == best]
    return candidates[0], rolls
