"""The engine's public face: a battle of two fleets that stand on the table, and doing what is ordered."""

from engines.warfleets.dice import Dice
from engines.warfleets.events import AnyEvent
from engines.warfleets.orders import AnyOrder
from engines.warfleets.rules import sequence
from engines.warfleets.rules.sequence import Question
from engines.warfleets.state import Battle


def asked(battle: Battle) -> Question | None:
    """What is to be decided now; None if the battle is over."""
    return sequence.question(battle)


def begin(battle: Battle) -> None:
    """Count the ships of both fleets, and go on to the first activation."""
    for model in battle.models:
        if model.is_ship:
            battle.starting[model.side] = battle.starting.get(model.side, 0) + 1
    battle.side = battle.initiative
    sequence.run(battle)


def apply(battle: Battle, order: AnyOrder, dice: Dice) -> list[AnyEvent]:
    """Carry an order out and go on to the next decision; what happened, in order.

    `Refused` with the rule if it is not lawful; nothing has changed then.
    """
    battle.dice, battle.events = dice, []
    try:
        sequence.give(battle, order)
    finally:
        battle.dice = None
    return battle.events
