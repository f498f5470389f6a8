"""Chance comes in as an argument and goes out as an event with its cause."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from campaign.rules.map.strategic_map import Place
from engines.seam.sides import Side

ORDERS_HOMES: Final = "which side orders the battles over the homes"
ANSWERS_FIRST: Final = "which side answers first"
CHOOSING_A_SIDE: Final = frozenset({ORDERS_HOMES, ANSWERS_FIRST})
"""Causes of the dice that choose a side (S40), as the log names them for ever."""


class Dice(Protocol):
    """Six-sided dice, and the estimates that decide for a side that has said so (S76, S78, S83)."""

    def roll(self, cause: str, place: Place = "") -> int:
        """The next roll, 1 to 6, for the cause given; `place` is where the battle is for which it is rolled."""

    def odds(self, battle: int, side: Side, estimate: Callable[[], int]) -> int | None:  # noqa: ARG002
        """By which odds a side answers in a battle, of 100: the estimate of now.

        Where an entry is judged again it is what was recorded, and None if nothing was decided by odds.
        """
        return estimate()

    def gain(self, battle: int, side: Side, estimate: Callable[[], int]) -> int | None:  # noqa: ARG002
        """By how many Ship Points it is worth more to engage by which a side answers: the estimate of now.

        Where an entry is judged again it is what was recorded, and None if nothing was decided by worth.
        """
        return estimate()


@dataclass
class ScriptedDice(Dice):
    """Dice whose rolls are given beforehand; LookupError when they run out."""

    values: list[int] = field(default_factory=list)

    def roll(self, cause: str, place: Place = "") -> int:  # noqa: ARG002
        """The next given roll."""
        if not self.values:
            raise LookupError(f"no die was given for {cause}")
        return self.values.pop(0)


def side_by_die(value: int) -> Side:
    """Who a tie-breaking die means: 1 to 3 Terran, 4 to 6 Talon (S40)."""
    return "terran" if value <= 3 else "talon"
