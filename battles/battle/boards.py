"""What battles are played on in the browser: each system with a board has a feature that brings it here."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Protocol

from battles.models import Battle, Play
from engines.seam.sides import Side


class StalePlay(Exception):
    """The battle has moved on since the page was loaded; nothing was written."""

    def __init__(self) -> None:
        super().__init__("The battle has moved on since you loaded the page. This is how it stands now.")


class Board(Protocol):
    """How battles of a system begin, stop and go on in the browser. Each function that changes anything is atomic."""

    watched: bool
    """Whether onlookers can follow a battle there."""
    tries: bool
    """Whether a battle can be tried out there."""

    def path(self, battle: Battle) -> str:
        """The page on which it is played."""

    def path_laid_aside(self, play: Play, seats: tuple[Side, ...]) -> str:
        """The page on which the player of these sides sees how a battle stands that is laid aside; "" for none."""

    def begin(self, battle: Battle) -> None:
        """Begin to play it from its first decision on, in the caller's transaction; `Refused` where nothing can be."""

    def change(self, play: Play, changes: dict[str, Any], *, stage: str) -> bool:
        """Whether others play from now on, as `changes` of the play say; False if an order came in between.

        In the caller's transaction.
        """

    def follow(self, battle: Battle) -> None:
        """Do what time asks for when the battle is held up, goes on or is laid aside, in the caller's transaction."""

    def forget(self, battle: Battle) -> None:
        """Nothing is owed any more to what was played of the battle, in the caller's transaction."""

    def hand_over(self, *, battle_id: int, side: Side) -> None:
        """Let a captain give the side's orders to the end of the battle; harmless when done twice."""

    def hand_over_absent(self, *, battle_id: int, side: Side, number: int) -> bool:
        """Whether a captain gives the side's orders from now on; not if anybody has ordered since `number` (S12)."""

    def has_ordered(self, numbers: Sequence[int], side: Side, since: datetime) -> bool:
        """Whether the side's player, or a deputy, has ordered anything in these battles since; one query."""


BOARDS: Final[dict[str, Board]] = {}
"""By the key of its system."""


def bring_board(system: str, board: Board) -> None:
    """What battles of that system are played on."""
    BOARDS[system] = board


def board_for(battle: Battle) -> Board:
    """What the battle is played on; KeyError if its system has no board."""
    return BOARDS[battle.system]
