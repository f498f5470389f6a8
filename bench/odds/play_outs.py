"""Odds: how long play-outs and first figures take, how often the interval holds the long run, a thousand kills, sweeps.

python -m bench odds. The compiled engine's figures end in `_compiled`. python -m bench.odds.play_outs coverage prints
only how often the intervals hold.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter

import msgspec

from bench.battles.fleets import of_classes
from bench.figures import Measurement
from bench.site.at_rest import plain_environment
from engines.native.builds import built
from engines.odds.chances import Chance
from engines.odds.playing import Question, play_outs
from engines.odds.tally import Tally
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice

ROOT = Path(__file__).parents[2]
PROCESSES, TIMES, PIECE = 2, 200, 10
LIMITS = {"odds_600_points_s": (3.0, 10.0), "odds_1200_points_s": (10.0, 20.0)}
"""Seconds of the compiled engine and of plain Python, for 200 play-outs by two processes."""
FLEETS = {
    "odds_600_points_s": (("BB,BC,CA,CL,DD", "BB,BC,CA,CL,DD"), ("BB,BB,BC,SC", "BB,DN,BC,FF")),
    "odds_1200_points_s": (
        ("BB,BB,BC,BC,CA,CA,CL,CL,DD,DD", "BB,BB,BC,BC,CA,CA,CL,CL,DD,DD"),
        ("BB,BB,BB,BC,BC,CA,CL,SC", "BB,BB,DN,BC,BC,CA,FF"),
    ),
}
SMALL = (("DD", "FF"), ("DD,SC", "FF,FF"), ("CA", "CA"), ("CL,DD", "CA"), ("SC,SC,DD", "DD,FF"))
FORECASTS, OF_EACH = 1000, 60
LEAST, MOST = 93.0, 97.0
KILLS = 1000


def figures() -> list[Measurement]:
    """Every figure of the odds."""
    kills, sweeps = _on_a_site("bench.odds.kills", str(KILLS)), _on_a_site("bench.odds.sweeps")
    return [*_both_builds(), *coverage(), *kills, *sweeps, *_on_a_site("bench.odds.first")]


def question(terran: str, talon: str, seed: str = "bench") -> Question:
    """How a battle between two fleets may end that are given by their classes."""
    setup: BattleSetup = of_classes(terran, talon)
    return Question(setup, dict.fromkeys(SIDES, Doctrine()), seed)


def speed(compiled: bool) -> list[Measurement]:
    """How long 200 play-outs take two processes that are warm, seconds, in the build that runs."""
    found = []
    with ProcessPoolExecutor(PROCESSES) as workers:
        list(workers.map(_piece, [(question("DD", "FF"), 0)] * 8))
        for name, fleets in FLEETS.items():
            for number, (terran, talon) in enumerate(fleets, 1):
                asked = question(terran, talon)
                began = perf_counter()
                tallies = workers.map(_piece, [(asked, start) for start in range(0, TIMES, PIECE)])
                tally = sum(tallies, Tally())
                took = perf_counter() - began
                limit = LIMITS[name][0 if compiled else 1]
                words = f"{tally.fought} play-outs, two processes, {terran} against {talon}"
                ending = "_compiled" if compiled else ""
                found.append(Measurement(f"{name}_{number}{ending}", took, "s", limit, note=words))
    return found


def _piece(asked: tuple[Question, int]) -> Tally:
    one, start = asked
    return play_outs(one, range(start, start + PIECE), SeededDice)


def _both_builds() -> Iterator[Measurement]:
    for build in ("plain", *(("compiled",) if built() else ())):
        environ = {**os.environ, "ENGINE": build}
        words = [sys.executable, "-m", "bench.odds.play_outs", build]
        said = subprocess.run(words, env=environ, cwd=ROOT, check=True, capture_output=True).stdout
        yield from msgspec.json.decode(said, type=list[Measurement])


def coverage() -> Iterator[Measurement]:
    """In how many of 1,000 forecasts of small battles the interval holds what all play-outs of the battle come to."""
    each = FORECASTS // len(SMALL)
    held = 0
    with ProcessPoolExecutor(PROCESSES) as workers:
        for terran, talon in SMALL:
            asked = [question(terran, talon, f"coverage {number}") for number in range(each)]
            chances = list(workers.map(_won, asked, chunksize=10))
            share = sum(chance.times for chance in chances) / sum(chance.fought for chance in chances)
            inside = sum(low <= share <= high for low, high in (chance.interval for chance in chances))
            print(f"{terran} against {talon}: Terran wins {100 * share:.1f} %, held in {inside} of {each}")
            held += inside
    percent = 100 * held / (each * len(SMALL))
    print(f"held in {percent:.1f} % of {each * len(SMALL)}")
    words = f"{FORECASTS} forecasts of {OF_EACH} play-outs, interval of 95 %"
    yield Measurement("odds_interval_holds", percent, "%", least=LEAST, note=words)
    yield Measurement("odds_interval_holds_at_most", percent, "%", MOST, note=words)


def _won(asked: Question) -> Chance:
    return play_outs(asked, range(OF_EACH), SeededDice).won("terran")


def _on_a_site(*module: str) -> list[Measurement]:
    """What a module measures on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="front-line-bench-") as folder:
        own = {"VAR_DIR": f"{folder}/var", "DJANGO_SETTINGS_MODULE": "config.settings"}
        words = [sys.executable, "-m", *module]
        environ = {**plain_environment(), **own}
        said = subprocess.run(words, env=environ, cwd=ROOT, check=True, capture_output=True).stdout
    return msgspec.json.decode(said, type=list[Measurement])


if __name__ == "__main__":
    if sys.argv[1] == "coverage":
        sys.exit(any(one.missed for one in coverage()))
    run = partial(speed, compiled=sys.argv[1] == "compiled")
    sys.stdout.write(msgspec.json.encode(run()).decode())
