"""The orders of a battle: the smallest things a player decides, each with the side that gives it.

Units, missiles and groups are numbers: a unit's place in the battle, a missile's own number above `MISSILES`, a
group's place in its ship's table from 0. Hexes, facings and arcs are those of `hexes`.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engines.seam.sides import Side

MISSILES: Final = 1000
PLANET: Final = MISSILES - 1
"""The planet as a target, where it is one (26.8); no unit has that number."""
Unit = Annotated[int, Meta(ge=0, lt=MISSILES)]
Missile = Annotated[int, Meta(ge=MISSILES, lt=100 * MISSILES)]
Player = Annotated[int, Meta(ge=0, le=3)]
Target = Annotated[int, Meta(ge=0, lt=100 * MISSILES)]
Group = Annotated[int, Meta(ge=0, le=9)]
Facing = Annotated[int, Meta(ge=0, le=5)]
Arc = Annotated[int, Meta(ge=0, le=3)]
Hex = Annotated[int, Meta(ge=-500_000, le=500_000)]
Speed = Annotated[int, Meta(ge=1, le=6)]
Marker = Annotated[int, Meta(ge=0, le=23)]
Way = Literal["ahead", "left", "right", "slip-left", "slip-right"]
Use = Literal["charge", "power-through", "slip"]


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


class Charge(Order, frozen=True):
    """One AP for a yellow box of a group (6.1)."""

    unit: Unit
    group: Group


class Battery(Order, frozen=True):
    """One AP into the battery (6.2)."""

    unit: Unit


class Vote(Order, frozen=True):
    """One AP for an initiative marker (6.3)."""

    unit: Unit
    marker: Literal["change", "defend"]


class Reinforce(Order, frozen=True):
    """One AP for a shield reinforcement on an arc (6.4); `replacing` one of two markers, as arc * 6 + impulse."""

    unit: Unit
    arc: Arc
    replacing: Marker | None = None


class Slip(Order, frozen=True):
    """One AP for a side slip (6.5)."""

    unit: Unit


class PowerThrough(Order, frozen=True, tag="power-through"):
    """One AP off the turn count (6.6)."""

    unit: Unit


class PowerShift(Order, frozen=True, tag="power-shift"):
    """One AP in impulse F for two rows of the power curve in the coming Power Phase (24, R84)."""

    unit: Unit


class Retarget(Order, frozen=True):
    """One AP for a missile's new target (6.7, 13.7)."""

    unit: Unit
    missile: Missile
    target: Unit


class Transmit(Order, frozen=True):
    """One AP to a squadron (6.8, 12.2): a box of the `fighter`, or a slip or a lower turn count for all three."""

    unit: Unit
    squadron: Unit
    use: Use
    fighter: Group | None = None


class Move(Order, frozen=True):
    """A scheduled move (7); into `dock`, a carrier or base there, or landing on the planet there (16).

    A base of the enemy is boarded so (26.9).
    """

    unit: Unit
    way: Way
    dock: Unit | None = None
    land: bool = False


class Burn(Order, frozen=True):
    """A move by afterburner (10.2)."""

    unit: Unit
    way: Way
    dock: Unit | None = None
    land: bool = False


class Rotate(Order, frozen=True):
    """A base turns (14)."""

    unit: Unit


class Steer(Order, frozen=True):
    """A missile moves (13.4)."""

    missile: Missile
    way: Literal["ahead", "left", "right"]


class Fire(Order, frozen=True):
    """A group fires (8), its first weapon at the target: a unit, a fighter of a squadron, or a missile."""

    unit: Unit
    group: Group
    target: Target
    fighter: Group | None = None


class Curve(Order, frozen=True):
    """Another row of the power curve, by its Speed (5.4)."""

    unit: Unit
    speed: Speed


class Arrive(Order, frozen=True):
    """A waiting ship comes in (22)."""

    unit: Unit
    place: Hex
    facing: Facing
    speed: Speed


class Undock(Order, frozen=True):
    """A squadron that has boarded a base comes out again, in the base's hex (26.9)."""

    unit: Unit
    place: Hex
    facing: Facing
    speed: Speed


class Jump(Order, frozen=True):
    """A ship leaves by FTL (11)."""

    unit: Unit


class Planet(Order, frozen=True):
    """The owner places the planet (S21)."""

    place: Hex


class WormHole(Order, frozen=True, tag="worm-hole"):
    """A side places the worm hole by which the enemy is to escape (29.5, R96)."""

    place: Hex


class Pattern(Order, frozen=True, tag="terrain"):
    """The terrain pattern is placed, turned by `turned` times 60 degrees (R38)."""

    place: Hex
    turned: Facing


class Deploy(Order, frozen=True):
    """A counter is put down at the start (21)."""

    unit: Unit
    place: Hex
    facing: Facing


class Launch(Order, frozen=True):
    """A squadron is put down beside its carrier or base (21)."""

    unit: Unit
    place: Hex
    facing: Facing


class Done(Order, frozen=True):
    """Nothing more in this step."""


class Concede(Order, frozen=True):
    """The battle is given up (20.4); of a team one player would give it up, and it is when all would (R112)."""

    player: Player = 0


class OfferDraw(Order, frozen=True, tag="offer-draw"):
    """A draw is offered, or the other side's offer taken (R29); a team does when all its players would (R112)."""

    player: Player = 0


class FightOn(Order, frozen=True, tag="fight-on"):
    """A player of a team takes back that he would concede, or have a draw (R112)."""

    player: Player = 0


class Exceed(Order, frozen=True):
    """A player of a team has said more than ten words in this Power Phase (25)."""

    player: Player = 0


class Pick(Order, frozen=True):
    """An answer that names a unit, a fighter of a squadron, or a missile."""

    target: Target
    fighter: Group | None = None


class Toward(Order, frozen=True):
    """An answer that names one of two directions along a spine (R11, 15, 18)."""

    facing: Facing


class Place(Order, frozen=True):
    """An answer that names a hex."""

    place: Hex


class Grant(Order, frozen=True):
    """An answer that names the Initiative Player (4.2)."""

    to: Side


class Tactics(Order, frozen=True):
    """The initiative is changed at the start of an impulse, once a battle (32.4)."""


AnyOrder = (
    Charge
    | Battery
    | Vote
    | Reinforce
    | Slip
    | PowerThrough
    | PowerShift
    | Retarget
    | Transmit
    | Move
    | Burn
    | Rotate
    | Steer
    | Fire
    | Curve
    | Arrive
    | Undock
    | Jump
    | Planet
    | WormHole
    | Pattern
    | Deploy
    | Launch
    | Done
    | Concede
    | OfferDraw
    | FightOn
    | Exceed
    | Pick
    | Toward
    | Place
    | Grant
    | Tactics
)
