"""How fast the engine is, in the build that runs and in the other: `python -m bench speed`.

Each figure is the median of several runs on one core; those of the compiled engine end in `_compiled`. Both builds
fight the same battles, each but once. Random play is set against python-chess in the same process: all legal moves
listed, one of them made, no look at the end.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import msgspec

from bench.battles.captains import captains
from bench.battles.fleets import SCENARIOS, fleets_of, of_classes
from bench.figures import Measurement, drop, middle
from bench.yardstick import beside
from engines.native.builds import built
from engines.seam.documents import BattleSetup, Doctrine
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.admiral import Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import Player, fight
from engines.talon.documents import codec
from engines.talon.orders import Concede, OfferDraw
from engines.talon.state import Battle
from engines.talon.view import View, decider

ROOT = Path(__file__).parents[2]
RUNS, SECONDS = 5, 1.0
BATTLES = {
    "duel_battles_per_s": 60,
    "scenario1_battles_per_s": 24,
    "battle600_per_s": 9,
    "battle900_per_s": 6,
}
"""How many battles one run of a figure fights, in either build."""
MOST_ORDERS, MOST_PLIES = 3000, 200
FLEETS = {
    "battle600_per_s": (
        ("BB,BB,BC,SC", "BB,DN,BC,FF"),
        ("BB,BC,CA,CL,DD", "BB,BC,CA,CL,DD"),
        ("CL,CL,CL,CA,DD,DD,DD,SC,SC", "CL,CL,CL,CA,DD,DD,DD,FF,FF"),
    ),
    "battle900_per_s": (
        ("BB,BB,BB,BC,CA,SC", "BB,BB,BB,DN,BC"),
        ("Base,CV,FTR,FTR,FTR,FTR,BB,BC,CA,SC", "Base,DN,BC,CA,CL,DD,DD,DD"),
        ("CA,CA,CA,CL,CL,CL,DD,DD,DD,SC,SC", "CA,CA,CA,CL,CL,CL,DD,DD,DD,FF,FF"),
    ),
}
"""Fleets of some 600 and 900 points a side: big ships, middling ones, many small ones; each is fought as often."""
SIX = "BB,BC,CA,CL,DD,DD"
TWO, TWELVE = "CA,DD", "CA,DD,CA,DD,CA,DD,CA,CL,CL,CL,BC,SC"
LEAST = {  # plain Python, compiled
    "orders_per_s_vs_python_chess": (1.0, 3.0),
    "duel_battles_per_s": (150.0, 600.0),
    "scenario1_battles_per_s": (60.0, 240.0),
    "battle600_per_s": (15.0, 60.0),
    "battle900_per_s": (6.0, 24.0),
}
MOST = {
    "copy_us": (10.0, 3.0),
    "json_us": (50.0, 50.0),
    "json_checked_us": (None, None),
    "captain_turn_ms": (50.0, 50.0),
    "captain_turn_max_ms": (None, None),
    "admiral_turn_ms": (2000.0, 2000.0),
    "admiral_turn_max_ms": (2000.0, 2000.0),
    "ship_round_us": (None, None),
    "crowd_cost_ratio": (1.5, 1.5),
}
WORDS = {
    "json_us": "12 ships: encode_position and recall_position, which trusts its own bytes",
    "json_checked_us": "12 ships: encode_position and decode_position, which judges whether it can be",
    "captain_turn_ms": "all orders of a side's turn in an impulse, six ships a side, rounds 2 to 4",
    "captain_turn_max_ms": "the longest of those turns",
    "admiral_turn_ms": "the same by an admiral without a clock",
    "admiral_turn_max_ms": "the longest of those turns",
    "ship_round_us": "of a battle's time, for each ship on the map in each round, two ships a side",
    "crowd_cost_ratio": "the same with twelve ships a side over that with two",
    "battle600_per_s": "three fleets in turn: big ships, middling ones, many small ones",
    "battle900_per_s": "three fleets in turn: big ships, a base and a carrier, many small ones",
}
UNITS = {"us": "us", "ms": "ms", "ratio": "ratio"}


def figures() -> list[Measurement]:
    """Every figure for plain Python, and for the compiled engine; without one that is a limit missed.

    The rows of an earlier build are dropped then: they would say nothing of this one.
    """
    found = _judged("plain", 0)
    if built():
        found += _judged("compiled", 1)
    else:
        drop("_compiled")
        print("NOT MEASURED: the engine is not compiled. Run: make engine")
    words = "" if built() else "NOT MEASURED: no figure of the compiled engine. Run: make engine"
    return [
        *found,
        Measurement("engine_is_compiled", float(built() is not None), "yes", least=1.0, note=words),
    ]


def _judged(build: str, column: int) -> list[Measurement]:
    """The figures of a build, beside the yardstick of the same time."""
    with beside() as paces:
        asked = _asked(build)
    return [_limited(name, runs, column, statistics.median(paces)) for name, runs in asked.items()]


def _asked(build: str) -> dict[str, list[float]]:
    """The runs of each figure, measured in a process of that build."""
    command = [sys.executable, "-m", "bench.battles.engine_speed"]
    environ = {**os.environ, "ENGINE": build}
    output = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE).stdout
    return msgspec.json.decode(output, type=dict[str, list[float]])


def _limited(name: str, runs: list[float], build: int, pace: float) -> Measurement:
    title, words = f"{name}_compiled" if build else name, WORDS.get(name, "")
    if name in MOST:
        unit = UNITS[name.rpartition("_")[2]]
        return middle(title, runs, unit, MOST[name][build], words, pace=pace)
    least = LEAST[name][build] if name in LEAST else None
    found = middle(title, runs, "ratio" if "vs" in name else "1/s", None, words, pace=pace)
    return msgspec.structs.replace(found, least=least)


def measured() -> dict[str, list[float]]:
    """The runs of each figure in the build that runs here."""
    found: dict[str, list[float]] = {}
    pairs = [(_rate(_random_play, run), _rate(_chess, run)) for run in range(RUNS)]
    found["orders_per_s_vs_python_chess"] = [ours / theirs for ours, theirs in pairs]
    found["orders_per_s"] = [ours for ours, _ in pairs]
    found["chess_plies_per_s"] = [theirs for _, theirs in pairs]
    for name, setups in _battles().items():
        found[name] = [_fought(setups, BATTLES[name], run) for run in range(RUNS)]
    found |= _crowds()
    battle = _twelve_ships(1, 3)
    raw = codec.encode_position(battle)
    found["copy_us"] = _microseconds(battle.copy)
    encoded = _microseconds(lambda: codec.encode_position(battle))
    for name, read in (("json_us", codec.recall_position), ("json_checked_us", codec.decode_position)):
        decoded = _microseconds(lambda read=read: read(raw))  # type: ignore[misc]
        found[name] = [one + other for one, other in zip(encoded, decoded, strict=True)]
    return found | _turns()


def _battles() -> dict[str, list[BattleSetup]]:
    return {
        "duel_battles_per_s": [of_classes("CA", "CA")],
        "scenario1_battles_per_s": [fleets_of(1)],
        **{name: [of_classes(*pair) for pair in pairs] for name, pairs in FLEETS.items()},
    }


def _fought(setups: list[BattleSetup], battles: int, run: int) -> float:
    """Battles a second of captains, the set-ups in turn; no run repeats the dice of another."""
    for seed in range(3):
        fight(setups[seed % len(setups)], captains(seed), SeededDice(f"warm:{seed}"))
    began = perf_counter()
    for at in range(battles):
        fight(setups[at % len(setups)], captains(run * 1000 + at), SeededDice(run * 1000 + at))
    return battles / (perf_counter() - began)


def _crowds() -> dict[str, list[float]]:
    """What a ship costs in a round, with two ships a side; and with twelve, as a multiple of that."""
    _ship_round(TWELVE, 2, RUNS)
    few = [_ship_round(TWO, 12, run) for run in range(RUNS)]
    many = [_ship_round(TWELVE, 3, run) for run in range(RUNS)]
    ratios = [more / less for less, more in zip(sorted(few), sorted(many), strict=True)]
    return {"ship_round_us": few, "crowd_cost_ratio": ratios}


def _ship_round(classes: str, battles: int, run: int) -> float:
    """The microseconds of a run's battles for each ship on the map at the beginning of each round."""
    setup = of_classes(classes, classes.replace("SC", "FF"))
    ships = 0
    begun = -1

    def watch(battle: Battle) -> None:
        nonlocal ships, begun
        if battle.round != begun:
            begun = battle.round
            ships += sum(map(len, battle.present.values()))

    began = process_time()
    for at in range(battles):
        fight(setup, captains(run * 1000 + at), SeededDice(run * 1000 + at), watch)
    return 1e6 * (process_time() - began) / ships


def _turns() -> dict[str, list[float]]:
    """What a side's whole turn in an impulse takes, with six ships a side: by a captain and by an admiral."""
    begun = [(seed, _twelve_ships(seed, 2 + seed % 3)) for seed in range(60)]
    fought = [(seed, battle) for seed, battle in begun if not battle.ending]
    by_captains = [_turn(battle.copy(), Captain(Doctrine())) for _, battle in fought]
    by_admirals = [_turn(battle.copy(), Admiral(Doctrine(), seed)) for seed, battle in fought[:12]]
    return {
        "captain_turn_ms": by_captains,
        "captain_turn_max_ms": [max(by_captains)],
        "admiral_turn_ms": by_admirals,
        "admiral_turn_max_ms": [max(by_admirals)],
    }


def _turn(battle: Battle, player: Player) -> float:
    """The milliseconds in which the player whose turn it is decides all of it: AP, moves and fire."""
    other, dice = Captain(Doctrine()), SeededDice(battle.round)
    side, impulse = battle.side, (battle.round, battle.impulse)
    mine = View(battle, side)
    took = 0.0
    while (battle.side, (battle.round, battle.impulse)) == (side, impulse):
        decides = decider(battle)
        if decides is None:
            break
        if decides == side:
            began = perf_counter()
            order = player.decide(mine)
            took += perf_counter() - began
        else:
            order = other.decide(View(battle, decides))
        game.apply(battle, order, dice)
    return 1000 * took


def _rate(work: Callable[[int], int], run: int, seconds: float = SECONDS) -> float:
    """How many of what the work counts were done in a second; each call gets another number."""
    work(run * 1000)
    began, done, calls = perf_counter(), 0, 0
    while perf_counter() - began < seconds:
        calls += 1
        done += work(run * 1000 + calls)
    return done / (perf_counter() - began)


def _microseconds(call: Callable[[], object]) -> list[float]:
    """How long one call takes, in each of the runs."""

    def work(number: int) -> int:
        del number
        for _ in range(20):
            call()
        return 20

    return [1e6 / _rate(work, run, 0.2) for run in range(RUNS)]


def _random_play(seed: int) -> int:
    """Orders given in a battle of random legal play; nobody gives up."""
    random, dice = Random(seed), SeededDice(seed)
    battle = game.new_battle(fleets_of(seed % len(SCENARIOS) + 1))
    orders = 0
    while not battle.ending and orders < MOST_ORDERS:
        legal = game.legal_orders(battle)
        order = random.choice(legal)
        while isinstance(order, Concede | OfferDraw):
            order = random.choice(legal)
        game.apply(battle, order, dice)
        orders += 1
    return orders


def _chess(seed: int) -> int:
    """Plies of a game of random chess."""
    import chess  # noqa: PLC0415 - no other part needs this library

    choice, board, plies = Random(seed).choice, chess.Board(), 0
    while plies < MOST_PLIES:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(choice(moves))
        plies += 1
    return plies


def _twelve_ships(seed: int, until: int) -> Battle:
    """Six ships a side some impulses into a round, where a side is about to spend its AP."""
    battle = game.new_battle(of_classes(SIX, SIX))
    players, dice = captains(seed), SeededDice(seed)
    ready = False
    while not ready and (side := decider(battle)) is not None:
        game.apply(battle, players[side].decide(View(battle, side)), dice)
        ready = (
            battle.round >= until and battle.impulse == seed % 6 and battle.step == "ap" and not battle.agenda
        )
    return battle


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(measured()).decode())
