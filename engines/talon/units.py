"""What stands on the map or waits to: ships, bases and squadrons, and missiles in flight (5, 13)."""

from dataclasses import dataclass, field
from typing import Final

from engines.seam.sides import Side
from engines.talon.hexes import Facing, Hex
from engines.talon.ships import Kind

STANDING: Final = 1
FRESH: Final = 2
"""A repairable critical, or a broken group, that may be repaired, and one of this impulse (8.7, 24)."""


COMPILED: Final = not __file__.endswith(".py")
"""Whether this is the compiled module: its objects are made by `__init__` alone, which plain Python is slow with."""


def put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The values with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


@dataclass(slots=True, init=False)
class Unit:
    """A ship, base or squadron. `status` is "map", or where it is instead; `carrier` the unit it is docked in.

    `carrier` stays when both are gone; `home` is the carrier or base a squadron was launched from, or kept in (R52).

    `red` and `yellow` are the boxes marked of each group (a squadron: of each fighter), `lost` the groups destroyed.
    `markers` are shield reinforcements as arc * 6 + impulse; `fighters` the hull boxes marked on each fighter.
    `jury` is the group that is jury rigged, -1 if none is; `broken` whether it is broken now, as a repairable critical.
    `shift` is a power-shift marker (24).
    `boarded` is when a squadron boarded the base it is in, as round * 6 + impulse, -1 if it is in none; `intel` whether
    it has brought the intelligence out (26.9).

    Once a unit is in a battle, what captains keep of it is set by its own methods alone. They raise `changes`, so that
    who has looked at it need not look again until then; that is neither written down nor part of what the unit is.
    """

    number: int
    side: Side
    kind: Kind
    name: str
    status: str
    place: Hex
    facing: Facing
    row: int
    power: int
    shields: tuple[int, ...]
    red: tuple[int, ...]
    yellow: tuple[int, ...]
    lost: tuple[bool, ...]
    turn: int
    slip: bool
    markers: tuple[int, ...]
    hull: int
    battery: bool
    afterburners: int
    shields_down: int
    helm_down: int
    power_loss: int
    ftl_offline: bool
    thrusters: int
    relays: int
    vote: str
    fighters: tuple[int, ...]
    carrier: int
    home: int
    spent: bool
    moved: bool
    firing: bool
    fired: bool
    curve_set: bool
    arrived: bool
    jury: int
    broken: int
    shift: bool
    boarded: int
    intel: bool
    changes: int = field(init=False, compare=False, repr=False)

    def __init__(self, number: int, side: Side, kind: Kind, name: str) -> None:
        """Not deployed yet, and with no values of its own: see `fresh`."""
        self.changes = 0
        self.number = number
        self.side = side
        self.kind = kind
        self.name = name
        self.status = "undeployed"
        self.place = 0
        self.facing = 0
        self.row = 0
        self.power = 0
        self.shields = ()
        self.red = ()
        self.yellow = ()
        self.lost = ()
        self.turn = 0
        self.slip = False
        self.markers = ()
        self.hull = 0
        self.battery = False
        self.afterburners = 0
        self.shields_down = 0
        self.helm_down = 0
        self.power_loss = 0
        self.ftl_offline = False
        self.thrusters = 0
        self.relays = 0
        self.vote = ""
        self.fighters = ()
        self.carrier = -1
        self.home = -1
        self.spent = False
        self.moved = False
        self.firing = False
        self.fired = False
        self.curve_set = False
        self.arrived = False
        self.jury = -1
        self.broken = 0
        self.shift = False
        self.boarded = -1
        self.intel = False

    def clone(self) -> "Unit":
        """The same once more, to be changed apart."""
        twin = Unit(self.number, self.side, self.kind, self.name) if COMPILED else object.__new__(Unit)
        twin.changes = self.changes
        twin.number = self.number
        twin.side = self.side
        twin.kind = self.kind
        twin.name = self.name
        twin.status = self.status
        twin.place = self.place
        twin.facing = self.facing
        twin.row = self.row
        twin.power = self.power
        twin.shields = self.shields
        twin.red = self.red
        twin.yellow = self.yellow
        twin.lost = self.lost
        twin.turn = self.turn
        twin.slip = self.slip
        twin.markers = self.markers
        twin.hull = self.hull
        twin.battery = self.battery
        twin.afterburners = self.afterburners
        twin.shields_down = self.shields_down
        twin.helm_down = self.helm_down
        twin.power_loss = self.power_loss
        twin.ftl_offline = self.ftl_offline
        twin.thrusters = self.thrusters
        twin.relays = self.relays
        twin.vote = self.vote
        twin.fighters = self.fighters
        twin.carrier = self.carrier
        twin.home = self.home
        twin.spent = self.spent
        twin.moved = self.moved
        twin.firing = self.firing
        twin.fired = self.fired
        twin.curve_set = self.curve_set
        twin.arrived = self.arrived
        twin.jury = self.jury
        twin.broken = self.broken
        twin.shift = self.shift
        twin.boarded = self.boarded
        twin.intel = self.intel
        return twin

    @property
    def speed(self) -> int:
        """The Speed of the row it is on (5.4)."""
        return self.kind.curve[self.row][1]

    @property
    def radius(self) -> int:
        """The Turn Radius, thruster criticals included (5.4, 8.5)."""
        return self.kind.curve[self.row][2] + self.thrusters

    def power_on(self, row: int) -> int:
        """The Power a row would have now, with hull and relay modifiers (5.4)."""
        boxes = self.kind.modifiers
        return self.kind.curve[row][0] + (boxes[self.hull] if self.hull < len(boxes) else 0) - self.relays

    def stand(self, place: Hex, facing: Facing) -> None:
        """It is there, and faces that way."""
        self.changes += 1
        self.place = place
        self.facing = facing

    def set_turn(self, turn: int) -> None:
        """So many moves are to be made before it may turn."""
        self.changes += 1
        self.turn = turn

    def set_row(self, row: int) -> None:
        """It is on that row of its power curve."""
        self.changes += 1
        self.row = row

    def set_thrusters(self, thrusters: int) -> None:
        """So many thruster criticals are marked."""
        self.changes += 1
        self.thrusters = thrusters

    def set_shields(self, arc: int, left: int) -> None:
        """So many shields are left on the arc."""
        self.changes += 1
        self.shields = put(self.shields, arc, left)

    def set_shields_down(self, state: int) -> None:
        """The shields are down, or up again."""
        self.changes += 1
        self.shields_down = state

    def set_helm_down(self, state: int) -> None:
        """The helm is down, or works again."""
        self.changes += 1
        self.helm_down = state

    def set_markers(self, markers: tuple[int, ...]) -> None:
        """These are its shield reinforcements."""
        self.changes += 1
        self.markers = markers

    def mark_hull(self) -> None:
        """One hull box more is marked."""
        self.changes += 1
        self.hull += 1

    def mark_red(self, group: int) -> None:
        """One red box more of the group's bar is marked."""
        self.changes += 1
        self.red = put(self.red, group, self.red[group] + 1)

    def mark_yellow(self, group: int, boxes: int) -> None:
        """So many yellow boxes more of the group's bar are marked."""
        self.changes += 1
        self.yellow = put(self.yellow, group, self.yellow[group] + boxes)

    def clear_bar(self, group: int) -> None:
        """No box of the group's bar is marked any more."""
        self.changes += 1
        self.red, self.yellow = put(self.red, group, 0), put(self.yellow, group, 0)

    def lose_group(self, group: int) -> None:
        """The group is destroyed, and its bar empty; of a squadron the fighter."""
        self.changes += 1
        self.lost = (*self.lost[:group], True, *self.lost[group + 1 :])
        self.clear_bar(group)
        if group == self.jury:
            self.jury, self.broken = -1, 0

    def set_broken(self, state: int) -> None:
        """The jury-rigged group is broken, or works again (24)."""
        self.changes += 1
        self.broken = state

    def is_broken(self, group: int) -> bool:
        """Whether the group is jury rigged, and broken now (24)."""
        return group == self.jury and self.broken > 0

    def ready(self, group: int) -> bool:
        """Whether the group could be fired: it is charged (8), and not broken (24)."""
        return self.charged(group) and not self.is_broken(group)

    def charged(self, group: int) -> bool:
        """Whether every box of the group's bar is marked, and the group not destroyed (8)."""
        bar = self.kind.groups[group]
        return not self.lost[group] and self.red[group] == bar.red and self.yellow[group] == bar.yellow


@dataclass(slots=True, init=False)
class Missile:
    """A missile in flight; `number` counts from `MISSILES`, `target` is a unit's number or -1.

    `player` is the one of its side who has launched it, 0 unless the side is a team (25, 13.4); `firer` the number of
    the unit that has, -1 where nothing follows from that (32.4).
    """

    number: int
    side: Side
    place: Hex
    facing: Facing
    target: int
    damaged: bool
    moved: bool
    player: int
    firer: int

    def __init__(
        self,
        number: int,
        side: Side,
        place: Hex,
        facing: Facing,
        target: int,
        damaged: bool = False,
        moved: bool = False,
        player: int = 0,
        firer: int = -1,
    ) -> None:
        self.number = number
        self.side = side
        self.place = place
        self.facing = facing
        self.target = target
        self.damaged = damaged
        self.moved = moved
        self.player = player
        self.firer = firer

    def clone(self) -> "Missile":
        """The same once more, to be changed apart."""
        return Missile(
            self.number,
            self.side,
            self.place,
            self.facing,
            self.target,
            self.damaged,
            self.moved,
            self.player,
            self.firer,
        )


def fresh(unit: Unit) -> Unit:
    """The unit as it comes onto the map: start row, every undestroyed group full, shields whole (R23, R24)."""
    kind = unit.kind
    bars = list(zip(kind.groups, unit.lost, strict=True))
    unit.changes += 1
    unit.shields = kind.shields
    unit.red = tuple([0 if lost else group.red for group, lost in bars])
    unit.yellow = tuple([0 if lost else group.yellow for group, lost in bars])
    unit.afterburners = kind.afterburners
    unit.row = starting_row(unit)
    unit.power = max(0, unit.power_on(unit.row))
    return unit


def starting_row(unit: Unit) -> int:
    """The start row, or the next slower one on which the damage brought along leaves Power (R24)."""
    rows = range(unit.kind.start_row, len(unit.kind.curve))
    return next((row for row in rows if unit.power_on(row) >= 0), unit.kind.start_row)
