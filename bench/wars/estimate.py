"""The estimate made again: `make estimate`, or python -m bench.wars.estimate [data|fit|judge|check].

`data` plays zones of whole wars out under pairs of stances, into var/estimate/shown.jsonl and kept.jsonl, where they
are not there yet; for the first with forces of other zones too. Of those that the estimate in use takes for decided,
it plays out few, and each stands for more. `fit` fits the net to the first file and writes it beside the code, with its
errors. `judge` writes these alone, for captains that have changed while the net stays. `check` compares its chances to
win with those of the second file, in which every battle has many play-outs and no war is one of the first file: the
mean error in points of percent, and that of contested battles, in which either side won a tenth or more. Exits with 1
where a goal is missed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

import msgspec

from bench.figures import OUT
from bench.wars import fitting
from bench.wars.zone_play_outs import PlayedOut, read
from bench.wars.zone_play_outs import main as play_out_zones
from engines.seam.documents import Level
from engines.seam.estimates import Error
from engines.seam.sides import SIDES
from engines.seam.systems import system
from engines.talon.estimate.estimating import FITTED, Fitted, estimate, fitted

FOLDER = OUT.with_name("estimate")
SHOWN, KEPT = FOLDER / "shown.jsonl", FOLDER / "kept.jsonl"
SHOWN_WARS = ("--first", "500000", "--fought", "1", "--pairs", "3", "--crossed", "3", "--thinned", "6")
"""As many set-ups as can be had for the play-outs: captains roll few dice, so that a second one tells less."""
KEPT_WARS = ("--first", "700000", "--fought", "200", "--pairs", "1", "--every", "4", "--thinned", "4")
"""Wars of their own, zones as they were: few of them, one pair of stances each, many play-outs."""
MANY = {SHOWN: (643, SHOWN_WARS), KEPT: (60, KEPT_WARS)}
"""How many wars each file is made of."""
CONTESTED = 0.1
GOALS = {"overall": 0.04, "contested": 0.08}
LEVELS: tuple[Level, ...] = ("captain", "ensign")


def data(processes: int) -> int:
    """Play zones out."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, (wars, given) in MANY.items():
        if not file.exists():
            began = file.with_suffix(".part")
            began.unlink(missing_ok=True)
            play_out_zones([str(began), "--wars", str(wars), *given, "--processes", str(processes)])
            began.rename(file)
    return 0


def fit(processes: int) -> int:
    """Fit the net, and write it with its error."""
    shown = read(SHOWN)
    net = fitting.fit(shown)
    FITTED.write_bytes(msgspec.json.encode(Fitted(net, {}, system("talon").rules_version)) + b"\n")
    fitted.cache_clear()
    print(f"Fitted to {sum(one.fought for one in shown)} play-outs of {len(shown)} set-ups")
    return judge(processes)


def judge(_processes: int) -> int:
    """Write beside the net how far it is off by the second file: also where it stays, and captains have changed."""
    errors = {level: error_of(level, read(KEPT)) for level in LEVELS}
    judged = msgspec.structs.replace(fitted(), error=errors, rules_version=system("talon").rules_version)
    FITTED.write_bytes(msgspec.json.format(msgspec.json.encode(judged), indent=0) + b"\n")
    fitted.cache_clear()
    return 0


def check(_processes: int) -> int:
    """Print how far the estimate is off."""
    missed = False
    for level in LEVELS:
        error = error_of(level, read(KEPT))
        print(f"{level}s: {error.battles} battles the estimate was not fitted to")
        print(f"  decided    mean error {100 * error.one_sided:4.1f} points")
        for name, goal in GOALS.items():
            found = getattr(error, name)
            kept = "kept" if found <= goal else "MISSED"
            print(f"  {name:10} mean error {100 * found:4.1f} points (goal {100 * goal:.0f})  {kept}")
            missed |= found > goal
    return int(missed)


def error_of(level: Level, battles: Sequence[PlayedOut]) -> Error:
    """How far the chances to win are off, on average; 0 without battles."""
    groups: dict[bool, list[tuple[float, int]]] = {True: [], False: []}
    for one in battles:
        if one.level == level:
            contested = CONTESTED <= one.won[0] / one.fought <= 1 - CONTESTED
            groups[contested].append((_off(one), one.stands_for))
    every = [*groups[True], *groups[False]]
    means = (_mean(every), _mean(groups[True]), _mean(groups[False]))
    return Error(len(every), *(round(mean, 4) for mean in means))


def _off(one: PlayedOut) -> float:
    stances = dict(zip(SIDES, one.stances, strict=True))
    found = estimate(one.setup, stances, one.level, one.terrains)
    return abs(found.won["terran"] - one.won[0] / one.fought)


def _mean(errors: Sequence[tuple[float, int]]) -> float:
    """The mean, in which each error counts as often as its battle stands for others."""
    many = sum(stands_for for _, stands_for in errors)
    return sum(error * stands_for for error, stands_for in errors) / many if many else 0.0


STEPS: dict[str, Callable[[int], int]] = {"data": data, "fit": fit, "judge": judge, "check": check}
WHOLE = ("data", "fit", "check")
"""What is done unless steps are named."""


def main(arguments: list[str]) -> int:
    """0 when every goal is kept."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.estimate", description=__doc__)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=", ".join(STEPS))
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    return max(_done(asked.steps or list(WHOLE), asked.processes))


def _done(steps: list[str], processes: int) -> Iterator[int]:
    for step in steps:
        yield STEPS[step](processes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
