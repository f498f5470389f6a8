"""What a captain has seen of each unit, and how enemies lie to a hex: kept as long as it stays so."""

from typing import Final

from engines.talon.captains.doctrine import RiskWeights, should_leave
from engines.talon.captains.foresight import NextMove, next_impulse, next_move
from engines.talon.captains.reckoning import (
    BARE,
    BLOCKED,
    CLEAR,
    MOST_LOST,
    REACH,
    SLOT,
    TURNED,
    FireTable,
    Readiness,
    box_value,
    cover,
    fire,
    full_readiness,
    readiness,
    worth,
)
from engines.talon.hexes import ARC, RANGE, TOWARD, Facing, Hex, Table, at
from engines.talon.rules.terrain import blocked, hindrance
from engines.talon.units import Unit
from engines.talon.view import View

POISE: Final = 1.5
"""What a turn still to make toward an enemy that is near counts, for a ship of 80 points."""
NOWHERE: Final = 10**6
"""How far away the nearest enemy is where there is none."""


def _turns_to(q: int, r: int) -> list[int]:
    """By facing: how many turns of one hex side bring a goal ahead that lies there."""
    toward = TOWARD[at(q, r)]
    return [
        min([min((one - facing) % 6, (facing - one) % 6) for one in toward], default=0) for facing in range(6)
    ]


TURNS_TO: Final = Table(_turns_to)


class SeenUnit:
    """A unit on the map as it was when last looked at; all that is kept follows from it.

    `changes` is its count of changes then, and as long as that stays nothing else is looked at.
    `worth` is what is left of it, `value` what a hull box is worth, `cover` what shields it by arc, `fire` its own.
    """

    __slots__ = (
        "changes",
        "cover",
        "facing",
        "fire",
        "hull",
        "lost",
        "markers",
        "place",
        "red",
        "shields",
        "shields_down",
        "unit",
        "value",
        "worth",
        "yellow",
    )

    def __init__(self, view: View, unit: Unit, ready: Readiness) -> None:
        self.unit = unit
        self.changes = unit.changes
        self.place: Hex = unit.place
        self.facing: Facing = unit.facing
        self.red = unit.red
        self.yellow = unit.yellow
        self.fire: FireTable = fire(unit.kind, ready)
        self._weigh(view)

    def _weigh(self, view: View) -> None:
        """Recompute what follows from the unit's damage."""
        unit = self.unit
        self.hull = unit.hull
        self.lost = unit.lost
        self.shields = unit.shields
        self.worth = 0.0 if unit.kind.transport else worth(unit)
        self.value: float = box_value(unit)
        self._take_cover(view)

    def _take_cover(self, view: View) -> None:
        """Look again at what shields the unit; an own one may be anywhere soon, so nebula does not count."""
        unit = self.unit
        self.shields_down = unit.shields_down
        self.markers = unit.markers
        self.cover: tuple[int, ...] = cover(view, unit, at_home=False)

    def _was_struck(self, view: View, unit: Unit) -> bool:
        """Look again at what has been done to the unit, for better or worse; whether anything has."""
        if self.shields is not unit.shields or self.hull != unit.hull or self.lost is not unit.lost:
            self._weigh(view)
        elif self.markers is not unit.markers or self.shields_down != unit.shields_down:
            self._take_cover(view)
        else:
            return False
        return True


class Foe(SeenUnit):
    """An enemy on the map with the fire to expect from it; its cover is that where it is.

    `moves` is how it moves before it fires next.
    """

    __slots__ = ("moves",)

    def __init__(self, view: View, unit: Unit) -> None:
        self.moves: NextMove = next_move(unit, next_impulse(view))
        super().__init__(view, unit, _threat(unit))

    def _take_cover(self, view: View) -> None:
        super()._take_cover(view)
        if self.cover is not BARE and view.terrain:
            self.cover = cover(view, self.unit)

    def look(self, view: View) -> bool:
        """Look again; whether anything is different that captains reckon with."""
        unit = self.unit
        self.changes = unit.changes
        moved = self.place != unit.place or self.facing != unit.facing
        changed = self.expect(next_impulse(view)) or moved
        if self.yellow is not unit.yellow or self.red is not unit.red or self.lost is not unit.lost:
            self.red, self.yellow = unit.red, unit.yellow
            now = fire(unit.kind, _threat(unit))
            changed = changed or now is not self.fire
            self.fire = now
        if moved:
            self.place, self.facing = unit.place, unit.facing
        if self._was_struck(view, unit):
            changed = True
        elif moved and view.terrain:
            self._take_cover(view)
        return changed

    def expect(self, impulse: int) -> bool:
        """Look again how it moves in its turn of an impulse; whether that is different."""
        before = self.moves
        self.moves = next_move(self.unit, impulse)
        return self.moves != before


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
                damage = foe.fire.after(lie.struck, foe.moves)
                mark = EnemyInReach(lie.slot, damage, foe.cover[lie.arc], foe.value)
                if terrain:
                    mark.clear = clearness(terrain, place, foe.place)
                    mark.damage = damage * clearness(terrain, foe.place, place)
                self.marks.append(mark)
        self.distance = distance
        self.turns = nearest.turns


class Own(SeenUnit):
    """One of the own units, with what is worked out about it when it is asked for.

    `hurt` is whether the doctrine sends it away; `ways` are how good its moves are, but for friends and missiles, and
    `here` is its exchange of fire from where it is, `covers` what a point of shield is worth there, by arc.

    `shy` are those that do not seek the enemy; `pull` is what a hex of the way to it is worth to the others, `poise` a
    turn toward one that is near. `caution` weighs the enemies' fire.
    """

    __slots__ = (
        "caution",
        "covers",
        "here",
        "hurt",
        "poise",
        "pull",
        "radius",
        "saved",
        "shy",
        "temper",
        "turn",
        "ways",
    )

    def __init__(self, view: View, unit: Unit, temper: RiskWeights, saved: bool) -> None:
        self.temper = temper
        self.saved = saved
        self.turn = unit.turn
        self.radius: int = unit.radius
        self.hurt = self.shy = False
        self.caution = self.pull = self.poise = 0.0
        self.forget()
        super().__init__(view, unit, readiness(unit))

    def forget(self) -> None:
        """Nothing that was worked out about it is so any more."""
        self.ways: dict[str, float] = {}
        self.here: tuple[float, float] | None = None
        self.covers: list[float] | None = None

    def heed(self, caution: float, eagerness: float, leaving: bool) -> None:
        """Weigh things from now on as the side does, and as one does that leaves."""
        kind = self.unit.kind
        weight = kind.points / 80
        self.shy = not kind.groups or leaving
        self.caution = 3.0 * caution if self.shy else caution
        self.pull = -weight * eagerness
        self.poise = -POISE * weight

    def _weigh(self, view: View) -> None:
        super()._weigh(view)
        self.hurt = should_leave(self.temper, self.unit, self.saved)

    def look(self, view: View) -> bool:
        """Look again; whether anything is different that its captain reckons with."""
        unit = self.unit
        self.changes = unit.changes
        changed = self.place != unit.place or self.facing != unit.facing
        if changed:
            self.place, self.facing = unit.place, unit.facing
        if self.yellow is not unit.yellow or self.red is not unit.red or self.lost is not unit.lost:
            self.red, self.yellow = unit.red, unit.yellow
            now = fire(unit.kind, readiness(unit))
            changed = changed or now is not self.fire
            self.fire = now
        if self._was_struck(view, unit):
            changed = True
        radius = unit.kind.curve[unit.row][2] + unit.thrusters
        if changed or self.turn != unit.turn or self.radius != radius:
            self.turn, self.radius = unit.turn, radius
            self.forget()
        return changed


def _threat(enemy: Unit) -> Readiness:
    """How ready an enemy is to be taken for: as it is, but never as harmless for long."""
    return readiness(enemy) or full_readiness(enemy) // 2
