"""How the enemies lie to a hex, with the fire that comes there and the shields they show."""

from typing import Final

from engines.talon.captains.reckoning import BLOCKED, CLEAR, MOST_LOST, REACH, SLOT, TURNED
from engines.talon.captains.sightings import Foe
from engines.talon.hexes import ARC, RANGE, TOWARD, Facing, Hex, Table, at
from engines.talon.rules.terrain import blocked, hindrance

NOWHERE: Final = 10**6
"""How far away the nearest enemy is where there is none."""


def _turns_to(q: int, r: int) -> list[int]:
    """By facing: how many turns of one hex side bring a goal ahead that lies there."""
    toward = TOWARD[at(q, r)]
    return [
        min([min((one - facing) % 6, (facing - one) % 6) for one in toward], default=0) for facing in range(6)
    ]


TURNS_TO: Final = Table(_turns_to)


class Lie:
    """How a hex lies to an enemy that faces somewhere: how far away, and by facing the turns toward it from there.

    In reach, `slot` is the enemy's as seen from there, `struck` the one its fire comes to, `arc` the side it shows.
    """

    __slots__ = ("arc", "distance", "slot", "struck", "turns")

    def __init__(self, facing: Facing, away: Hex) -> None:
        self.distance = RANGE[away]
        self.turns = TURNS_TO[away]
        near = self.distance <= REACH
        self.slot = SLOT[away] if near else -1
        self.struck = TURNED[facing][SLOT[-away]] if near else -1
        self.arc = ARC[facing][-away]


def _lies(facing: Facing) -> Table[Lie]:
    return Table(lambda q, r: Lie(facing, at(q, r)))


LIES: Final = tuple(_lies(facing) for facing in range(6))
"""By the enemy's facing, then by where it lies as seen from the hex."""
ANYWHERE: Final = Lie(0, 0)


class EnemyInReach:
    """An enemy in reach of a hex: its `slot` as seen from there, with the damage it may do there.

    `value` is what a hull box of it is worth, `shields` those it has to that side. `clear` is the part of the damage
    that terrain leaves to fire at it from there.
    """

    __slots__ = ("clear", "damage", "shields", "slot", "value")

    def __init__(self, slot: int, damage: float, shields: int, value: float) -> None:
        self.slot = slot
        self.clear = 1.0
        self.damage = damage
        self.shields = shields
        self.value = value


def clearness(terrain: dict[Hex, str], origin: Hex, goal: Hex) -> float:
    """The part of the damage that terrain leaves to fire from one hex at another (17)."""
    if blocked(terrain, origin, goal):
        return BLOCKED
    return CLEAR[min(MOST_LOST, hindrance(terrain, origin, goal))]


class Spot:
    """A hex: how far it is to the nearest enemy, the turns toward that by facing, and the enemies in reach."""

    __slots__ = ("distance", "marks", "turns")

    def __init__(self, place: Hex, foes: list[Foe], terrain: dict[Hex, str]) -> None:
        nearest, distance = ANYWHERE, NOWHERE
        self.marks: list[EnemyInReach] = []
        for foe in foes:
            lie = LIES[foe.facing][foe.place - place]
            if lie.distance < distance:
                nearest, distance = lie, lie.distance
            if lie.slot >= 0:
                damage = foe.fire.moved[foe.moves][lie.struck]
                if damage < 0.0:
                    damage = foe.fire.after(lie.struck, foe.moves)
                mark = EnemyInReach(lie.slot, damage, foe.cover[lie.arc], foe.value)
                if terrain:
                    mark.clear = clearness(terrain, place, foe.place)
                    mark.damage = damage * clearness(terrain, foe.place, place)
                self.marks.append(mark)
        self.distance = distance
        self.turns = nearest.turns
