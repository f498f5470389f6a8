"""The orders of a battle: the smallest things a player decides, each with the side that gives it.

Models are their numbers; places and distances are in 1/100 inch, turns and headings in 1/10 degree, clockwise.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engines.seam.sides import Side

TURRET: Final = -1
"""The turret among the weapons of a model; the others go by their place in its list, from 0."""
Number = Annotated[int, Meta(ge=0, lt=1000)]
Weapon = Annotated[int, Meta(ge=-1, lt=10)]
Slot = Annotated[int, Meta(ge=0, lt=10)]
Length = Annotated[int, Meta(ge=0, le=20_000)]
Coordinate = Annotated[int, Meta(ge=-10_000, le=20_000)]
Point = tuple[Coordinate, Coordinate]
Heading = Annotated[int, Meta(ge=0, lt=3600)]
Turn = Annotated[int, Meta(ge=-1800, le=1800)]
Attacks = Annotated[int, Meta(ge=1, le=20)]
PieceName = Annotated[str, Meta(max_length=40)]


class Order(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="order",
    tag=str.lower,
    gc=False,
):
    """Something `side` decides."""

    side: Side


class RollOff(Order, frozen=True):
    """Roll for the initiative (W4)."""


class Lay(Order, frozen=True):
    """Lay a piece of terrain from the stock, with its middle here (W2, WF53)."""

    piece: PieceName
    place: Point
    heading: Heading = 0


class Enough(Order, frozen=True):
    """There is enough terrain on the table (WF53)."""


class PickEdge(Order, frozen=True):
    """Take an edge of the table; the other side has the opposite one (W6)."""

    edge: Literal["bottom", "right", "top", "left"]


class LayMarker(Order, frozen=True):
    """Lay a marker of the mission (W5)."""

    place: Point


class Deploy(Order, frozen=True):
    """Set a model up; one with the title Vanguard then goes so far straight on (W6, WF43)."""

    model: Number
    place: Point
    heading: Heading
    ahead: Length = 0


class Reserve(Order, frozen=True):
    """Keep a ship with a Tactical Master off the table for now (WF42)."""

    model: Number


class Skip(Order, frozen=True):
    """A rogue squadron does not act in this phase (WF12, WF45)."""

    model: Number


class Mine(Order, frozen=True):
    """An Expert Sapper lays a mine, as his ship is activated."""

    model: Number
    place: Point


class Repair(Order, frozen=True):
    """A Repair Bay takes a point of damage off another ship, as its own is activated."""

    model: Number
    target: Number


class Pull(Order, frozen=True):
    """A Tractor Beam moves an enemy ship, as its own is activated."""

    model: Number
    target: Number


class Hold(Order, frozen=True):
    """Stay where you are, and pivot (W8)."""

    model: Number
    turn: Turn = 0


class Go(Order, frozen=True):
    """A ship moves or cruises: so far straight on `before` it pivots, and then the rest (W8, W10).

    It also says how a ship goes after its `Warp`.
    """

    model: Number
    action: Literal["move", "cruise"]
    before: Length = 0
    turn: Turn = 0


class Warp(Order, frozen=True):
    """A ship moves with its Warp Drive: a die says how far, and then `Go` where to (WF38)."""

    model: Number


class Ram(Order, frozen=True):
    """A ship cruises into an enemy ship (W14)."""

    model: Number
    target: Number
    before: Length = 0
    turn: Turn = 0


class Fly(Order, frozen=True):
    """A squadron moves or cruises from place to place (W9)."""

    model: Number
    action: Literal["move", "cruise"]
    by: tuple[Point, ...]


class Shoot(Order, frozen=True):
    """A weapon fires: so many `attacks` at each of the targets, all at the only one if none are given (W15)."""

    model: Number
    weapon: Weapon
    targets: tuple[Number, ...]
    attacks: tuple[Attacks, ...] = ()


class Done(Order, frozen=True):
    """The model in turn does nothing more; of an Ace Commander's ship, that no second squadron is activated."""

    model: Number


class Assign(Order, frozen=True):
    """The next upgrade that takes damage (W18, WF7)."""

    model: Number
    slot: Slot


class Displace(Order, frozen=True):
    """Where an enemy's squadron goes that a ship came to lie over (W11)."""

    model: Number
    place: Point


class Return(Order, frozen=True):
    """A model comes back to the table at the edge that it left over (W12)."""

    model: Number
    place: Point
    heading: Heading


Untimely = RollOff | Lay | Enough | PickEdge | LayMarker | Deploy | Reserve | Assign | Displace | Return
"""What is not ordered of the model in turn."""
Activation = Mine | Repair | Pull | Hold | Go | Warp | Ram | Fly | Shoot | Done
AnyOrder = Untimely | Activation | Skip
