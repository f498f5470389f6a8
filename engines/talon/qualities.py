"""What technology and crews do to a roll and to damage, in a battle of Space Empires: 4X (32.4, 32.5, R115, R116)."""

from typing import Final, NamedTuple

from engines.seam.documents import Quality
from engines.talon.state import Battle
from engines.talon.units import Unit

PLAIN: Final = Quality()
"""What counts for whoever has none, and for a missile or a planet that is fired at."""
LEGENDARY: Final = 4
"""The level of a legendary crew."""
HIGHEST: Final = 6
BETTER: Final = 1
"""By how many levels a crew that fires is ahead to add 1."""
EVASIVE: Final = 2
"""By how many levels a crew that is fired at is ahead to subtract 1."""
HARDY: Final = 3
"""By how many levels a crew is ahead to take a point less of any damage."""


class Edge(NamedTuple):
    """What is added to a roll, or to a missile's damage: by technology, and by the crews."""

    technology: int = 0
    crews: int = 0


NO_EDGE: Final = Edge()


def quality_of(battle: Battle, number: int) -> Quality:
    """The quality of a unit; a plain one for whatever else has that number."""
    qualities = battle.qualities
    return qualities.of[number] if qualities is not None and is_unit(battle, number) else PLAIN


def is_unit(battle: Battle, number: int) -> bool:
    """Whether a number is a unit's: not a missile's, or the planet's."""
    return 0 <= number < len(battle.units)


def level(quality: Quality) -> int:
    """The level of a crew (32.5)."""
    return LEGENDARY if quality.legendary else quality.experience


def edge(battle: Battle, firer: int, target: int) -> Edge:
    """What a unit that fires has over its target; a missile or a planet has no crew to compare (32.4, 32.5, R115)."""
    if battle.qualities is None:
        return NO_EDGE
    own, other = quality_of(battle, firer), quality_of(battle, target)
    if not is_unit(battle, target):
        return Edge(own.attack - other.defence)
    ahead = level(own) - level(other)
    return Edge(own.attack - other.defence, (ahead >= BETTER) - (ahead <= -EVASIVE))


def rolled(die: int, lost: int, over: Edge) -> int:
    """The result of a die after what terrain takes from it: 6 at most, and below 1 a miss (8, 32.4)."""
    return min(HIGHEST, die - lost + over.technology + over.crews)


def spared(battle: Battle, source: int, target: int) -> int:
    """The point that a crew three levels ahead is spared, of what another unit does to it (32.5, R116)."""
    if battle.qualities is None or not is_unit(battle, target):
        return 0
    return int(level(quality_of(battle, target)) - level(quality_of(battle, source)) >= HARDY)


def left(points: int, less: int) -> int:
    """The points that are left when a crew has been spared some: never below 0."""
    return max(0, points - less)


def best_crew(battle: Battle, units: list[Unit]) -> int:
    """Whose crew has the highest level, by number."""
    return max(units, key=lambda unit: level(quality_of(battle, unit.number))).number


def has_extra(battle: Battle, unit: Unit) -> bool:
    """Whether the extra AP of a legendary crew is there, as from another battery (32.5, R117)."""
    return battle.qualities is not None and unit.number in battle.qualities.charged
