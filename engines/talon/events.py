"""What happened in a battle, each with the dice that decided it.

Units, missiles, groups, hexes, facings and arcs are numbers as in `orders`; damage is in points.
"""

from typing import Literal

from msgspec import Struct

from engines.seam.sides import Side

Cause = Literal[
    "weapon",
    "missile",
    "collision",
    "explosion",
    "asteroid",
    "critical",
    "planet",
    "black-hole",
    "worm-hole",
    "edge",
    "break-up",
    "conceded",
]


class Event(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="event",
    tag=str.lower,
    gc=False,
):
    """Something that happened."""


class Turn(Event, frozen=True):
    """A side's turn in an impulse begins (3.2), of a team that of the `player` of that place in its order (25)."""

    round: int
    impulse: int
    side: Side
    player: int = 0


class Phase(Event, frozen=True):
    """A side's part of a phase between rounds or before the first begins, of a team that of one `player` (25)."""

    round: int
    step: str
    side: Side
    player: int = 0


class Put(Event, frozen=True):
    """A unit is on the map: deployed, launched or arrived, out of a base that it had boarded, or up from a planet."""

    unit: int
    place: int
    facing: int
    how: Literal["deployed", "launched", "arrived", "undocked", "lifted"]
    speed: int


class Laid(Event, frozen=True):
    """Terrain is on the map."""

    kind: str
    places: tuple[int, ...]


class Went(Event, frozen=True):
    """A unit moved, or was moved, and what it faces now."""

    unit: int
    place: int
    facing: int
    how: Literal["move", "burn", "rotate", "push", "pull"]


class Flew(Event, frozen=True):
    """A missile moved."""

    missile: int
    place: int
    facing: int


class Launched(Event, frozen=True):
    """A missile is on its way."""

    missile: int
    unit: int
    group: int
    target: int
    place: int
    facing: int


class Retargeted(Event, frozen=True):
    """A missile has a new target (13.7)."""

    missile: int
    target: int


class Shot(Event, frozen=True):
    """A weapon's roll: `modifier` for terrain and black hole, `points` of damage before shields.

    `technology` and `crews` are what these add to the die (32.4, 32.5), `spared` is what the target's crew is spared of
    a hit.
    """

    unit: int
    group: int
    weapon: str
    target: int
    distance: int
    die: int
    modifier: int
    points: int
    fighter: int | None = None
    technology: int = 0
    crews: int = 0
    spared: int = 0


class Detonated(Event, frozen=True):
    """A missile has hit, where its firer's technology and crew count: the points come after them (32.4, 32.5)."""

    missile: int
    target: int
    technology: int
    crews: int
    points: int
    spared: int = 0


class Struck(Event, frozen=True):
    """Damage to a ship or base: what markers, shields and hull took, and the dice for a random arc.

    `spared` are the points that its crew is spared, where no shot or missile says so (32.5).
    """

    unit: int
    arc: int
    cause: Cause
    markers: int
    shields: int
    hull: int
    dice: tuple[int, ...] = ()
    spared: int = 0


class FighterStruck(Event, frozen=True):
    """Damage to one fighter of a squadron; `hull` boxes of it are marked now, `spared` points are not (32.5)."""

    unit: int
    fighter: int
    cause: Cause
    hull: int
    spared: int = 0


class MissileStruck(Event, frozen=True):
    """A missile is damaged or gone."""

    missile: int
    cause: Cause
    gone: bool


class Bombarded(Event, frozen=True):
    """Damage to the planet that is fired at, and the missile that did it; `damage` is all that is done now (26.8)."""

    cause: Cause
    points: int
    damage: int
    missile: int | None = None


class Critical(Event, frozen=True):
    """A roll on the critical table, and what it did; for a lost group which, and the dice for it (8.5)."""

    unit: int
    dice: tuple[int, int]
    result: str
    group: int | None = None
    group_dice: tuple[int, ...] = ()


class Lost(Event, frozen=True):
    """A unit is destroyed."""

    unit: int
    cause: Cause


class Exploded(Event, frozen=True):
    """A ship's explosion is dealt (8.6)."""

    unit: int
    place: int


class Collided(Event, frozen=True):
    """Units of one side in one hex (7.4)."""

    units: tuple[int, ...]


class RepairTried(Event, frozen=True):
    """A die for a repairable critical, or for a group that is jury rigged; repaired on 6 (8.7, 24)."""

    unit: int
    critical: str
    die: int
    group: int | None = None


class Broke(Event, frozen=True):
    """A jury-rigged group has fired, and is broken again (24)."""

    unit: int
    group: int


class Gone(Event, frozen=True):
    """A unit has left the map without being destroyed, or is inside a base of the enemy."""

    unit: int
    how: Literal["jumped", "left", "through", "landed", "landed-after", "docked", "boarded"]
    into: int | None = None


class Exceeded(Event, frozen=True):
    """A player has said more than ten words in a Power Phase, and spends no AP in the coming round (25)."""

    side: Side
    player: int = 0


class Initiative(Event, frozen=True):
    """Who is Initiative Player from now on (4.2), by the `tactics` of a side if it is by them (32.4)."""

    side: Side
    tactics: Side | None = None


class Window(Event, frozen=True):
    """The map has shifted or grown (7.5)."""

    q: int
    r: int
    extended: bool


class Curved(Event, frozen=True):
    """The rows of the power curve in the coming round, as (unit, Power, Speed)."""

    side: Side
    rows: tuple[tuple[int, int, int], ...]


class Ended(Event, frozen=True):
    """The battle is over."""

    ending: Literal["held", "conceded", "planet", "aim", "draw"]
    winner: Side | None


AnyEvent = (
    Turn
    | Phase
    | Put
    | Laid
    | Went
    | Flew
    | Launched
    | Retargeted
    | Shot
    | Detonated
    | Struck
    | FighterStruck
    | MissileStruck
    | Bombarded
    | Critical
    | Lost
    | Exploded
    | Collided
    | RepairTried
    | Broke
    | Gone
    | Exceeded
    | Initiative
    | Window
    | Curved
    | Ended
)
