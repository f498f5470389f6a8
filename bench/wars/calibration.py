"""How often what the estimate says comes true, for the site to show: `python -m bench.wars.calibration`.

Compares its chances with battles of whole wars that it was not fitted to, each played out many times by captains
(var/estimate/kept.jsonl; `python -m bench.wars.estimate data` makes it), in bands of ten points. Writes the curve
beside the fitted numbers. To be done again after every fit.
"""

import sys
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec

from bench.figures import OUT
from bench.wars.zone_play_outs import PlayedOut, read
from engines.seam.estimates import Band, Calibration
from engines.seam.sides import SIDES
from engines.seam.systems import system
from engines.talon.estimate.estimating import CALIBRATED, estimate

KEPT = OUT.with_name("estimate") / "kept.jsonl"
BANDS = 10


class _Told(NamedTuple):
    """What was said of a battle, what came, and for how many it stands."""

    said: float
    won: float
    stands_for: int


def main() -> int:
    """0 when the curve is written and printed; 2 without battles."""
    if not KEPT.exists():
        print(f"There is no {KEPT}. Make it with: python -m bench.wars.estimate data", file=sys.stderr)
        return 2
    found = calibration(read(KEPT))
    CALIBRATED.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{found.battles} battles, each played out {found.play_outs} times; Brier score {found.brier}")
    for band in found.bands:
        print(
            f"{band.low:3} to {band.low + 100 // BANDS:3}%: {band.battles:3} battles, "
            f"said {100 * band.said:3.0f}%, won {100 * band.won:3.0f}%"
        )
    return 0


def calibration(battles: Sequence[PlayedOut]) -> Calibration:
    """The curve of these battles, each as Terran is told its chance."""
    told = [_Told(said_of(one), one.won[0] / one.fought, one.stands_for) for one in battles]
    bands = [[one for one in told if _band(one.said) == number] for number in range(BANDS)]
    return Calibration(
        battles=len(battles),
        play_outs=min(one.fought for one in battles),
        brier=round(_mean(told, lambda one: one.won * (1 - one.said) ** 2 + (1 - one.won) * one.said**2), 3),
        bands=tuple(_band_of(number, these) for number, these in enumerate(bands) if these),
        rules_version=system("talon").rules_version,
    )


def said_of(one: PlayedOut) -> float:
    """The chance of Terran by the estimate, from 0 to 1."""
    stances = dict(zip(SIDES, one.stances, strict=True))
    return estimate(one.setup, stances, one.level, one.terrains).won["terran"]


def _band(said: float) -> int:
    return min(BANDS - 1, int(said * BANDS))


def _band_of(number: int, told: Sequence[_Told]) -> Band:
    said, won = _mean(told, lambda one: one.said), _mean(told, lambda one: one.won)
    return Band(number * 100 // BANDS, len(told), round(said, 4), round(won, 4))


def _mean(told: Sequence[_Told], of: Callable[[_Told], float]) -> float:
    """The mean, in which each battle counts as often as it stands for others."""
    return fmean(map(of, told), [one.stands_for for one in told])


if __name__ == "__main__":
    sys.exit(main())
