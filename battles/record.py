"""A battle fought by two captains, as one document: enough to tell it, to replay it, and to prove it."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from battles.captains.captain import Captain
from battles.captains.fight import Player, fight
from battles.captains.reckoning import prospect
from battles.chance import SeededDice
from battles.engine import game, text
from battles.engine.catalogue import SIDES, Side
from battles.engine.dice import Dice, Label
from battles.engine.events import AnyEvent
from battles.engine.orders import AnyOrder
from battles.engine.state import Battle
from battles.engine.view import View
from battles.seam.degree import settle
from battles.seam.documents import BattleSetup, Doctrine, Result

RULES_VERSION = "1"
"""Which state of the tactical rules and captains fought a battle."""
LARGEST = 64 * 1024 * 1024


class Said(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a side's doctrine spoke: "field" is given up, or a unit leaves because it is "hurt" or to be "saved"."""

    side: Side
    round: int
    what: Literal["field", "hurt", "saved"]
    unit: int | None = None


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One order with what happened after it, up to the next decision, and the dice rolled on the way."""

    order: AnyOrder
    events: tuple[AnyEvent, ...]
    dice: Annotated[str, Meta(pattern="^[1-6]*$")]


class BattleRecord(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="battle record"
):
    """A whole battle.

    `prospects` are Terran's chances to hold the field, one before each step, as captains reckon them; `positions` the
    board in the notation at the beginning of each round, the first when everything is set up.
    """

    setup: BattleSetup
    doctrines: dict[str, Doctrine]
    rules_version: str
    steps: tuple[Step, ...]
    prospects: tuple[float, ...]
    positions: tuple[str, ...]
    said: tuple[Said, ...]
    result: Result
    format: Literal[1] = 1

    def doctrine(self, side: Side) -> Doctrine:
        """The doctrine by which the side was fought for."""
        return self.doctrines[side]


@dataclass(slots=True)
class _Rolls:
    """Dice that keep what they have rolled."""

    dice: Dice
    rolled: list[str] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next roll."""
        value = self.dice.roll(label)
        self.rolled.append(str(value))
        return value

    def take(self) -> str:
        """What was rolled since last taken."""
        told = "".join(self.rolled)
        self.rolled.clear()
        return told


@dataclass(slots=True)
class _Log:
    """What is noted while a battle is fought."""

    rolls: _Rolls
    beat: Callable[[int], None] | None
    dice: list[str] = field(default_factory=list)
    prospects: list[float] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    round: int = 0

    def watch(self, battle: Battle) -> None:
        """Called before every decision."""
        self.dice.append(self.rolls.take())
        self.prospects.append(round(prospect(View(battle, "terran")), 3))
        if battle.round != self.round:
            self.round = battle.round
            self.positions.append(text.write_position(battle))
            if self.beat is not None:
                self.beat(battle.round)


def fight_out(
    setup: BattleSetup,
    doctrines: dict[Side, Doctrine],
    seed: str,
    beat: Callable[[int], None] | None = None,
) -> BattleRecord:
    """Fight a battle by captains with the doctrines, the dice from the seed; the same for the same, always.

    `beat` is called with the number of every round that begins. `Refused` if the set-up cannot be fought.
    """
    captains = {side: Captain(doctrines[side]) for side in SIDES}
    players: dict[Side, Player] = {side: captains[side] for side in SIDES}
    log = _Log(_Rolls(SeededDice(seed)), beat)
    fought = fight(setup, players, log.rolls, log.watch)
    dice = [*log.dice[1:], log.rolls.take()]
    steps = zip(fought.orders, fought.events, dice, strict=True)
    said = [
        Said(side, at, what, unit if unit >= 0 else None)  # type: ignore[arg-type]
        for side in SIDES
        for at, what, unit in captains[side].said
    ]
    return BattleRecord(
        setup=setup,
        doctrines={side: doctrines[side] for side in SIDES},
        rules_version=RULES_VERSION,
        steps=tuple(Step(order, tuple(events), rolled) for order, events, rolled in steps),
        prospects=tuple(log.prospects),
        positions=tuple(log.positions),
        said=tuple(sorted(said, key=lambda one: (one.round, one.side, one.unit or -1))),
        result=settle(setup, game.report(fought.battle)),
    )


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(BattleRecord)


def pack(record: BattleRecord) -> bytes:
    """The record as it is stored: JSON, compressed; the same bytes for the same battle."""
    return zlib.compress(_encoder.encode(record), 6)


def unpack(raw: bytes) -> BattleRecord:
    """The record stored as `raw`; ValueError if it is none."""
    return _decoder.decode(zlib.decompressobj().decompress(raw, LARGEST))
