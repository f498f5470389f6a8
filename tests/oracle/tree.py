"""The tree of orders under a position, walked with the oracle's lists and the engine's moves."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from engines.talon import game, text
from engines.talon.dice import Label, ScriptedDice
from engines.talon.documents.codec import encode_position, recall_position
from engines.talon.state import Battle
from tests.oracle.compare import oracle_orders

HERE = Path(__file__).parent
COUNTS = HERE / "counts.toml"
POSITIONS = HERE / "positions"


class CyclicDice:
    """Dice whose rolls are a list told over and over; `at` is the place of the next one."""

    def __init__(self, values: list[int], at: int = 0) -> None:
        self.values = values
        self.at = at

    def roll(self, label: Label) -> int:
        """The next roll of the list."""
        self.at += 1
        return self.values[(self.at - 1) % len(self.values)]


def counts() -> tuple[list[int], dict[str, tuple[int, int]]]:
    """The list of dice, and for each position the depth and how many sequences of orders there are."""
    told = tomllib.loads(COUNTS.read_text())
    return told["dice"], {name: (one["depth"], one["sequences"]) for name, one in told["positions"].items()}


def names() -> list[str]:
    """The names of all positions."""
    return sorted(path.stem for path in POSITIONS.glob("*.txt"))


def load(name: str) -> Battle:
    """The battle of a position; it waits for an order, so nothing is rolled."""
    battle = text.read_position((POSITIONS / f"{name}.txt").read_text())
    game.run_to_decision(battle, ScriptedDice([]))
    return battle


def children(battle: Battle, dice: list[int], at: int) -> Iterator[tuple[Battle, int]]:
    """The battles after each of the oracle's orders, each with the place of its next die."""
    raw = encode_position(battle)
    for order in oracle_orders(battle):
        child = recall_position(raw)
        game.run_to_decision(child, ScriptedDice([]))
        rolls = CyclicDice(dice, at)
        game.apply(child, order, rolls)
        yield child, rolls.at


def sequences(
    battle: Battle, depth: int, dice: list[int], look: Callable[[Battle], None], at: int = 0
) -> int:
    """How many legal sequences of `depth` orders there are; `look` is called at every battle on the way."""
    look(battle)
    if depth == 1:
        return len(oracle_orders(battle))
    return sum(sequences(child, depth - 1, dice, look, place) for child, place in children(battle, dice, at))
