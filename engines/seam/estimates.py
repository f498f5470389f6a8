"""What is thought of a battle before anybody has played it out."""

from collections.abc import Mapping

from msgspec import Struct

from engines.seam.sides import Side


class Estimate(Struct, frozen=True):
    """How a battle is likely to end: chances from 0 to 1, losses in points of the system's ships.

    `won`, and of it what is `advanced`: a victory that moves the front line if no planet stops it (31.6.4).
    `captured`: the invader takes the planet.
    """

    won: Mapping[Side, float]
    advanced: Mapping[Side, float]
    captured: float
    lost: Mapping[Side, float]


class Error(Struct, frozen=True, forbid_unknown_fields=True):
    """How far estimated chances to win were from those of many play-outs, on average, from 0 to 1.

    `contested`: among battles that each side won in a tenth of the play-outs or more. `one_sided`: among the others.
    """

    battles: int
    overall: float
    contested: float
    one_sided: float


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """Battles with an estimated chance of `low` of 100 or more: what was said, and the share that was won, 0 to 1."""

    low: int
    battles: int
    said: float
    won: float


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """How often estimated chances came true, in bands of ten points; only bands with battles.

    Each battle was played out `play_outs` times or more by captains of `rules_version`. `brier`: 0 is perfect.
    """

    battles: int
    play_outs: int
    brier: float
    bands: tuple[Band, ...]
    rules_version: str
