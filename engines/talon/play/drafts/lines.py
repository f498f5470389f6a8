"""Lines: the orders of one side that are published together, with sealed dice that resume where the last line ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engines.seam.commitments import DiceCommitment, DiceMark
from engines.seam.committed_dice import CommittedDice, dice_of
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon import game, text
from engines.talon.captains.weighing.evaluation import prospect
from engines.talon.dice import Label
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord, Given, Rolled
from engines.talon.events import AnyEvent, Curved
from engines.talon.orders import AnyOrder
from engines.talon.play.barriers import DieNeeded, NoDice
from engines.talon.play.offers.words import in_words
from engines.talon.records.dice_check import headers_of
from engines.talon.records.record import RULES_VERSION, FoughtBattle, RevealedDice, beginning
from engines.talon.results.degree import result_for
from engines.talon.results.layout_check import layout_of
from engines.talon.state import Battle
from engines.talon.view import View


class Line(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """The orders of one side, each with its dice, its events, and Terran's win chance before it.

    `positions` are the board in the notation at the beginning of each round that began in the line. `speeds` are those
    of the units at its beginning, by number, if it has the end of a side's Power Phase. `steps` are those of the
    sequence in which each order was given; lines of earlier versions have none.
    """

    given: tuple[Given, ...]
    events: tuple[tuple[AnyEvent, ...], ...]
    prospects: tuple[float, ...]
    positions: tuple[str, ...] = ()
    speeds: dict[int, int] = {}
    steps: tuple[str, ...] = ()

    @property
    def rolled(self) -> int:
        """How many dice were rolled."""
        return sum(len(given.dice) for given in self.given)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """The line as JSON."""
    return _encoder.encode(line)


def decode_line(raw: bytes) -> Line:
    """The line stored as `raw`; msgspec.ValidationError if it is none."""
    return _decoder.decode(raw)


def first_mark(promise: DiceCommitment, battle: Battle) -> DiceMark:
    """The mark of a promise's dice before the first order of a new battle."""
    return dice_of(promise, msgspec.to_builtins(codec.document_of(battle))).mark()


def resumed(position: bytes) -> Battle:
    """The battle of a stored position, waiting for the decision at which it was stored."""
    battle = codec.recall_position(position)
    game.run_to_decision(battle, NoDice())
    return battle


def with_draft(battle: Battle, words: Iterable[str]) -> tuple[Battle, list[AnyOrder]]:
    """A copy of the battle after the orders of a draft line, and those orders; without any if one is illegal now."""
    copy, orders = battle.copy(), list[AnyOrder]()
    try:
        for line in words:
            orders.append(text.read_order(line, copy))
            game.apply(copy, orders[-1], NoDice())
    except (Refused, DieNeeded):
        return battle.copy(), []
    return copy, orders


def draft_in_words(battle: Battle, side: Side, orders: Iterable[AnyOrder]) -> tuple[str, ...]:
    """The orders of a draft line for people; `battle` is as it was before the first of them."""
    copy, words = battle.copy(), list[str]()
    for order in orders:
        words.append(in_words(View(copy, side), order))
        game.apply(copy, order, NoDice())
    return tuple(words)


@dataclass(slots=True)
class _Kept:
    """The sealed dice of the battle, of which every roll is kept with its label."""

    dice: CommittedDice
    rolled: list[Rolled] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next roll."""
        die = self.dice.roll(label)
        self.rolled.append(Rolled(die, label.unit, label.cause, label.round, label.impulse))
        return die

    def take(self) -> tuple[Rolled, ...]:
        """What was rolled since last taken."""
        taken = tuple(self.rolled)
        self.rolled.clear()
        return taken


class Moment(NamedTuple):
    """A time in a battle: the round, and the impulse from 0."""

    round: int
    impulse: int


@dataclass(slots=True)
class LineInPlay:
    """A line while its orders are given, with the dice of the promise from the mark on; `battle` changes with it."""

    battle: Battle
    promise: DiceCommitment
    begun: DiceMark
    given: list[Given] = field(default_factory=list)
    events: list[tuple[AnyEvent, ...]] = field(default_factory=list)
    prospects: list[float] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    began: Moment = field(init=False)
    _speeds: dict[int, int] = field(init=False)
    _dice: CommittedDice = field(init=False)

    def __post_init__(self) -> None:
        """Note when the line begins, and take the dice up where they were marked."""
        self.began = Moment(self.battle.round, self.battle.impulse)
        self._speeds = {unit.number: unit.speed for units in self.battle.present.values() for unit in units}
        self._dice = CommittedDice.resumed(self.promise.name, self.promise.seed, self.begun)

    def give(self, order: AnyOrder) -> None:
        """The next order with its dice; `Refused` if it may not be given."""
        battle, rolls = self.battle, _Kept(self._dice)
        round_before, step = battle.round, battle.step
        chance = round(prospect(View(battle, "terran")), 3)
        entropy = self.promise.entropy(order.side, self._dice.orders + 1)
        self._dice.give(msgspec.to_builtins(order), entropy)
        self.events.append(tuple(game.apply(battle, order, rolls)))
        self.prospects.append(chance)
        self.steps.append(step)
        self.given.append(Given(order, rolls.take(), entropy))
        if battle.round != round_before and not battle.ending:
            self.positions.append(text.write_position(battle))

    @property
    def mark(self) -> DiceMark:
        """How far the dice have come."""
        return self._dice.mark()

    def written(self) -> Line:
        """The line as it is published."""
        curved = any(isinstance(event, Curved) for events in self.events for event in events)
        return Line(
            tuple(self.given),
            tuple(self.events),
            tuple(self.prospects),
            tuple(self.positions),
            self._speeds if curved else {},
            tuple(self.steps),
        )


def positions_of(setup: BattleSetup, lines: Iterable[Line]) -> tuple[str, ...]:
    """The board at the beginning of each round, in the notation.

    A scenario that sets up every ship begins in round 1, before the first line (26.10).
    """
    began = game.new_battle(setup) if layout_of(setup) is not None else None
    first = [text.write_position(began)] if began is not None and began.round else []
    return (*first, *(position for line in lines for position in line.positions))


def played_battle(
    setup: BattleSetup, lines: Sequence[Line], last: Battle, promise: DiceCommitment, mark: DiceMark
) -> FoughtBattle:
    """The whole battle from its lines as they were stored; `last` is its end, `mark` how far its dice came.

    ValueError if it is not over.
    """
    dice = CommittedDice.resumed(promise.name, promise.seed, mark)
    entropies: dict[str, str] = {side: promise.entropies.get(side, "") for side in SIDES}
    sealed = RevealedDice(promise.name, dice.commitment, promise.seed, entropies, dice.seal())
    headers = headers_of(promise, sealed.seal)
    headers |= {"rules": RULES_VERSION, "result": text.write_ending(last) or "unfinished"}
    return FoughtBattle(
        setup=setup,
        doctrines={},
        rules_version=RULES_VERSION,
        written=BattleRecord(headers, beginning(setup), tuple(one for line in lines for one in line.given)),
        events=tuple(events for line in lines for events in line.events),
        prospects=tuple(chance for line in lines for chance in line.prospects),
        positions=positions_of(setup, lines),
        said=(),
        result=result_for(setup, game.report(last)),
        sealed=sealed,
    )
