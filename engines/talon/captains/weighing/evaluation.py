"""What fire is worth: expected damage by range and arc, what a point of it costs a ship, and how strong sides are."""

from typing import Final

from engines.seam.sides import Side
from engines.talon.captains.weighing.foresight import STAYS, TURNS, NextMove
from engines.talon.hexes import ARC, RANGE, STEP, Facing, Hex, at, axial, listed, within
from engines.talon.rules.missiles import POINTS
from engines.talon.ships import Kind
from engines.talon.units import Unit
from engines.talon.view import View
from engines.talon.weapon_table import DAMAGE, FARTHEST

EXPECTED: Final[dict[str, tuple[float, ...]]] = {
    weapon: tuple(sum(row) / 6 for row in rows) for weapon, rows in DAMAGE.items()
}
"""By weapon and range: the mean damage of one weapon (8)."""
MOST_LOST: Final = 6
"""The most that terrain takes off a die and still makes a difference (17)."""
LOWERED: Final[dict[str, tuple[tuple[float, ...], ...]]] = {
    weapon: tuple(tuple(sum(row[: max(0, 6 - lost)]) / 6 for row in rows) for lost in range(MOST_LOST + 1))
    for weapon, rows in DAMAGE.items()
}
"""By weapon, what the die loses, and range: the mean damage of one weapon (8, 17)."""


_changed: Final[dict[tuple[str, int, int], tuple[float, ...]]] = {}
"""By weapon, what is added to its die, and the points spared of a hit: the mean damage by range."""
_left: Final[dict[tuple[int, int], float]] = {}


def mean_with(weapon: str, far: int, added: int, less: int) -> float:
    """The mean damage of one weapon at a range, where technology and crews count (32.4, 32.5)."""
    key = (weapon, added, less)
    found = _changed.get(key)
    if found is None:
        found = _changed[key] = _means_with(weapon, added, less)
    return found[far]


def _means_with(weapon: str, added: int, less: int) -> tuple[float, ...]:
    if weapon == "missile":
        points = float(max(0, POINTS + added - less))
        return tuple([points if any(row) else 0.0 for row in DAMAGE[weapon]])
    results = [min(6, die + added) for die in range(1, 7)]
    return tuple(
        [
            sum([max(0, row[one - 1] - less) for one in results if one > 0 and row]) / 6
            for row in DAMAGE[weapon]
        ]
    )


def left_with(added: int, less: int) -> float:
    """What is left of all weapons' mean damage on average where technology and crews count (32.4, 32.5)."""
    key = (added, less)
    found = _left.get(key)
    if found is None:
        ratios = [
            mean_with(weapon, far, added, less) / mean
            for weapon, means in EXPECTED.items()
            for far, mean in enumerate(means)
            if mean
        ]
        found = _left[key] = sum(ratios) / len(ratios)
    return found


def _clear(lost: int) -> float:
    """What is left of all weapons' mean damage on average if the die loses so much."""
    ratios = [
        lowered / mean
        for weapon, means in EXPECTED.items()
        for lowered, mean in zip(LOWERED[weapon][lost], means, strict=True)
        if mean
    ]
    return sum(ratios) / len(ratios)


CLEAR: Final[tuple[float, ...]] = tuple(_clear(lost) for lost in range(MOST_LOST + 1))
"""By what the die loses to terrain: the part of the damage that is still to be expected (17)."""
BLOCKED: Final = 0.2
"""The same behind a planet: either ship may come out from behind it."""
BEST: Final[dict[str, float]] = {weapon: max(row) for weapon, row in EXPECTED.items()}
"""By weapon: the mean damage at its best range."""
SHIELD: Final = 0.247
"""What a shield box is worth, in hull boxes."""
OWN_AHEAD: Final[tuple[float, ...]] = (1.0, 0.5, 0.012)
"""How much own fire counts that comes to bear after so many moves straight ahead: the second may yet be chosen."""
ENEMY_AHEAD: Final[tuple[float, ...]] = (1.0, 0.5, 0.25)
"""The same of an enemy's fire: its moves are not known."""
TURNING: Final = 0.7
"""How much fire counts for which a ship that moves first has to turn: it may rather turn toward another."""

Readiness = int
"""How ready each group is, a digit to base 3: 0 empty, lost or broken (24), 1 half charged, 2 charged."""
WEIGHT: Final[tuple[float, ...]] = (0.0, 0.35, 1.0)


def readiness(unit: Unit) -> Readiness:
    """How ready the unit's groups are."""
    ready, place = 0, 1
    for at_, group in enumerate(unit.kind.groups):
        if not unit.lost[at_] and not unit.is_broken(at_):
            missing = group.red + group.yellow - unit.red[at_] - unit.yellow[at_]
            ready += place * (2 if missing == 0 else 1 if 2 * missing <= group.red + group.yellow else 0)
        place *= 3
    return ready


def full_readiness(unit: Unit) -> Readiness:
    """The readiness with every group that is left charged."""
    return sum(2 * 3**at_ for at_, lost in enumerate(unit.lost) if not lost)


REACH: Final = FARTHEST + len(ENEMY_AHEAD) - 1
"""How far away fire counts at all, in hexes."""
PLACES: Final = within(0, REACH)
"""The hexes in reach, as differences; a hex's number in this list is its slot."""
SLOT: Final[dict[Hex, int]] = {place: slot for slot, place in enumerate(PLACES)}
UNKNOWN: Final = -1.0


def _turned(facing: Facing) -> list[int]:
    """By slot: the slot of the hex that lies to a ship facing east as this one does to a ship facing so."""
    found = []
    for place in PLACES:
        q, r = axial(place)
        for _ in range(facing):
            q, r = -r, q + r
        found.append(SLOT[at(q, r)])
    return found


TURNED: Final = [_turned(facing) for facing in range(6)]
STRUCK: Final = [[turned[SLOT[-place]] for place in PLACES] for turned in TURNED]
"""By facing and slot: the slot in which fire from that hex comes, as it lies to a ship there that faces so."""
SHOWN: Final = [[ARC[facing][-place] for place in PLACES] for facing in range(6)]
"""By facing and slot: the arc that a ship there which faces so shows."""
DISTANCES: Final = [RANGE[place] for place in PLACES]
"""By slot: how far away the hex is."""
SLOTS: Final = listed(SLOT, -1)
"""By difference of two hexes within `SPAN`: the slot, -1 out of reach."""
ARCS: Final = [[ARC[facing][place] for place in PLACES] for facing in range(6)]
"""By facing and slot: the arc in which the hex lies."""


BEHIND: Final = [
    [SLOT.get(place - moves * STEP[0], -1) for place in PLACES] for moves in range(len(ENEMY_AHEAD))
]
"""By so many moves ahead of a ship that faces east, and slot: the slot in which the hex lies then, -1 out of reach."""


def _moved(facing: Facing) -> list[int]:
    """By slot: the slot in which the hex lies after a move with that facing, to a ship that faces east."""
    slots = [SLOT.get(place - STEP[facing], -1) for place in PLACES]
    return [TURNED[facing][slot] if slot >= 0 else -1 for slot in slots]


MOVED: Final = [_moved(facing) for facing in range(6)]


class FireTable:
    """The damage to expect of a ship that faces east, now and in its next two moves ahead, by the target's slot.

    `ahead` is how much its fire counts, by the moves before it. `known` has what was worked out so far, and `UNKNOWN`
    for the rest; `moved` the same by how the ship moves first.
    """

    __slots__ = ("ahead", "groups", "known", "moved")

    def __init__(self, kind: Kind, ready: Readiness, ahead: tuple[float, ...]) -> None:
        self.ahead = ahead
        self.known: list[float] = [UNKNOWN] * len(PLACES)
        self.moved: list[list[float]] = [self.known, self.known[:], self.known[:]]
        self.groups: list[tuple[tuple[bool, ...], list[float]]] = []
        for group in kind.groups:
            ready, digit = divmod(ready, 3)
            if digit:
                means = [WEIGHT[digit] * group.count * one for one in EXPECTED[group.weapon]]
                self.groups.append((group.covers, means))

    def at(self, slot: int) -> float:
        """The damage to expect at a slot."""
        found = self.known[slot]
        if found < 0.0:
            found = 0.0
            for moves, weight in enumerate(self.ahead):
                damage = weight * self._now(BEHIND[moves][slot])
                found = damage if damage > found else found  # noqa: FURB136 - a call costs more
            self.known[slot] = found
        return found

    def after(self, slot: int, first: NextMove) -> float:
        """The damage to expect at a slot once the ship has moved."""
        found = self.moved[first][slot]
        if found >= 0.0:
            return found
        if first == STAYS:
            return self.at(slot)
        found = self._ahead(slot, 0)
        if first == TURNS:
            for facing in (1, 5):
                turned = TURNING * self._ahead(slot, facing)
                found = turned if turned > found else found  # noqa: FURB136 - a call costs more
        self.moved[first][slot] = found
        return found

    def _ahead(self, slot: int, facing: Facing) -> float:
        """The damage to expect at a slot after a move with that facing."""
        moved = MOVED[facing][slot]
        return self.at(moved) if moved >= 0 else 0.0

    def _now(self, slot: int) -> float:
        distance = DISTANCES[slot] if slot >= 0 else REACH
        if not distance or distance > FARTHEST:
            return 0.0
        arc = ARCS[0][slot]
        total = 0.0
        for covers, mean in self.groups:
            if covers[arc]:
                total += mean[distance]
        return total


_own: Final[dict[tuple[Kind, Readiness], FireTable]] = {}
_enemies: Final[dict[tuple[Kind, Readiness], FireTable]] = {}
"""One for each class and readiness: no more than 27 a class."""


def own_fire(kind: Kind, ready: Readiness) -> FireTable:
    """What to expect of an own ship of a class with groups so ready."""
    key = (kind, ready)
    found = _own.get(key)
    if found is None:
        found = _own[key] = FireTable(kind, ready, OWN_AHEAD)
    return found


def enemy_fire(kind: Kind, ready: Readiness) -> FireTable:
    """What to expect of an enemy of a class with groups so ready."""
    key = (kind, ready)
    found = _enemies.get(key)
    if found is None:
        found = _enemies[key] = FireTable(kind, ready, ENEMY_AHEAD)
    return found


def box_value(unit: Unit) -> float:
    """What one hull box of the unit is worth, in Ship Points; a damaged ship's are worth more."""
    kind = unit.kind
    if kind.fighters:
        return kind.points / 6
    left = kind.boxes - unit.hull
    return kind.points * (0.6 / kind.boxes + 0.4 / max(1, left))


def cost(damage: float, shields: int, value: float) -> float:
    """What damage costs a unit that comes upon so many shields, and whose hull boxes are worth so much."""
    if not shields:
        return damage * value
    if damage <= shields:
        return damage * SHIELD * value
    return (shields * SHIELD + damage - shields) * value


BARE: Final[tuple[int, ...]] = (0, 0, 0, 0, 0)


def cover(view: View, unit: Unit, at_home: bool = True) -> tuple[int, ...]:
    """By arc the shields and reinforcements the unit has where it is; or, not `at_home`, where there is no nebula."""
    if unit.shields_down or unit.kind.fighters or (at_home and not sheltered(view, unit)):
        return BARE
    front, left, right, rear = unit.shields
    for marker in unit.markers:
        arc = marker // 6
        front += arc == 0
        left += arc == 1
        right += arc == 2
        rear += arc == 3
    return (front, left, right, rear, front)


def sheltered(view: View, unit: Unit) -> bool:
    """Whether the unit's shields are in use."""
    return not unit.shields_down and view.terrain.get(unit.place) != "nebula"


def worth(unit: Unit) -> float:
    """What is left of the unit, in Ship Points: hull, weapons and, for less, shields."""
    kind = unit.kind
    if kind.fighters:
        return kind.points * unit.lost.count(False) / kind.fighters
    hull = (kind.boxes - unit.hull) / kind.boxes
    if not kind.groups:
        return kind.points * hull
    armed = unit.lost.count(False) / len(kind.groups)
    front, left, right, rear = unit.shields
    shields = (front + left + right + rear) / kind.armour
    return kind.points * hull * (0.4 + 0.35 * armed + 0.25 * shields)


LASTS: Final[dict[Side, float]] = {"terran": 1.11, "talon": 1.0}
"""By faction: what is left of its ships by now makes so much of what `worth` says."""
STEEPNESS: Final = 4.8
"""How fast the chance to hold the field follows from what is left of both sides."""
REMAINING: Final = ("map", "waiting", "covered")
"""Where a unit is that fights, or is still to come."""


def strength(view: View, side: Side) -> float:
    """What is left of a side, in Ship Points: on the map, and still to come; transports do not fight."""
    total = 0.0
    for unit in view.units(side):
        if unit.status in REMAINING and not unit.kind.transport:
            total += worth(unit)
    return total


def prospect(view: View) -> float:
    """The chance that the view's side holds the field, from 0 to 1, by what is left of both."""
    sides = (view.side, view.enemy_side)
    return chance_of(factions_of(view), *(strength(view, side) for side in sides))


def factions_of(view: View) -> tuple[Side, Side]:
    """Whose ships the view's side has, and whose the enemy (33.2)."""
    return view.units(view.side)[0].kind.faction, view.units(view.enemy_side)[0].kind.faction


def chance_of(factions: tuple[Side, Side], own: float, enemy: float) -> float:
    """The chance that a side holds the field, from 0 to 1, by what is left of both, in Ship Points.

    `factions` are whose ships the side has, and whose the enemy.

    Fitted to battles between captains that hold the field, at the beginning of each round but the first.
    """
    if own <= 0 or enemy <= 0:
        return 0.5 if own == enemy else float(own > enemy)
    ours: float = (own * LASTS[factions[0]]) ** STEEPNESS
    theirs: float = (enemy * LASTS[factions[1]]) ** STEEPNESS
    return ours / (ours + theirs)
