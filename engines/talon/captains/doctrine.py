"""What a doctrine means for a captain: how it weighs risk, and when it gives up a ship or the field."""

from dataclasses import dataclass
from typing import Final

from engines.seam.documents import Doctrine
from engines.talon.units import Unit


@dataclass(frozen=True, slots=True)
class RiskWeights:
    """`caution` weighs the enemy's fire against one's own, `eagerness` draws to the enemy.

    A ship leaves when no more than `hurt` of its hull is left; the side leaves when its chance to hold the field is
    less than `chance`, from round `patience` on.
    """

    caution: float
    eagerness: float
    hurt: float
    chance: float
    patience: int


TEMPERS: Final[dict[str, RiskWeights]] = {
    "hold": RiskWeights(0.7, 1.2, 0.0, 0.001, 1),
    "withdraw": RiskWeights(0.9, 1.0, 0.4, 0.08, 2),
    "preserve": RiskWeights(1.2, 0.8, 0.7, 0.22, 1),
}


def temper_of(doctrine: Doctrine) -> RiskWeights:
    """How a captain with the doctrine weighs things."""
    return TEMPERS[doctrine.stance]


def unhurt(unit: Unit) -> float:
    """The part of the unit's hull, or of its fighters, that is left."""
    if unit.kind.fighters:
        return unit.lost.count(False) / unit.kind.fighters
    return (unit.kind.boxes - unit.hull) / unit.kind.boxes


def should_leave(temper: RiskWeights, unit: Unit, saved: bool) -> bool:
    """Whether the unit should get out of the battle, for its own sake; `saved` if the doctrine names it."""
    if unit.kind.base or unit.kind.transport:
        return False
    if saved:
        return unhurt(unit) < 1.0
    return unhurt(unit) <= temper.hurt
