"""Whether the dice of a record follow from its seed: each roll from its label and everything before it."""

import msgspec

from engines.seam.commitments import DiceCommitment, commitment_of
from engines.seam.committed_dice import CommittedDice, dice_of
from engines.seam.sides import SIDES
from engines.talon.documents.written import BattleRecord, Given, Rolled

NEEDED = ("battle", "commitment", "seed", "seal")


def headers_of(promise: DiceCommitment, seal: str) -> dict[str, str]:
    """The headers about the dice in a record with a revealed seed."""
    entropies = {f"{side}-entropy": promise.entropies.get(side, "") for side in SIDES}
    names = {"battle": promise.name, "commitment": commitment_of(promise.name, promise.seed)}
    return (
        names
        | {"seed": promise.seed}
        | {key: word for key, word in entropies.items() if word}
        | {"seal": seal}
    )


def has_commitment(written: BattleRecord) -> bool:
    """Whether the record claims that its dice follow from a seed."""
    return any(written.headers.get(key) for key in ("seed", "seal"))


def fault(written: BattleRecord) -> str:
    """The first thing that does not follow from the seed, as a sentence; "" if everything does.

    Every die must have a round and impulse, as in a replayed record.
    """
    missing = [key for key in NEEDED if not written.headers.get(key)]
    if missing:
        return f"The record does not name its {' and its '.join(missing)}."
    names = written.headers
    promise = DiceCommitment(names["battle"], names["seed"], entropies_of(names))
    if commitment_of(promise.name, promise.seed) != names["commitment"]:
        return "The seed does not match the commitment."
    try:
        dice = dice_of(promise, msgspec.to_builtins(written.position))
    except ValueError:
        return "The seed must be 64 lower-case hex digits."
    return _first(written, promise, dice)


def entropies_of(headers: dict[str, str]) -> dict[str, str]:
    """What each side added, by side, "" where it added nothing."""
    return {side: headers.get(f"{side}-entropy", "") for side in SIDES}


def _first(written: BattleRecord, promise: DiceCommitment, dice: CommittedDice) -> str:
    wrong = _rolled(dice, written.opening)
    for given in () if wrong else written.given:
        wrong = _given(dice, given, promise)
        if wrong:
            break
    if not wrong and dice.seal() != written.headers["seal"]:
        return "The seal does not match: this is not the whole battle."
    return wrong


def _given(dice: CommittedDice, given: Given, promise: DiceCommitment) -> str:
    number = dice.orders + 1
    own = promise.entropy(given.order.side, number)
    if own and own != given.entropy:
        return f"The entropy of order {number} does not follow from {given.order.side.title()}'s entropy."
    dice.give(msgspec.to_builtins(given.order), given.entropy)
    return _rolled(dice, given.dice)


def _rolled(dice: CommittedDice, rolled: tuple[Rolled, ...]) -> str:
    for one in rolled:
        label = one.label
        if label is None:
            return f"Roll {dice.rolls + 1} does not name its unit, cause, round and impulse."
        die = dice.roll(label)
        if die != one.die:
            return f"Roll {dice.rolls} is {one.die} in the record, but the seed gives {die}."
    return ""
