"""Battles stored and taken up again at every decision: the same orders to choose from, captain's order and events.

Two captains fight. At each decision, also in the middle of an effect, the position is stored and read again. There a
captain that has seen nothing of the battle decides too. The dice are rolled once, and used for both.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from bench.battles.mixed import setup_of
from bench.figures import Measurement
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.dice import Label, ScriptedDice
from engines.talon.documents.codec import encode_position
from engines.talon.play.drafts.lines import resumed
from engines.talon.state import Battle
from engines.talon.view import View, decider

ROOT: Final = Path(__file__).parents[2]
BATTLES: Final = 200
OPTIONS: Final = 20_000
"""The most orders of a list that are compared: arrivals of a great fleet are far more, and all alike."""


@dataclass
class Counts:
    """How many decisions were tried, how many of them in mid-effect, and what was not the same."""

    decisions: int = 0
    in_effect: int = 0
    differences: list[str] = field(default_factory=list)


class _Noted:
    """Dice from a seed that keep what was rolled."""

    def __init__(self, seed: int) -> None:
        self.rolled: list[int] = []
        self._dice = SeededDice(seed)

    def roll(self, label: Label) -> int:
        die = self._dice.roll(label)
        self.rolled.append(die)
        return die


def resumed_battles(battles: int, first: int = 0) -> Counts:
    """What came of so many battles: of scenarios, of any fleets, at terrain and at planets."""
    counts = Counts()
    for number in range(first, first + battles):
        for found in differences(setup_of(number), number, counts):
            counts.differences.append(f"battle {number}: {found}")
    return counts


def differences(setup: BattleSetup, seed: int, counts: Counts) -> Iterator[str]:
    """What is not the same after a battle was stored and read again, at each of its decisions."""
    battle, dice = game.new_battle(setup), _Noted(seed)
    players = {side: Captain(seed=seed) for side in SIDES}
    while (side := decider(battle)) is not None:
        counts.decisions += 1
        counts.in_effect += bool(battle.agenda)
        again, where = resumed(encode_position(battle)), f"round {battle.round}, decision {counts.decisions}"
        if not _same_choice(battle, again):
            yield f"{where}: other orders to choose from"
        order = players[side].decide(View(battle, side))
        if Captain(seed=seed).decide(View(again, side)) != order:
            yield f"{where}: another order of the captain"
        dice.rolled.clear()
        events = game.apply(battle, order, dice)
        if game.apply(again, order, ScriptedDice([*dice.rolled])) != events:
            yield f"{where}: other events"
        if encode_position(again) != encode_position(battle):
            yield f"{where}: another position"


def _same_choice(one: Battle, other: Battle) -> bool:
    return (
        decider(one) == decider(other)
        and len(one.options) == len(other.options)
        and list(islice(one.options, OPTIONS)) == list(islice(other.options, OPTIONS))
    )


def figures() -> list[Measurement]:
    """The differences, with the engine as plain Python and compiled; 0 is the limit."""
    return [_of_build(build) for build in ("plain", "compiled")]


def _of_build(build: str) -> Measurement:
    command = [sys.executable, "-m", "bench.trials.resuming"]
    environ = {**os.environ, "ENGINE": build}
    output = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE).stdout
    counts = msgspec.json.decode(output, type=Counts)
    for found in counts.differences[:20]:
        print(f"{build}: {found}")
    note = f"{BATTLES} battles, {counts.decisions} decisions, {counts.in_effect} of them in mid-effect"
    return Measurement(f"resuming_differences_{build}", len(counts.differences), "count", 0, note=note)


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(resumed_battles(BATTLES)).decode())
