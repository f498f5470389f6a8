"""The board as the events of a battle leave it: where everybody stands, and what is left of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.damage import in_talon
from engines.talon.hexes import Facing, Hex
from engines.talon.report.cast import Cast, Role

FIGHTER_BOXES = 2
HULL_LOST = {"secondary": 3, "ftl": 1}
"""Hull boxes that a critical marks in addition to those of the hit (8.5)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit on the map: `hull` boxes left, shield boxes left by arc, boxes left on each fighter."""

    place: Hex
    facing: Facing
    speed: int
    hull: int
    shields: tuple[int, ...]
    fighters: tuple[int, ...] = ()

    @property
    def flying(self) -> int:
        """How many fighters of a squadron are left."""
        return sum(boxes > 0 for boxes in self.fighters)


@dataclass(frozen=True, slots=True)
class Flight:
    """A missile in flight; `target` is a unit's number, or -1."""

    side: Side
    place: Hex
    facing: Facing
    target: int
    unit: int


class Board:
    """The board while events are booked: `stands` and `flights` by number, `wrecks` where units were destroyed.

    `fates` says how those that are gone went, `planet_damage` the points done to a planet that is fired at.
    """

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.stands: dict[int, Stand] = {}
        self.flights: dict[int, Flight] = {}
        self.terrain: dict[Hex, str] = {}
        self.wrecks: dict[int, Hex] = {}
        self.fates: dict[int, str] = {}
        self.planet_damage = 0
        self._inside: dict[int, Stand] = {}
        self._fresh = [_fresh(role, cast.shields_left.get(role.number, role.kind.shields)) for role in cast]

    def book(self, event: e.AnyEvent) -> None:
        """Let an event happen."""
        booked = self._books.get(type(event))
        if booked is not None:
            booked(self, event)

    def detonating(self, unit: int) -> int | None:
        """The missile that goes off when the unit is struck by one: in the same hex, lowest number first (R25)."""
        stand = self.stands.get(unit)
        aimed = (
            number
            for number, flight in self.flights.items()
            if flight.target == unit and stand is not None and flight.place == stand.place
        )
        return min(aimed, default=None)

    def odds(self) -> float:
        """Terran's chance by the hulls on the map alone: rougher than the captains' estimate."""
        strength = {"terran": 0.0, "talon": 0.0}
        for number, stand in self.stands.items():
            kind = self.cast[number].kind
            left = stand.flying / kind.fighters if kind.fighters else stand.hull / kind.boxes
            strength[kind.side] += 0.0 if kind.transport else kind.points * left
        terran, talon = strength["terran"] ** 2, strength["talon"] ** 2
        return terran / (terran + talon) if terran + talon else 0.5

    def _put(self, event: e.Put) -> None:
        before = self._inside.pop(event.unit, self._fresh[event.unit])
        self.fates.pop(event.unit, None)
        self.stands[event.unit] = replace(before, place=event.place, facing=event.facing, speed=event.speed)

    def _laid(self, event: e.Laid) -> None:
        self.terrain |= dict.fromkeys(event.places, event.kind)

    def _went(self, event: e.Went) -> None:
        self.stands[event.unit] = replace(self.stands[event.unit], place=event.place, facing=event.facing)

    def _launched(self, event: e.Launched) -> None:
        side = self.cast[event.unit].side
        self.flights[event.missile] = Flight(side, event.place, event.facing, event.target, event.unit)

    def _flew(self, event: e.Flew) -> None:
        flight = self.flights[event.missile]
        self.flights[event.missile] = replace(flight, place=event.place, facing=event.facing)

    def _retargeted(self, event: e.Retargeted) -> None:
        self.flights[event.missile] = replace(self.flights[event.missile], target=event.target)

    def _struck(self, event: e.Struck) -> None:
        if event.cause == "missile":
            self._go_off(event.unit)
        stand = self.stands[event.unit]
        left = list(stand.shields)
        left[event.arc] -= event.shields
        self.stands[event.unit] = replace(stand, shields=tuple(left), hull=max(0, stand.hull - event.hull))

    def _fighter_struck(self, event: e.FighterStruck) -> None:
        if event.cause == "missile":
            self._go_off(event.unit)
        stand = self.stands[event.unit]
        left = list(stand.fighters)
        left[event.fighter] = FIGHTER_BOXES - event.hull
        self.stands[event.unit] = replace(stand, fighters=tuple(left))

    def _go_off(self, unit: int) -> None:
        missile = self.detonating(unit)
        if missile is not None:
            del self.flights[missile]

    def _missile_struck(self, event: e.MissileStruck) -> None:
        if event.gone:
            self.flights.pop(event.missile, None)

    def _bombarded(self, event: e.Bombarded) -> None:
        self.planet_damage = event.damage
        if event.missile is not None:
            del self.flights[event.missile]

    def _critical(self, event: e.Critical) -> None:
        lost = HULL_LOST.get(event.result, 0)
        stand = self.stands.get(event.unit)
        if stand is not None and lost:
            self.stands[event.unit] = replace(stand, hull=max(0, stand.hull - lost))

    def _lost(self, event: e.Lost) -> None:
        stand = self.stands.get(event.unit)
        if stand is not None:
            self.wrecks[event.unit] = stand.place
        self._leave(event.unit, "destroyed")

    def _gone(self, event: e.Gone) -> None:
        if event.how in ("boarded", "landed") and event.unit in self.stands:
            self._inside[event.unit] = self.stands[event.unit]
        self._leave(event.unit, event.how)

    def _leave(self, unit: int, fate: str) -> None:
        self.stands.pop(unit, None)
        self.fates[unit] = fate
        for number, flight in self.flights.items():
            if flight.target == unit:
                self.flights[number] = replace(flight, target=-1)

    def _curved(self, event: e.Curved) -> None:
        for unit, _power, speed in event.rows:
            if unit in self.stands:
                self.stands[unit] = replace(self.stands[unit], speed=speed)

    _books: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        e.Put: _put,
        e.Laid: _laid,
        e.Went: _went,
        e.Launched: _launched,
        e.Flew: _flew,
        e.Retargeted: _retargeted,
        e.Struck: _struck,
        e.FighterStruck: _fighter_struck,
        e.MissileStruck: _missile_struck,
        e.Bombarded: _bombarded,
        e.Critical: _critical,
        e.Lost: _lost,
        e.Gone: _gone,
        e.Curved: _curved,
    }


def _fresh(role: Role, shields: tuple[int, ...]) -> Stand:
    """The unit as it comes onto the map, with the damage it brings along and these shields (R23)."""
    damage = in_talon(role.unit.damage)
    marked = damage.fighters or (0,) * role.kind.fighters
    fighters = tuple(FIGHTER_BOXES - boxes for boxes in marked) if role.kind.fighters else ()
    return Stand(0, 0, 0, role.kind.boxes - damage.hull, shields, fighters)
