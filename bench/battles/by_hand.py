"""What a battle played by hand asks of the engine, as plain Python: `python -m bench hand`.

Captains play whole battles. Before every order the offers are made, the order is tried on a copy, and the captain's
advice is asked for, as a page does it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

import msgspec

from bench.battles.captains import captains
from bench.battles.fleets import of_classes
from bench.figures import Measurement, p95
from bench.yardstick import loop
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.play.advice import advice
from engines.talon.play.barriers import try_order
from engines.talon.play.offers.legal import offers
from engines.talon.state import Battle
from engines.talon.text import read_order, write_order
from engines.talon.view import View, decider

ROOT: Final = Path(__file__).parents[2]
SIX: Final = "BB,BC,CA,CL,DD,DD"
TWELVE: Final = "CA,DD,CA,DD,CA,DD,CA,CL,CL,CL,BC,SC"
BATTLES: Final = {6: 4, 12: 3}
"""How many battles, by the ships on a side."""
PACED: Final = 200
"""The decisions from one yardstick to the next."""
MOST_MS: Final = {"hand_offers_ms": 2.0, "hand_order_ms": 2.0}
"""The p95 with twelve ships a side, for a machine whose yardstick is the reference."""
MOST_KB: Final = 12.0
WORDS: Final = {
    "hand_offers_ms": "p95 of making all offers, 12 ships a side",
    "hand_order_ms": "p95 of reading an order and trying it on a copy, 12 ships a side",
    "hand_advice_ms": "p95 of the captain's orders up to a barrier, 12 ships a side",
}


class Taken(msgspec.Struct):
    """The milliseconds of the processor for each thing at each decision with twelve ships a side.

    `paces` are those of the yardstick in between; `bytes_of_six` and `bytes_of_twelve` the sizes of all offers.
    """

    times: dict[str, list[float]]
    paces: list[float]
    bytes_of_six: list[int]
    bytes_of_twelve: list[int]


def figures() -> list[Measurement]:
    """The figures; those of time as ratios to the yardstick in the same process."""
    command = [sys.executable, "-m", "bench.battles.by_hand"]
    environ = {**os.environ, "ENGINE": "plain"}
    output = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE).stdout
    taken = msgspec.json.decode(output, type=Taken)
    pace = median(taken.paces)
    found = [
        Measurement(
            f"{name}_p95", p95(runs), "ms", MOST_MS.get(name), min(runs), max(runs), WORDS[name], pace=pace
        )
        for name, runs in taken.times.items()
    ]
    return [
        *found,
        _size(
            "hand_offers_kb_max", max(taken.bytes_of_six), "the largest offers of a battle of 6 ships a side"
        ),
        _size("hand_offers_12v12_kb_p95", p95(taken.bytes_of_twelve), "the same with 12 ships a side"),
    ]


def _size(name: str, size: float, words: str) -> Measurement:
    return Measurement(name, size / 1000, "KB", MOST_KB, note=words)


def measured() -> Taken:
    """What whole battles of captains take, at every decision."""
    times: dict[str, list[float]] = {name: [] for name in WORDS}
    paces = []
    for number, battle in enumerate(_decisions(12, TWELVE)):
        if number % PACED == 0:
            paces.append(loop(process_time))
        for name, took in _timed(battle):
            times[name].append(took)
    six = [len(_offered(battle)) for battle in _decisions(6, SIX)]
    twelve = [len(_offered(battle)) for battle in _decisions(12, TWELVE)]
    return Taken(times, paces, six, twelve)


def _decisions(ships: int, classes: str) -> Iterator[Battle]:
    """Whole battles of captains, before every order."""
    setup = of_classes(classes, classes.replace("SC", "FF"))
    for seed in range(BATTLES[ships]):
        battle, players, dice = game.new_battle(setup), captains(seed), SeededDice(seed)
        views = {side: View(battle, side) for side in players}
        while (side := decider(battle)) is not None:
            yield battle
            game.apply(battle, players[side].decide(views[side]), dice)


def _offered(battle: Battle) -> bytes:
    side = decider(battle)
    return msgspec.json.encode(offers(View(battle, side))) if side else b""


def _timed(battle: Battle) -> Iterator[tuple[str, float]]:
    """What a page does at a decision, with the milliseconds it takes."""
    side = decider(battle)
    if side is None:
        return
    began = process_time()
    offers(View(battle, side))
    yield "hand_offers_ms", 1000 * (process_time() - began)
    began = process_time()
    given = advice(View(battle, side))
    yield "hand_advice_ms", 1000 * (process_time() - began)
    line = write_order(given[0], battle)
    began = process_time()
    try_order(battle, read_order(line, battle), side)
    yield "hand_order_ms", 1000 * (process_time() - began)


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(measured()).decode())
