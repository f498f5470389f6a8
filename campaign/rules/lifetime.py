"""Points for the lifetime score of two opponents (20.3, 31.9, S2, S20)."""

from engines.seam.documents import BattleSetup, Degree
from engines.seam.sides import Side
from engines.seam.systems import class_of, needs_room, room_aboard

POINTS: dict[Degree, int] = {"minor": 1, "great": 2, "devastating": 3}
WAR_BONUS = 5
UNBALANCED, DRAMATIC = 1, 3


def battle_lp(setup: BattleSetup, side: Side) -> int:
    """The LP a side has in the battle; units without room sit it out and do not count (S20)."""
    kinds = [class_of(side, unit) for unit in setup.force(side)]
    carried = sum(needs_room(kind.key) for kind in kinds)
    aboard = min(carried, room_aboard(side, setup.force(side)))
    return sum(kind.lp for kind in kinds if not needs_room(kind.key)) + aboard


def score(degree: Degree, winner_lp: int, loser_lp: int) -> int:
    """The winner's points for one battle: 1 to 6 by degree and the gap in LP (31.9, S2).

    >>> score("devastating", 5, 6), score("devastating", 5, 8), score("devastating", 8, 5)
    (4, 6, 1)
    """
    points, gap = POINTS[degree], winner_lp - loser_lp
    if gap >= UNBALANCED:
        return min(points, POINTS["minor" if gap >= DRAMATIC else "great"])
    if gap <= -DRAMATIC:
        return 2 * points
    return points + 1 if gap <= -UNBALANCED else points
