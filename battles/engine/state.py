"""A battle as it stands: plain slotted objects, changed only while an order is applied."""

from dataclasses import dataclass, field
from typing import Protocol

from battles.engine.catalogue import SIDES, Side
from battles.engine.dice import Dice, Label
from battles.engine.events import AnyEvent
from battles.engine.hexes import Facing, Hex
from battles.engine.orders import MISSILES, AnyOrder
from battles.engine.ships import Kind

IMPULSES = "ABCDEF"
STANDING, FRESH = 1, 2
"""A repairable critical that may be repaired, and one received in this impulse (8.7)."""


@dataclass(slots=True)
class Unit:
    """A ship, base or squadron. `status` is "map", or where it is instead; `carrier` the unit it is docked in.

    `red` and `yellow` are the boxes marked of each group (a squadron: of each fighter), `lost` the groups destroyed.
    `markers` are shield reinforcements as arc * 6 + impulse; `fighters` the hull boxes marked on each fighter.
    """

    number: int
    side: Side
    kind: Kind
    name: str
    status: str = "undeployed"
    place: Hex = 0
    facing: Facing = 0
    row: int = 0
    power: int = 0
    turn: int = 0
    slip: bool = False
    shields: list[int] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    hull: int = 0
    red: list[int] = field(default_factory=list)
    yellow: list[int] = field(default_factory=list)
    lost: list[bool] = field(default_factory=list)
    battery: bool = False
    afterburners: int = 0
    shields_down: int = 0
    helm_down: int = 0
    power_loss: int = 0
    ftl_offline: bool = False
    thrusters: int = 0
    relays: int = 0
    vote: str = ""
    fighters: list[int] = field(default_factory=list)
    carrier: int = -1
    spent: bool = False
    moved: bool = False
    firing: bool = False
    fired: bool = False
    curve_set: bool = False
    arrived: bool = False

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

    def charged(self, group: int) -> bool:
        """Whether every box of the group's bar is marked, and the group not destroyed (8)."""
        bar = self.kind.groups[group]
        return not self.lost[group] and self.red[group] == bar.red and self.yellow[group] == bar.yellow


@dataclass(slots=True)
class Missile:
    """A missile in flight; `number` counts from `MISSILES`, `target` is a unit's number or -1."""

    number: int
    side: Side
    place: Hex
    facing: Facing
    target: int
    damaged: bool = False
    moved: bool = False


class Task(Protocol):
    """Something under way: it goes on by itself, or asks for one of several orders."""

    def proceed(self, battle: "Battle") -> list[AnyOrder]:
        """The orders one of which is needed to go on; none when it has gone on by itself."""

    def answer(self, battle: "Battle", order: AnyOrder) -> None:
        """Go on with the order that was chosen."""


@dataclass(slots=True)
class Window:
    """Where the map lies (7.5, R6): shifted by q, r from its first place, and how large it is."""

    q: int = 0
    r: int = 0
    extended: bool = False
    rows: int = 11
    columns: int = 15


@dataclass(slots=True)
class Battle:
    """A battle; `agenda` is what is under way, the next task last; `dice` and `events` are those of the order applied.

    `capital` is the hex of a planet that can be captured, `owner` whose it is; `top` the side whose long edge is row 1.
    """

    units: list[Unit]
    round: int = 0
    impulse: int = 0
    side: Side = "talon"
    step: str = "deploy"
    initiative: Side = "talon"
    top: Side = "talon"
    mode: str = "last_ship_standing"
    owner: Side | None = None
    boxes: int = 1
    pattern: tuple[int, int] | None = None
    capital: Hex | None = None
    terrain: dict[Hex, str] = field(default_factory=dict)
    window: Window = field(default_factory=Window)
    missiles: list[Missile] = field(default_factory=list)
    launched: int = 0
    quiet: int = 0
    stirred: bool = False
    offers: list[Side] = field(default_factory=list)
    agenda: list[Task] = field(default_factory=list)
    blasts: list[int] = field(default_factory=list)
    ending: str = ""
    winner: Side | None = None
    present: dict[Side, list[Unit]] = field(default_factory=dict)
    options: list[AnyOrder] = field(default_factory=list)
    events: list[AnyEvent] = field(default_factory=list)
    dice: Dice | None = None

    def __post_init__(self) -> None:
        self.muster()

    def muster(self) -> None:
        """Count anew who is on the map, each side's in the order of their numbers."""
        self.present = {side: [] for side in SIDES}
        for unit in self.units:
            if unit.status == "map":
                self.present[unit.side].append(unit)

    def force(self, side: Side) -> list[Unit]:
        """Every unit of one side, wherever it is."""
        return [unit for unit in self.units if unit.side == side]

    def roll(self, unit: Unit, cause: str) -> int:
        """The next die, for a unit and the cause given."""
        if self.dice is None:
            raise LookupError("dice are only rolled while an order is applied")
        return self.dice.roll(Label(self.round, self.impulse, unit.number, cause))

    def missile(self, number: int) -> Missile | None:
        """The missile of that number, if it is still in flight."""
        return next((missile for missile in self.missiles if missile.number == number), None)

    def forget(self, unit: Unit) -> None:
        """Missiles aimed at a unit that is no longer on the map aim at nothing (13.3)."""
        for missile in self.missiles:
            if missile.target == unit.number:
                missile.target = -1

    def next_missile(self) -> int:
        """A number for a missile to come."""
        self.launched += 1
        return MISSILES + self.launched


def fresh(unit: Unit) -> Unit:
    """The unit as it comes onto the map: start row, every undestroyed group full, shields whole (R23, R24)."""
    kind = unit.kind
    unit.shields = list(kind.shields)
    unit.red = [0 if lost else group.red for group, lost in zip(kind.groups, unit.lost, strict=True)]
    unit.yellow = [0 if lost else group.yellow for group, lost in zip(kind.groups, unit.lost, strict=True)]
    unit.afterburners = kind.afterburners
    unit.row = starting_row(unit)
    unit.power = max(0, unit.power_on(unit.row))
    return unit


def starting_row(unit: Unit) -> int:
    """The start row, or the next slower one on which the damage brought along leaves Power (R24)."""
    rows = range(unit.kind.start_row, len(unit.kind.curve))
    return next((row for row in rows if unit.power_on(row) >= 0), unit.kind.start_row)
