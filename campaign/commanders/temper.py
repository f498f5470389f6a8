"""What a commander dares."""

from dataclasses import dataclass
from typing import Literal

TemperName = Literal["careful", "steady", "bold"]


@dataclass(frozen=True, slots=True)
class Temper:
    """The least chances, from 0 to 1: to `engage`, to `storm` the enemy's home, and not to `preserve` the fleet."""

    engage: float
    storm: float
    preserve: float
    drive: float = 1.0
    growth: float = 0.0
    unsure: float = 4
    stays: float = 0.75
    mirror: float = 0.0
    upkeep: float = 0.0004
    home: float = 2.0


TEMPERS: dict[TemperName, Temper] = {
    "careful": Temper(engage=0.6, storm=0.4, preserve=0.5),
    "steady": Temper(engage=0.3, storm=0.2, preserve=0.2, drive=0.5, growth=0.1),
    "bold": Temper(engage=0.25, storm=0.15, preserve=0.15),
}
