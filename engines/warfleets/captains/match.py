"""Two captains fight a battle to its end."""

from collections.abc import Mapping
from typing import Final, Protocol

from engines.seam.sides import Side
from engines.warfleets.dice import Dice
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.orders import AnyOrder
from engines.warfleets.rules.sequence import Question
from engines.warfleets.set_ups import SetUp
from engines.warfleets.state import Battle

MOST: Final = 5_000
"""Orders in a battle; a battle of 300 points takes about 120."""


class Player(Protocol):
    """Whoever names the orders of a side."""

    def decide(self, battle: Battle, asked: Question) -> AnyOrder:
        """A lawful answer to what is asked; the battle is not changed."""


def fight(set_up: SetUp, players: Mapping[Side, Player], dice: Dice) -> Battle:
    """The battle as it ended; RuntimeError if it has no end."""
    battle = begin(set_up)
    for _ in range(MOST):
        question = asked(battle)
        if question is None:
            return battle
        apply(battle, players[question.side].decide(battle, question), dice)
    raise RuntimeError("the battle does not end")
