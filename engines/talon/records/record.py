"""A fought battle as one document, with everything needed to report, replay and verify it."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from engines.seam.commitments import DiceCommitment
from engines.seam.committed_dice import CommittedDice, dice_of
from engines.seam.documents import BattleSetup, Doctrine, Level, Result
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon import game, text
from engines.talon.captains.fight import Player, fight
from engines.talon.captains.levels import captain_of, play_outs_of, player_of
from engines.talon.captains.weighing.evaluation import prospect
from engines.talon.dice import Dice, Label, NamedDice, ScriptedDice
from engines.talon.documents import codec
from engines.talon.documents.positions import PositionDocument
from engines.talon.documents.written import BattleRecord, Given, Rolled
from engines.talon.events import AnyEvent
from engines.talon.orders import AnyOrder
from engines.talon.records.dice_check import headers_of
from engines.talon.results.degree import result_for
from engines.talon.state import Battle
from engines.talon.view import View

RULES_VERSION = "15"
"""Which state of the tactical rules and captains fought a battle: raised with every change to what they do."""
LARGEST = 64 * 1024 * 1024


class Said(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a doctrine was triggered: the "field" given up, or a unit to retreat, as it is "hurt" or to be "saved"."""

    side: Side
    round: int
    what: Literal["field", "hurt", "saved"]
    unit: int | None = None


class RecordedStep(NamedTuple):
    """One order with what happened after it, up to the next decision, and the dice rolled on the way."""

    order: AnyOrder
    events: tuple[AnyEvent, ...]
    dice: str


class RevealedDice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle's dice follow from, once it is over: commitment, seed, both sides' entropy, and the seal."""

    name: str
    commitment: str
    seed: str
    entropies: dict[str, str]
    seal: str

    @property
    def promise(self) -> DiceCommitment:
        """What the dice are made from."""
        return DiceCommitment(self.name, self.seed, self.entropies)


class FoughtBattle(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="fought battle"
):
    """A whole battle, with everything needed to show it without the rules.

    `written` is its record: the position at the beginning, every order and every die. `events` are those of each order.
    `prospects` are Terran's win chances before each order, as captains estimate them; `positions` the board in the
    notation at the beginning of each round. Where people fought, `doctrines` and `said` are empty. `sealed` is None for
    dice without a commitment. `levels` holds the sides whose captains are not of the usual level, `play_outs` how many
    play-outs an admiral made.
    """

    setup: BattleSetup
    doctrines: dict[str, Doctrine]
    rules_version: str
    written: BattleRecord
    events: tuple[tuple[AnyEvent, ...], ...]
    prospects: tuple[float, ...]
    positions: tuple[str, ...]
    said: tuple[Said, ...]
    result: Result
    format: Literal[2] = 2
    sealed: RevealedDice | None = None
    levels: dict[str, Level] = {}
    play_outs: dict[str, int] = {}

    @property
    def steps(self) -> tuple[RecordedStep, ...]:
        """Every order with its events, and its dice as digits."""
        orders = zip(self.written.given, self.events, strict=True)
        return tuple(
            RecordedStep(given.order, events, "".join(str(rolled.die) for rolled in given.dice))
            for given, events in orders
        )

    def level(self, side: Side) -> Level:
        """The level of the side's captain."""
        return self.levels.get(side, "captain")

    def doctrine(self, side: Side) -> Doctrine:
        """The doctrine of the side."""
        return self.doctrines[side]


@dataclass(slots=True)
class _Rolls:
    """Dice that keep what they have rolled."""

    dice: Dice
    rolled: list[Rolled] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next roll."""
        value = self.dice.roll(label)
        self.rolled.append(Rolled(value, label.unit, label.cause, label.round, label.impulse))
        return value

    def take(self) -> tuple[Rolled, ...]:
        """What was rolled since last taken."""
        taken = tuple(self.rolled)
        self.rolled.clear()
        return taken


@dataclass(slots=True)
class _Log:
    """What is noted while a battle is fought."""

    rolls: _Rolls
    beat: Callable[[int], None] | None
    dice: list[tuple[Rolled, ...]] = field(default_factory=list)
    prospects: list[float] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    round: int = 0

    def given(self, orders: Sequence[AnyOrder], promise: DiceCommitment | None) -> tuple[Given, ...]:
        """Every order with the dice noted after it, and what its side added to them."""
        dice = [*self.dice[1:], self.rolls.take()]
        numbered = enumerate(zip(orders, dice, strict=True), 1)
        return tuple(
            Given(order, rolled, promise.entropy(order.side, number) if promise else "")
            for number, (order, rolled) in numbered
        )

    def watch(self, battle: Battle) -> None:
        """Called before every decision."""
        self.dice.append(self.rolls.take())
        self.prospects.append(round(prospect(View(battle, "terran")), 3))
        if battle.round != self.round:
            self.round = battle.round
            self.positions.append(text.write_position(battle))
        if self.beat is not None:
            self.beat(battle.round)


@dataclass(slots=True)
class _Committed:
    """A promise and its dice, which get every order before it is carried out."""

    promise: DiceCommitment
    dice: CommittedDice

    def give(self, order: AnyOrder) -> None:
        """The next order, with what its side adds."""
        entropy = self.promise.entropy(order.side, self.dice.orders + 1)
        self.dice.give(msgspec.to_builtins(order), entropy)

    def revealed(self) -> RevealedDice:
        """What is revealed when the battle is over."""
        entropies: dict[str, str] = {side: self.promise.entropies.get(side, "") for side in SIDES}
        promise, dice = self.promise, self.dice
        return RevealedDice(promise.name, dice.commitment, promise.seed, entropies, dice.seal())


@dataclass(slots=True)
class _Giving:
    """A player whose orders are given to the dice."""

    player: Player
    sealing: _Committed

    def decide(self, view: View) -> AnyOrder:
        """What the player decides."""
        order = self.player.decide(view)
        self.sealing.give(order)
        return order


def fight_out(
    setup: BattleSetup,
    doctrines: dict[Side, Doctrine],
    chance: DiceCommitment | NamedDice,
    beat: Callable[[int], None] | None = None,
    levels: Mapping[Side, Level] | None = None,
) -> FoughtBattle:
    """The record of a battle fought by captains with these doctrines; equal arguments give equal battles.

    The dice are sealed by a promise, or are given: then they have rolled nothing yet. `beat` is called before every
    decision, with the number of the round. `levels` are of sides that are not played by a captain of the usual level.
    `Refused` if the set-up cannot be fought.
    """
    unusual: dict[str, Level] = {side: level for side, level in (levels or {}).items() if level != "captain"}
    minds = {
        side: player_of(unusual.get(side, "captain"), doctrines[side], mind_of(chance.name, side))
        for side in SIDES
    }
    players: dict[Side, Player] = {side: minds[side] for side in SIDES}
    sealing: _Committed | None = None
    dice: Dice
    if isinstance(chance, DiceCommitment):
        dice = committed_dice(chance, setup)
        sealing = _Committed(chance, dice)
        players = {side: _Giving(player, sealing) for side, player in players.items()}
    else:
        dice = chance
    begun, log = beginning(setup), _Log(_Rolls(dice), beat)
    fought = fight(setup, players, log.rolls, log.watch)
    said = [
        Said(side, at, what, unit if unit >= 0 else None)  # type: ignore[arg-type]
        for side in SIDES
        for at, what, unit in captain_of(minds[side]).said
    ]
    revealed = None if sealing is None else sealing.revealed()
    return FoughtBattle(
        setup=setup,
        doctrines={side: doctrines[side] for side in SIDES},
        rules_version=RULES_VERSION,
        written=BattleRecord(
            _headers(revealed, fought.battle),
            begun,
            log.given(fought.orders, revealed.promise if revealed else None),
        ),
        events=tuple(tuple(events) for events in fought.events),
        prospects=tuple(log.prospects),
        positions=tuple(log.positions),
        said=tuple(sorted(said, key=lambda one: (one.round, one.side, one.unit or -1))),
        result=result_for(setup, game.report(fought.battle)),
        sealed=revealed,
        levels=unusual,
        play_outs={side: spent for side in SIDES if (spent := play_outs_of(minds[side]))},
    )


def _headers(sealed: RevealedDice | None, battle: Battle) -> dict[str, str]:
    """What the record of a fought battle says of its dice, its rules and its end."""
    dice = headers_of(sealed.promise, sealed.seal) if sealed else {}
    return dice | {"rules": RULES_VERSION, "result": text.write_ending(battle) or "unfinished"}


def mind_of(name: str, side: Side) -> int:
    """A number that makes the side's captain individual; it reveals nothing about the dice."""
    return int.from_bytes(sha256(f"mind/{name}/{side}".encode()).digest()[:4])


def committed_dice(promise: DiceCommitment, setup: BattleSetup) -> CommittedDice:
    """The dice of a promise for the battle of a set-up, before anything is placed."""
    return dice_of(promise, msgspec.to_builtins(beginning(setup)))


def beginning(setup: BattleSetup) -> PositionDocument:
    """The position with which the battle of a set-up begins: nothing is placed yet."""
    return codec.document_of(game.new_battle(setup))


def board_after(setup: BattleSetup, given: Sequence[Given]) -> Battle:
    """The battle of a set-up after these orders with their dice, at its next decision.

    `Refused` or LookupError if it cannot have gone like that under the rules of now.
    """
    battle = game.new_battle(setup)
    for one in given:
        dice = ScriptedDice([rolled.die for rolled in one.dice])
        game.apply(battle, one.order, dice)
        if dice.values:
            raise LookupError("dice are left over")
    return battle


def record_of_orders(setup: BattleSetup, written: BattleRecord) -> FoughtBattle:
    """The battle of a record that people wrote, replayed by its orders and dice.

    `Refused` at an illegal order, LookupError if dice are missing, ValueError if the battle is not over at the end.
    """
    battle = game.new_battle(setup)
    log = _Log(_Rolls(ScriptedDice([])), None)
    events: list[tuple[AnyEvent, ...]] = []
    for given in written.given:
        log.watch(battle)
        dice = ScriptedDice([rolled.die for rolled in given.dice])
        events.append(tuple(game.apply(battle, given.order, dice)))
    return FoughtBattle(
        setup=setup,
        doctrines={},
        rules_version=RULES_VERSION,
        written=written,
        events=tuple(events),
        prospects=tuple(log.prospects),
        positions=tuple(log.positions),
        said=(),
        result=result_for(setup, game.report(battle)),
    )


class _FirstStep(Struct, frozen=True, forbid_unknown_fields=True):
    order: AnyOrder
    events: tuple[AnyEvent, ...]
    dice: Annotated[str, Meta(pattern="^[1-6]*$")]


class _First(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="battle record"):
    """Format 1: orders, events and dice in steps, and the record kept apart or not at all."""

    setup: BattleSetup
    doctrines: dict[str, Doctrine]
    rules_version: str
    steps: tuple[_FirstStep, ...]
    prospects: tuple[float, ...]
    positions: tuple[str, ...]
    said: tuple[Said, ...]
    result: Result
    format: Literal[1] = 1
    sealed: RevealedDice | None = None
    levels: dict[str, Level] = {}
    play_outs: dict[str, int] = {}


def _of_first(old: _First) -> FoughtBattle:
    """The record in the current format, whatever the rules are now."""
    battle = game.new_battle(old.setup)
    try:
        given, headers = _replayed(old, battle), _headers(old.sealed, battle)
    except (Refused, LookupError):
        given, headers = (
            _unlabelled(old),
            headers_of(old.sealed.promise, old.sealed.seal) if old.sealed else {},
        )
    headers = headers | {"rules": old.rules_version}
    kept = {name: getattr(old, name) for name in old.__struct_fields__ if name not in ("steps", "format")}
    events = tuple(step.events for step in old.steps)
    return FoughtBattle(written=BattleRecord(headers, beginning(old.setup), given), events=events, **kept)


def _replayed(old: _First, battle: Battle) -> tuple[Given, ...]:
    """The orders with their dice, labelled by replaying them; `Refused` or LookupError if the rules have changed."""
    log = _Log(_Rolls(ScriptedDice([])), None)
    for step in old.steps:
        log.dice.append(log.rolls.take())
        log.rolls.dice = ScriptedDice([int(die) for die in step.dice])
        game.apply(battle, step.order, log.rolls)
    return log.given([step.order for step in old.steps], old.sealed.promise if old.sealed else None)


def _unlabelled(old: _First) -> tuple[Given, ...]:
    """The orders with their dice as they were stored, without what each die was rolled for."""
    promise = old.sealed.promise if old.sealed else None
    return tuple(
        Given(
            step.order,
            tuple(Rolled(int(die)) for die in step.dice),
            promise.entropy(step.order.side, number) if promise else "",
        )
        for number, step in enumerate(old.steps, 1)
    )


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FoughtBattle | _First, dec_hook=read_own)


def pack(record: FoughtBattle) -> bytes:
    """The record as it is stored: JSON, compressed; the same bytes for the same battle."""
    return zlib.compress(_encoder.encode(record), 6)


def unpack(raw: bytes) -> FoughtBattle:
    """The record stored as `raw`; ValueError if it is none."""
    found = _decoder.decode(zlib.decompressobj().decompress(raw, LARGEST))
    return _of_first(found) if isinstance(found, _First) else found
