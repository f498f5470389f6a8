"""A battle under way, order by order, with dice that are rolled or given; and a record of it."""

from dataclasses import dataclass, field

import msgspec

from engines.seam.commitments import DiceCommitment, commitment_of
from engines.seam.committed_dice import CommittedDice
from engines.seam.refusals import Refusal, Refused, refuse
from engines.warfleets import game
from engines.warfleets.dice import Dice, Label
from engines.warfleets.events import AnyEvent
from engines.warfleets.orders import AnyOrder
from engines.warfleets.records.document import Given, Outcome, Record, Sealed
from engines.warfleets.set_ups import SetUp
from engines.warfleets.state import Battle


@dataclass(slots=True)
class KeptDice:
    """Dice of which every roll is kept with its label."""

    dice: Dice
    rolled: list[tuple[int, Label]] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next roll."""
        die = self.dice.roll(label)
        self.rolled.append((die, label))
        return die


@dataclass(slots=True)
class RecordedDice:
    """The dice of a record; `Refused` if one is missing."""

    values: list[int]

    def roll(self, label: Label) -> int:
        """The next roll."""
        if not self.values:
            raise refuse("", f"A die is missing, for {label.cause}.")
        return self.values.pop(0)


@dataclass(slots=True)
class Match:
    """A battle from its set-up on: the orders with their dice so far, what happened, and what each die was for."""

    set_up: SetUp
    battle: Battle
    given: list[Given] = field(default_factory=list)
    events: list[list[AnyEvent]] = field(default_factory=list)
    labels: list[list[Label]] = field(default_factory=list)

    @classmethod
    def of(cls, set_up: SetUp) -> "Match":
        """A battle before its first order; `Refused` if it cannot be fought."""
        return cls(set_up, game.begin(set_up))

    def play(self, order: AnyOrder, dice: Dice, entropy: str = "") -> list[AnyEvent]:
        """Carry an order out; what happened. `Refused` if it is not lawful, and then nothing has changed."""
        kept = KeptDice(dice)
        happened = game.apply(self.battle, order, kept)
        self.given.append(Given(order, "".join(str(die) for die, _ in kept.rolled), entropy))
        self.events.append(happened)
        self.labels.append([label for _, label in kept.rolled])
        return happened

    @property
    def outcome(self) -> Outcome:
        """Who has won, if the battle is over."""
        if not self.battle.over:
            return "unfinished"
        return self.battle.winner or "draw"

    def record(self, name: str, sealed: Sealed | None = None) -> Record:
        """The battle so far, written down."""
        return Record("warfleets battle", 1, name, self.set_up, tuple(self.given), self.outcome, sealed)


@dataclass(slots=True)
class SealedMatch:
    """A battle whose dice follow from a seed: every order goes into them before it rolls any."""

    match: Match
    promise: DiceCommitment
    dice: CommittedDice

    @classmethod
    def of(cls, set_up: SetUp, promise: DiceCommitment) -> "SealedMatch":
        """A battle before its first order; `Refused` if it cannot be fought."""
        return cls(Match.of(set_up), promise, sealed_dice(set_up, promise))

    def play(self, order: AnyOrder) -> list[AnyEvent]:
        """Carry an order out; what happened. `Refused` if it is not lawful, and then the dice have not changed."""
        before = self.dice.mark()
        entropy = self.promise.entropy(order.side, self.dice.orders + 1)
        self.dice.give(msgspec.to_builtins(order), entropy)
        try:
            return self.match.play(order, self.dice, entropy)
        except Refused:
            self.dice = CommittedDice.resumed(self.promise.name, self.promise.seed, before)
            raise

    def record(self) -> Record:
        """The battle so far with its seed: the dice can be checked then, and none more are to come."""
        name, seed, entropies = self.promise
        sealed = Sealed(
            commitment_of(name, seed),
            seed,
            self.dice.seal(),
            entropies.get("terran", ""),
            entropies.get("talon", ""),
        )
        return self.match.record(name, sealed)


def sealed_dice(set_up: SetUp, promise: DiceCommitment) -> CommittedDice:
    """The dice of a promise for the battle of a set-up; ValueError if the seed is none."""
    return CommittedDice(promise.name, promise.seed, msgspec.to_builtins(set_up), promise.entropies)


def replay(record: Record) -> Match:
    """The battle of a record, played again.

    `Refused` at the first order that is not lawful, at dice that are missing or too many, and at a result that it does
    not come to.
    """
    match = Match.of(record.set_up)
    for number, given in enumerate(record.given, 1):
        dice = RecordedDice([int(die) for die in given.dice])
        try:
            match.play(given.order, dice, given.entropy)
        except Refused as refused:
            found = refused.refusals[0]
            raise Refused(Refusal(found.rule, f"Order {number}: {found.reason}", f"order {number}")) from None
        if dice.values:
            left = len(dice.values)
            raise refuse("", f"Order {number}: {left} of its dice are not rolled.", f"order {number}")
    if match.outcome != record.result:
        raise refuse("W5", f"The record says {record.result}, but the result is {match.outcome}.", "result")
    return match
