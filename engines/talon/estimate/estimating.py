"""The estimate of a battle: chances to win and to move the front line, and what both sides lose."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.seam.documents import BattleSetup, Level, Stance, Terrain
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.sides import SIDES, Side
from engines.talon.estimate.features import features, points_of
from engines.talon.estimate.layers import Net

FITTED: Final = Path(__file__).with_name("fitted.json")
"""The fitted numbers; `make estimate` writes them."""
CALIBRATED: Final = Path(__file__).with_name("calibrated.json")
"""How often its chances came true; `python -m bench.wars.calibration` writes it."""


class Fitted(Struct, frozen=True, forbid_unknown_fields=True):
    """The net, and how far it was off in battles that it was not fitted to, by the level of the captains."""

    net: Net
    error: dict[Level, Error]
    rules_version: str


def estimate(
    setup: BattleSetup,
    stances: Mapping[Side, Stance],
    level: Level = "captain",
    terrains: Sequence[Terrain] = (),
) -> Estimate:
    """How a battle is likely to end that captains of one level fight for both sides.

    `terrains` are those that the battle may have, each as likely; without any it has that of the set-up.
    """
    won, other_won, advanced, other_advanced, captured, lost, other_lost = fitted().net.outputs(
        features(setup, stances, level, terrains)
    )
    total = max(1.0, won + other_won)
    wins = dict(zip(SIDES, (won / total, other_won / total), strict=True))
    moves = dict(zip(SIDES, (advanced, other_advanced), strict=True))
    shares = dict(zip(SIDES, (lost, other_lost), strict=True))
    return Estimate(
        won=wins,
        advanced={side: min(moves[side], wins[side]) for side in SIDES},
        captured=min(captured, wins[setup.invader]) if setup.invader else 0.0,
        lost={side: shares[side] * points_of(side, setup.force(side)) for side in SIDES},
    )


def error_of(level: Level) -> Error:
    """How far estimates of battles between captains of that level are off; admirals count as captains."""
    return fitted().error["ensign" if level == "ensign" else "captain"]


@cache
def calibration() -> Calibration:
    """How often chances came true in battles that the numbers were not fitted to."""
    return msgspec.json.decode(CALIBRATED.read_bytes(), type=Calibration)


@cache
def fitted() -> Fitted:
    """The fitted numbers of this version."""
    return msgspec.json.decode(FITTED.read_bytes(), type=Fitted)
