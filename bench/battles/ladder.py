"""How the captains' levels stand to each other, and the fleets of the scenarios: `make ladder`.

Every battle between levels is fought twice with the same dice, the players' sides swapped; every battle between fleets
once with either side as Initiative Player. A draw is half a win. Intervals are Wilson's of 95 %. Between levels the
lower end has to keep the limit; of fleets the share has to lie between both.
"""

import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from time import perf_counter

from msgspec.structs import replace

from bench.battles.captains import SCENARIOS, RandomPlayer, captains
from bench.battles.fleets import fleets_of, of_classes
from bench.figures import OUT
from engines.native.builds import is_compiled
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon.captains.admiral import Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.ensign import Ensign
from engines.talon.captains.fight import Player, fight
from engines.talon.set_ups.scenarios import numbered

LADDER = OUT.with_name("ladder.json")
BATTLES = 400
BOTTOM, TOP = 35.0, 65.0
DUEL = "duel"


@dataclass(frozen=True)
class Rung:
    """Two levels, the fleets they fight with in turn, and what the first has to win at least, in percent."""

    better: str
    worse: str
    fleets: tuple[str, ...]
    least: float
    battles: int = BATTLES


RUNGS = (
    Rung("captain", "random", tuple(map(str, SCENARIOS)), 97.0, 800),
    Rung("captain", "ensign", tuple(map(str, SCENARIOS)), 80.0),
    Rung("admiral", "captain", (DUEL, "1"), 58.0),
)


@dataclass(frozen=True)
class Share:
    """What came of a number of battles: the share won, in percent, with its interval of 95 %."""

    who: str
    battles: int
    won: int
    drawn: int
    share: float
    low: float
    high: float
    kept: bool


def player(level: str, seed: int) -> Player:
    """A player of the level."""
    match level:
        case "random":
            return RandomPlayer(seed)
        case "ensign":
            return Ensign(Doctrine(), seed)
        case "admiral":
            return Admiral(Doctrine(), seed)
        case _:
            return Captain(Doctrine(), seed)


def setup_of(name: str) -> BattleSetup:
    """The set-up of a scenario's fleets, or of the duel of heavy cruisers."""
    return of_classes("CA", "CA") if name == DUEL else fleets_of(int(name))


def _between_levels(task: tuple[Rung, int]) -> float:
    """1 if the better level wins the battle of that number, 0.5 for a draw."""
    rung, number = task
    pair = number // 2
    side = SIDES[number % 2]
    setup = setup_of(rung.fleets[pair % len(rung.fleets)])
    players = {side: player(rung.better, pair), opponent(side): player(rung.worse, pair)}
    return _score(setup, players, pair, side)


def _between_fleets(task: tuple[int, int]) -> float:
    """1 if Terran wins the battle of that number with the fleets of a scenario, 0.5 for a draw."""
    fleets, number = task
    setup = replace(fleets_of(fleets), initiative=SIDES[number % 2])
    players = captains(number)
    return _score(setup, players, number // 2, "terran")


def _score(setup: BattleSetup, players: dict[Side, Player], seed: int, side: Side) -> float:
    winner = fight(setup, players, SeededDice(seed)).battle.winner
    return 0.5 if winner is None else float(winner == side)


def standing(who: str, scores: list[float], least: float, most: float = 100.0) -> Share:
    """The share of so many scores, and whether its lower end, of fleets the share itself, is within the limits."""
    total, share = len(scores), sum(scores) / len(scores)
    low, high = (100 * end for end in wilson(share, total))
    kept = low >= least if most == 100.0 else least <= 100 * share <= most
    return Share(who, total, scores.count(1.0), scores.count(0.5), 100 * share, low, high, kept)


def shown_share(words: str, scores: Sequence[float], least: float, most: float = 100.0) -> bool:
    """Print what part of the battles or wars was won, with its interval; whether it is within the percent asked for."""
    share = sum(scores) / len(scores)
    low, high = wilson(share, len(scores))
    kept = least <= 100 * share <= most
    interval = f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {len(scores)}"
    print(f"{words} {interval}, goal {least:.0f} to {most:.0f} %  {'kept' if kept else 'MISSED'}", flush=True)
    return kept


def wilson(share: float, total: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of so many trials."""
    z = 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return middle - half, middle + half


def main() -> int:
    """0 when every limit between levels is kept; fleets beyond theirs are printed (docs/captains.md says why)."""
    began = perf_counter()
    build = "compiled" if is_compiled() else "as plain Python"
    print(f"The ladder, the engine {build}, on {os.cpu_count()} cores", flush=True)
    with ProcessPoolExecutor() as pool:
        levels, fleets = [], []
        for rung in RUNGS:
            scores = list(pool.map(_between_levels, [(rung, at) for at in range(rung.battles)], chunksize=8))
            levels.append(_shown(standing(f"{rung.better} over {rung.worse}", scores, rung.least)))
        for number, found in numbered().items():
            scores = list(pool.map(_between_fleets, [(number, at) for at in range(BATTLES)], chunksize=25))
            fleets.append(_shown(standing(f"Terran in {number}: {found.title}", scores, BOTTOM, TOP)))
    seconds = perf_counter() - began
    print(f"{seconds:.0f} s")
    figures = {
        "compiled": is_compiled(),
        "seconds": round(seconds, 1),
        "levels": [asdict(one) for one in levels],
        "fleets": [asdict(one) for one in fleets],
    }
    LADDER.parent.mkdir(exist_ok=True)
    LADDER.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0 if all(one.kept for one in levels) else 1


def _shown(one: Share) -> Share:
    verdict = "kept" if one.kept else "MISSED"
    share = f"{one.share:5.1f} %  ({one.low:.1f} to {one.high:.1f})"
    print(f"{one.who:40} {share:26} of {one.battles}, {one.drawn} drawn  {verdict}", flush=True)
    return one


if __name__ == "__main__":
    sys.exit(main())
