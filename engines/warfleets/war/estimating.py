"""How a battle of a war is likely to end, by what both sides bring; nothing is played out.

The figures of each level are fitted to random battles by `python -m bench.battles.miniatures`, and are data.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.seam.documents import BattleSetup, Doctrine, Level, Stance
from engines.seam.estimates import Band, Calibration, Error, Estimate
from engines.seam.sides import SIDES, Side
from engines.warfleets.war.fighting import given_up_unfought
from engines.warfleets.war.results import LANDINGS
from engines.warfleets.war.strength import strength
from engines.warfleets.war.units import class_of

TABLE: Final = Path(__file__).parents[1] / "tables" / "war_estimate.toml"


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """What was fitted for captains of one level.

    `steepness` is of the curve over the logarithm of the ratio of both strengths. `nobody` is how often nobody wins an
    even battle. The front line moves after `advanced` of the victories that were even, and after all that were sure.
    In an even battle a side loses `lost` of its points, and `lost_by` more or less with the ratio.
    """

    steepness: float
    nobody: float
    advanced: float
    lost: float
    lost_by: float
    error: Error


class Fitted(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table; `bands` are of captains."""

    battles: int
    play_outs: int
    brier: float
    rules_version: str
    bands: tuple[Band, ...]
    levels: dict[Level, Figures]


@cache
def fitted() -> Fitted:
    """The table; msgspec.ValidationError if it holds anything that is not as it must be."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), Fitted)


def estimate(setup: BattleSetup, stances: Mapping[Side, Stance], level: Level) -> Estimate:
    """How a battle is likely to end that captains of one level fight for both sides."""
    doctrines = {side: Doctrine(stance=stance) for side, stance in stances.items()}
    loser = given_up_unfought(setup, doctrines)
    if loser is not None:
        sure = {side: float(side != loser) for side in SIDES}
        return Estimate(sure, sure, _captured(setup, sure), dict.fromkeys(SIDES, 0.0))
    figures = fitted().levels[level]
    ratio = log(strength(setup, "terran") / strength(setup, "talon"))
    share = 1 / (1 + exp(-figures.steepness * ratio))
    nobody = figures.nobody * 4 * share * (1 - share)
    won: dict[Side, float] = {"terran": share * (1 - nobody), "talon": (1 - share) * (1 - nobody)}
    advanced = {side: won[side] * _advances(figures, won[side]) for side in SIDES}
    signs: tuple[tuple[Side, int], ...] = (("terran", -1), ("talon", 1))
    lost = {
        side: _points(setup, side) * min(1.0, max(0.0, figures.lost + figures.lost_by * sign * ratio))
        for side, sign in signs
    }
    return Estimate(won, advanced, _captured(setup, won), lost)


def _advances(figures: Figures, won: float) -> float:
    """The share of a side's victories that move the front line: more of those that were easy (31.6.4)."""
    return figures.advanced + (1 - figures.advanced) * max(0.0, 2 * won - 1)


def _captured(setup: BattleSetup, won: Mapping[Side, float]) -> float:
    """The chance that the invader takes the planet: it has to win, with two transports left."""
    side = setup.invader
    if side is None:
        return 0.0
    transports = sum(class_of(side, unit).role == "transport" for unit in setup.force(side))
    return won[side] * (0.0 if transports < LANDINGS else 0.6 if transports == LANDINGS else 0.8)


def _points(setup: BattleSetup, side: Side) -> int:
    return sum(class_of(side, unit).points for unit in setup.force(side))


def error_of(level: Level) -> Error:
    """How far estimates for captains of that level were off."""
    return fitted().levels[level].error


def calibration() -> Calibration:
    """How often estimated chances of captains came true."""
    found = fitted()
    return Calibration(found.battles, found.play_outs, found.brier, found.bands, found.rules_version)
