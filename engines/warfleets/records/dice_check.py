"""Whether the dice of a record follow from its seed: each roll from its label and everything before it."""

import msgspec

from engines.seam.commitments import DiceCommitment, commitment_of
from engines.seam.committed_dice import CommittedDice
from engines.warfleets.dice import Label
from engines.warfleets.records.document import Given, Record
from engines.warfleets.records.match import Match, sealed_dice


def fault(record: Record, replayed: Match) -> str:
    """The first thing that does not follow from the seed, as a sentence; "" if everything does.

    `replayed` is the same battle played again, which knows what each die was for.
    """
    sealed = record.sealed
    if sealed is None:
        return "The record names no seed: its dice are not sealed."
    if commitment_of(record.name, sealed.seed) != sealed.commitment:
        return "The seed does not match the commitment."
    promise = DiceCommitment(record.name, sealed.seed, {"terran": sealed.terran, "talon": sealed.talon})
    dice = sealed_dice(record.set_up, promise)
    for given, labels in zip(record.given, replayed.labels, strict=True):
        if wrong := _wrong(dice, promise, given, labels):
            return wrong
    return "" if dice.seal() == sealed.seal else "The seal does not match: this is not the whole battle."


def _wrong(dice: CommittedDice, promise: DiceCommitment, given: Given, labels: list[Label]) -> str:
    number = dice.orders + 1
    if promise.entropy(given.order.side, number) != given.entropy:
        return f"What was added to order {number} does not follow from its side's entropy."
    dice.give(msgspec.to_builtins(given.order), given.entropy)
    for die, label in zip(given.dice, labels, strict=True):
        rolled = dice.roll(label)
        if rolled != int(die):
            return f"Roll {dice.rolls} is {die} in the record, but the seed gives {rolled}."
    return ""
