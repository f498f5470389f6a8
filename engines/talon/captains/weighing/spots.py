"""How the enemies lie to a hex, with the fire that comes there and the shields they show."""

from typing import Final

from engines.talon.captains.weighing.evaluation import BLOCKED, CLEAR, DISTANCES, MOST_LOST, REACH, SLOTS
from engines.talon.captains.weighing.sightings import Foe
from engines.talon.hexes import SPAN, TOWARD, Hex, Table, at, distance
from engines.talon.rules.terrain import blocked, hindrance, screened

NOWHERE: Final = 10**6
"""How far away the nearest enemy is where there is none."""


def _turns_to(q: int, r: int) -> list[int]:
    """By facing: how many turns of one hex side bring a goal ahead that lies there."""
    toward = TOWARD[at(q, r)]
    return [
        min([min((one - facing) % 6, (facing - one) % 6) for one in toward], default=0) for facing in range(6)
    ]


TURNS_TO: Final = Table(_turns_to)


class EnemyInReach:
    """An enemy in reach of a hex: its `slot` as seen from there, with the damage it may do there.

    `value` is what a hull box of it is worth, `shields` those it has to that side. `clear` is the part of the damage
    that terrain leaves to fire at it from there, and technology and crews.
    """

    __slots__ = ("clear", "damage", "shields", "slot", "value")

    def __init__(self, slot: int, damage: float, shields: int, value: float) -> None:
        self.slot = slot
        self.clear = 1.0
        self.damage = damage
        self.shields = shields
        self.value = value

    def hinder(self, terrain: dict[Hex, str], place: Hex, enemy: Hex) -> None:
        """Reckon with the terrain between the hex and the enemy's."""
        self.clear *= clearness(terrain, place, enemy)
        self.damage *= clearness(terrain, enemy, place)


def clearness(terrain: dict[Hex, str], origin: Hex, goal: Hex) -> float:
    """The part of the damage that terrain leaves to fire from one hex at another (17)."""
    if blocked(terrain, origin, goal):
        return BLOCKED
    return CLEAR[min(MOST_LOST, hindrance(terrain, origin, goal))]


class Spot:
    """A hex: how far it is to the nearest enemy, the turns toward that by facing, and the enemies in reach.

    In a `hunt` the nearest is that of the enemies which are sought before others.
    """

    __slots__ = ("distance", "marks", "turns")

    def __init__(self, place: Hex, foes: list[Foe], terrain: dict[Hex, str], hunt: bool = False) -> None:
        nearest, nearby = 0, NOWHERE
        self.marks: list[EnemyInReach] = []
        for foe in foes:
            away = foe.place - place
            slot = SLOTS[away] if -SPAN <= away <= SPAN else -1
            if hunt and not foe.sought:
                if slot >= 0:
                    self._mark(foe, slot, place, terrain)
                continue
            if slot >= 0:
                if DISTANCES[slot] < nearby:
                    nearest, nearby = away, DISTANCES[slot]
                self._mark(foe, slot, place, terrain)
            elif nearby > REACH:
                far = distance(away)
                if far < nearby:
                    nearest, nearby = away, far
        self.distance = nearby
        self.turns: list[int] = TURNS_TO[nearest]

    def add_planet(self, place: Hex, planet: Hex, terrain: dict[Hex, str], prize: float) -> None:
        """A planet to bombard: a target that does not fire, of which each point is worth so much (26.8)."""
        away = planet - place
        slot = SLOTS[away] if -SPAN <= away <= SPAN else -1
        if slot < 0 or screened(terrain, place, planet):
            return
        mark = EnemyInReach(slot, 0.0, 0, prize)
        mark.clear = CLEAR[min(MOST_LOST, hindrance(terrain, place, planet))]
        self.marks.append(mark)

    def _mark(self, foe: Foe, slot: int, place: Hex, terrain: dict[Hex, str]) -> None:
        """An enemy in reach."""
        self.marks.append(_mark(foe, slot))
        if terrain:
            self.marks[-1].hinder(terrain, place, foe.place)


def _mark(foe: Foe, slot: int) -> EnemyInReach:
    """What there is to know of an enemy in that slot."""
    struck = foe.struck[slot]
    damage = foe.damage[struck]
    if damage < 0.0:
        damage = foe.fire.after(struck, foe.moves)
    mark = EnemyInReach(slot, damage * foe.threat, foe.cover[foe.shown[slot]], foe.value)
    mark.clear = foe.exposure
    return mark
