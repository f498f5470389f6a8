"""What a commander dares."""

from dataclasses import dataclass
from typing import Literal

TemperName = Literal["careful", "steady", "bold"]


@dataclass(frozen=True, slots=True)
class Temper:
    """The least chances, from 0 to 1: to `engage`, to `storm` the enemy's home, and not to `preserve` the fleet.

    `drive` weighs what can be won against what can be lost; it grows by `impatience` every turn, so that wars end.
    """

    engage: float
    storm: float
    preserve: float
    drive: float
    impatience: float


TEMPERS: dict[TemperName, Temper] = {
    "careful": Temper(engage=0.45, storm=0.3, preserve=0.35, drive=0.3, impatience=0.07),
    "steady": Temper(engage=0.3, storm=0.2, preserve=0.2, drive=0.4, impatience=0.08),
    "bold": Temper(engage=0.2, storm=0.1, preserve=0.1, drive=0.8, impatience=0.1),
}
