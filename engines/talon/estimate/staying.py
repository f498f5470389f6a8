"""Who stays in a battle, by the doctrines: what captains decide before the first shot (20.4)."""

from collections.abc import Iterable, Mapping, Sequence
from math import log

from engines.seam.documents import Stance, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.captains.doctrine import TEMPERS
from engines.talon.captains.weighing.evaluation import LASTS, chance_of
from engines.talon.catalogue import ShipClass, ship_class
from engines.talon.damage import TalonDamage, in_talon

LEAST, MOST = 3.0, 2.0
"""Ship Points that either side is taken to have at least; the logarithm of their ratio at most."""
UNARMED, ARMED = 0.65, 0.35
"""What of its points a ship has by its hull and shields alone, and by its weapons."""


def staying(
    units: Mapping[Side, Sequence[Unit]], stances: Mapping[Side, Stance], scale: float
) -> list[float]:
    """What both sides have, compared, with their hurt ships and without; then by side who gives up, and the hurt.

    Captains look at the same figures: by its doctrine a side gives up at once, or in round 2, and a hurt ship leaves.
    """
    both = {side: _there_and_hurt(side, units[side], TEMPERS[stances[side]].hurt) for side in SIDES}
    there = {side: both[side][0] for side in SIDES}
    found = [_compared(there), _compared({side: there[side] - both[side][1] for side in SIDES})]
    for side in SIDES:
        temper, enemy = TEMPERS[stances[side]], opponent(side)
        lost = chance_of((side, enemy), there[side], there[enemy]) < temper.chance
        at_once = temper.patience <= 1
        found += [float(lost and at_once), float(lost and not at_once), both[side][1] / scale]
    return found


def _compared(points: Mapping[Side, float]) -> float:
    terran, talon = (LASTS[side] * points[side] + LEAST for side in SIDES)
    return max(-MOST, min(MOST, log(terran / talon)))


def _there_and_hurt(side: Side, units: Iterable[Unit], limit: float) -> tuple[float, float]:
    """What captains take the units for, in Ship Points; and what of it leaves at once, with no more hull than that."""
    there = hurt = 0.0
    for unit in units:
        kind = ship_class(side, unit.ship_class)
        if kind.role != "transport":
            damage = in_talon(unit.damage)
            hull = _hull(kind, damage)
            armed = 1 - len(damage.weapons_lost) / len(kind.weapons) if kind.weapons else 1.0
            left = kind.points * hull * (UNARMED + ARMED * armed)
            there += left
            if hull <= limit and kind.role != "base":
                hurt += left
    return there, hurt


def _hull(kind: ShipClass, damage: TalonDamage) -> float:
    """The share of its hull, or of its fighters, that is left."""
    if kind.fighters:
        return 1 - sum(damage.fighters) / (2 * kind.fighters)
    return 1 - damage.hull / len(kind.hull)
