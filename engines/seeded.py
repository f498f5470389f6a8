"""Dice from a seed: the same rolls for the same seed, in any process.

They are for callers: the engines take dice as an argument and make none.
"""

from random import Random


class SeededDice:
    """Six-sided dice whose rolls follow from a seed alone.

    `Random.random` is the one generator whose sequence Python promises to keep for a seed. `name` is the seed in words.
    """

    __slots__ = ("_draw", "name")

    def __init__(self, seed: int | str) -> None:
        self.name = str(seed)
        self._draw = Random(seed).random  # noqa: S311

    def roll(self, label: object) -> int:  # noqa: ARG002
        """The next roll, 1 to 6."""
        return int(self._draw() * 6) + 1
