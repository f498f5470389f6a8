"""What is said of a battle still to come: the mean over forces the enemy may send, set right by what came (S15).

`ahead.json` has the numbers; `python -m bench.wars.ahead` measures them in whole wars, and `--fit` writes them.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.sight import WarView
from engines.seam.sides import Side

MEASURED: Final = Path(__file__).with_name("ahead.json")
LEAST: Final = 0.01
"""A mean is taken to be at least so far from 0 and 1: a few forces cannot say more."""
STEEPEST: Final = 40.0
HALVINGS: Final = 30
"""How steeply forces are weighted at most, and how closely it is found out how steeply."""
Ground = Literal["first", "between", "own", "enemy"]
GROUNDS: Final[tuple[Ground, ...]] = get_args(Ground)
"""Turn 1, when nothing was seen; then front lines between the homes, at the own home, and at the enemy's."""


class Ahead(Struct, frozen=True, forbid_unknown_fields=True):
    """How what is said follows from a mean over forces, and how far it is off, in battles of one `system`.

    The log-odds are a `shift` by ground, and so many times the logarithms of the chances to win and to lose. `off` is
    by ground how far that was from the estimate once both forces were known, on average, from 0 to 1, in `battles`
    that nothing was fitted to.
    """

    system: str
    shift: dict[Ground, float]
    winning: float
    losing: float
    off: dict[Ground, float]
    battles: dict[Ground, int]


@cache
def measured() -> Ahead:
    """The numbers of this version."""
    return msgspec.json.decode(MEASURED.read_bytes(), type=Ahead)


def ground_of(view: WarView, side: Side, place: Place) -> Ground:
    """What kind of battle it is for a side."""
    if place in HOMES.values():
        return "own" if place == HOMES[side] else "enemy"
    return "first" if view.turn == 1 else "between"


def set_right(mean: float, ground: Ground, by: Ahead) -> float:
    """What is said where the mean over forces is so much, from 0 to 1."""
    win, lose = logarithms(mean)
    return 1 / (1 + exp(-by.shift[ground] - by.winning * win + by.losing * lose))


def logarithms(mean: float) -> tuple[float, float]:
    """Those of the chance to win and of the chance to lose."""
    kept = min(1 - LEAST, max(LEAST, mean))
    return log(kept), log(1 - kept)


def said(view: WarView, side: Side, place: Place, shares: Sequence[float]) -> float:
    """The chance to win that is said, from 0 to 1, by the chances against each force that may come.

    Of a system in which nothing was measured it is their mean.
    """
    mean = sum(shares) / len(shares)
    return set_right(mean, ground_of(view, side, place), measured()) if _is_measured(view) else mean


def _is_measured(view: WarView) -> bool:
    return view.settings.system == measured().system


def weights_for(shares: Sequence[float], won: float) -> list[float]:
    """How much each force counts, so that the mean of the chances against them is what is said; the sum is 1.

    Forces are weighted by a power of how well the side does against them, as far as that goes.
    """
    low, high = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _tilted_mean(shares, middle) < won:
            low = middle
        else:
            high = middle
    return _tilted(shares, (low + high) / 2)


def _tilted_mean(shares: Sequence[float], steep: float) -> float:
    return sum(weight * share for weight, share in zip(_tilted(shares, steep), shares, strict=True))


def _tilted(shares: Sequence[float], steep: float) -> list[float]:
    raw = [exp(steep * (share - 0.5)) for share in shares]
    return [one / sum(raw) for one in raw]


def error_ahead(view: WarView, side: Side, place: Place) -> str:
    """How far what is said may be off, in words; "" where that has not been measured."""
    if not _is_measured(view):
        return ""
    ground = ground_of(view, side, place)
    off, battles = round(100 * measured().off[ground]), measured().battles[ground]
    return f"In {battles} battles {WHERE[ground]} this was off by {off} of 100 on average once all ships were known."


WHERE: Final[dict[Ground, str]] = {
    "first": "of turn 1",
    "between": "between the homes",
    "own": "at one's own home",
    "enemy": "at the enemy's home",
}
"""How the battles of a ground are named."""
