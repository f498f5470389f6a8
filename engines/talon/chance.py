"""Dice from a seed: the same rolls for the same seed, in any process."""

from random import Random


class SeededDice:
    """Six-sided dice whose rolls follow from a seed alone.

    `Random.random` is the one generator whose sequence Python promises to keep for a seed.
    """

    __slots__ = ("_draw",)

    def __init__(self, seed: int | str) -> None:
        self._draw = Random(seed).random  # noqa: S311

    def roll(self, label: object) -> int:
        """The next roll, 1 to 6."""
        return int(self._draw() * 6) + 1
