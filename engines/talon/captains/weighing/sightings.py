"""What a captain has seen of a unit, and of each enemy: kept as long as it stays so."""

from typing import Final

from engines.talon.aims import is_hunted
from engines.talon.captains.weighing.evaluation import (
    BARE,
    SHOWN,
    STRUCK,
    FireTable,
    Readiness,
    box_value,
    cover,
    enemy_fire,
    full_readiness,
    left_with,
    readiness,
    worth,
)
from engines.talon.captains.weighing.foresight import NextMove, next_impulse, next_move
from engines.talon.hexes import Facing, Hex, distance
from engines.talon.units import Unit
from engines.talon.view import View

PRIZE: Final = 2.0
"""How much more a hull box counts of an enemy that is to escape or dock, and whose loss decides the battle."""


MENACE: Final = 1.15
"""How much more a hull box counts of an enemy that is so near to a planet which it is to be kept from."""
MENACING: Final = 5
"""How near that is, in hexes: it can fire at it now, or after its next move."""


class SeenUnit:
    """A unit on the map as it was when last looked at; all that is kept follows from it.

    `changes` is its count of changes then, and as long as that stays nothing else is looked at.
    `rank` is its place among those of its side, whose order does not follow from how the fleet is listed.
    `worth` is what is left of it, `value` what a hull box is worth, `cover` what shields it by arc, `fire` its own.
    """

    __slots__ = (
        "broken",
        "changes",
        "cover",
        "facing",
        "fire",
        "hull",
        "lost",
        "markers",
        "place",
        "rank",
        "red",
        "shields",
        "shields_down",
        "unit",
        "value",
        "worth",
        "yellow",
    )

    def __init__(self, view: View, unit: Unit, fire: FireTable) -> None:
        self.unit = unit
        self.rank = 0
        self.changes = unit.changes
        self.place: Hex = unit.place
        self.facing: Facing = unit.facing
        self.red = unit.red
        self.yellow = unit.yellow
        self.broken = unit.broken
        self.fire = fire
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

    def _weapons_changed(self, unit: Unit) -> bool:
        """Look again at the bars of its weapons, and at a group that is jury rigged; whether anything is different."""
        same = self.yellow is unit.yellow and self.red is unit.red and self.lost is unit.lost
        if same and self.broken == unit.broken:
            return False
        self.red, self.yellow, self.broken = unit.red, unit.yellow, unit.broken
        return True

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

    `moves` is how it moves before it fires next, and `damage` its fire after that; `struck` and `shown` are the tables
    of those names for how it faces, all by slot. `massed` is the mean damage that can strike it now by arc, while its
    captain thinks of fire. `hunted` is whether to destroy it is to win, and it runs away, `sought` whether
    ships make for it before others. `exposure` is how much of the own fire at it counts where technology and crews do,
    `threat` how much of its own. `guarded` is a planet that it is to be kept from: its hull boxes count more while it
    is near.
    """

    __slots__ = (
        "damage",
        "exposure",
        "guarded",
        "hunted",
        "massed",
        "moves",
        "shown",
        "sought",
        "struck",
        "threat",
    )

    def __init__(self, view: View, unit: Unit, guarded: Hex | None = None, *, hunted: bool = False) -> None:
        self.guarded = guarded
        role = "transport" if unit.kind.transport else ""
        self.hunted = self.sought = hunted or is_hunted(view.aims, unit.side, role, unit.name)
        self.moves: NextMove = next_move(unit, next_impulse(view))
        self.massed: list[float] = []
        self.exposure, self.threat = (1.0, 1.0) if view.quality(unit.number) is None else odds(view, unit)
        super().__init__(view, unit, enemy_fire(unit.kind, _threat(unit)))
        self.damage: list[float] = self.fire.moved[self.moves]
        self._face()

    def _weigh(self, view: View) -> None:
        super()._weigh(view)
        if self.hunted:
            self.value *= PRIZE
        if self.guarded is not None and distance(self.unit.place - self.guarded) <= MENACING:
            self.value *= MENACE

    def _face(self) -> None:
        self.struck: list[int] = STRUCK[self.facing]
        self.shown: list[int] = SHOWN[self.facing]

    def _take_cover(self, view: View) -> None:
        super()._take_cover(view)
        if self.cover is not BARE and view.terrain:
            self.cover = cover(view, self.unit)

    def refresh(self, view: View) -> bool:
        """Look again; whether anything is different that captains reckon with."""
        unit = self.unit
        self.changes = unit.changes
        moved = self.place != unit.place or self.facing != unit.facing
        changed = self.expect(next_impulse(view)) or moved
        if self._weapons_changed(unit):
            now = enemy_fire(unit.kind, _threat(unit))
            changed = changed or now is not self.fire
            self.fire = now
            self.damage = self.fire.moved[self.moves]
        if moved:
            self.place, self.facing = unit.place, unit.facing
            self._face()
            if self.guarded is not None:
                self._weigh(view)
        if self._was_struck(view, unit):
            changed = True
        elif moved and view.terrain:
            self._take_cover(view)
        return changed

    def expect(self, impulse: int) -> bool:
        """Look again how it moves in its turn of an impulse; whether that is different."""
        before = self.moves
        self.moves = next_move(self.unit, impulse)
        self.damage = self.fire.moved[self.moves]
        return self.moves != before


def odds(view: View, enemy: Unit) -> tuple[float, float]:
    """How much of the own side's fire at an enemy counts, and of its fire: by all own units on average (32.4, 32.5)."""
    units = view.units(view.side)
    ours = theirs = 0.0
    for own in units:
        ours += left_with(sum(view.edge(own.number, enemy.number)), view.spared(own.number, enemy.number))
        theirs += left_with(sum(view.edge(enemy.number, own.number)), view.spared(enemy.number, own.number))
    return ours / len(units), theirs / len(units)


def _threat(enemy: Unit) -> Readiness:
    """How ready an enemy is to be taken for: as it is, but never as harmless for long."""
    return readiness(enemy) or full_readiness(enemy) // 2
