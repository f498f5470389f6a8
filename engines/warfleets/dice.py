"""Chance comes in as an argument and goes out as an event with its cause."""

from typing import Final, NamedTuple, Protocol

FACES: Final = 6


class Label(NamedTuple):
    """What a die is rolled for: in which round and phase, by which model or for which, and why: "hit", "push"."""

    round: int
    phase: int
    model: int
    cause: str


class Dice(Protocol):
    """Six-sided dice."""

    def roll(self, label: Label) -> int:
        """The next roll, 1 to 6, for what the label says."""


class ScriptedDice:
    """Dice with given rolls; LookupError when they run out."""

    __slots__ = ("labels", "values")

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.labels: list[Label] = []

    def roll(self, label: Label) -> int:
        """The next given roll."""
        if not self.values:
            raise LookupError(f"no die was given for {label.cause}")
        self.labels.append(label)
        return self.values.pop(0)


def half(die: int) -> int:
    """A D3 from a die (WF4).

    >>> [half(die) for die in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return (die + 1) // 2


def succeeds(die: int, needed: int) -> bool:
    """Whether a die is high enough with its modifiers in `needed`: 6 always is, and 1 never (W1)."""
    return die == 6 or (die != 1 and die >= needed)


def faces(needed: int) -> int:
    """With how many faces of a die a roll succeeds (W1).

    >>> faces(4), faces(1), faces(9)
    (3, 5, 1)
    """
    if needed <= 2:
        return FACES - 1
    return FACES + 1 - needed if needed < FACES else 1
