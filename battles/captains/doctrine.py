"""What a doctrine means for a captain: how it weighs risk, and when it gives up a ship or the field."""

from dataclasses import dataclass

from battles.seam.documents import Doctrine


@dataclass(frozen=True, slots=True)
class Temper:
    """`caution` weighs the enemy's fire against one's own, `eagerness` draws to the enemy.

    A ship leaves when no more than `hurt` of its hull is left; the side leaves when its chance to hold the field is
    less than `chance`, from round `patience` on.
    """

    caution: float
    eagerness: float
    hurt: float
    chance: float
    patience: int


TEMPERS: dict[str, Temper] = {
    "hold": Temper(0.7, 1.2, 0.0, 0.02, 1),
    "withdraw": Temper(0.9, 1.0, 0.4, 0.25, 2),
    "preserve": Temper(1.2, 0.8, 0.7, 0.45, 1),
}


def temper_of(doctrine: Doctrine) -> Temper:
    """How a captain with the doctrine weighs things."""
    return TEMPERS[doctrine.stance]
