"""Orders for the round: what a side's ships do until the round ends, and when their player is asked again."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.talon.orders import (
    AnyOrder,
    Battery,
    Charge,
    Group,
    Missile,
    PowerShift,
    PowerThrough,
    Reinforce,
    Retarget,
    Slip,
    Speed,
    Transmit,
    Unit,
    Vote,
    Way,
)

Impulse = Annotated[int, Meta(ge=0, le=5)]
Reach = Annotated[int, Meta(ge=1, le=12)]
Percent = Annotated[int, Meta(ge=0, le=100)]
PURCHASES: Final = (
    r"charge-[0-9]|reinforce-[0-3]|change|defend|battery|slip|power-through|power-shift"
    r"|transmit-[0-9]{1,3}-(charge|slip|power-through)|retarget|keep"
)
Spend = Annotated[str, Meta(pattern=rf"^({PURCHASES})\Z")]
"""What an AP is spent on: a group to charge or an arc to reinforce by number; "keep" spends none (6).

"transmit" names the squadron and what it gets (6.8); "retarget" gives a missile the target of its own orders (6.7).
"""
KEEP: Final = "keep"
RETARGET: Final = "retarget"
STAY: Final = "stay"
Course = Way | Literal["stay"]
"""The way of a scheduled move, or of an afterburner in an impulse without one; "stay" burns none (7, 10.2)."""
Leave = Literal["", "jump", "stay"]
Mode = Literal["captain", "free", "hold"]
Dock = Annotated[str, Meta(pattern=r"^(stay|land|[0-9]{1,3})?\Z")]
"""Where a squadron or transport goes as soon as a move leads there: a carrier or base by number, or "land" (16, 23).

With "stay" it neither docks nor lands; "" is open.
"""
LAND: Final = "land"
Tactics = Annotated[str, Meta(pattern=r"^(keep|[0-5])\Z")]
Bend = Literal["ahead", "left", "right"]
Contact = Literal["", "first", "each"]
MOST_BYTES: Final = 40_000


class FireRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a ship fires: as the captain thinks best, at "free" whenever it can, or it holds its fire (8).

    `target` is the one enemy it may fire at while that is on the map, or the planet that it is to bombard: at that a
    ship fires whenever it can (26.8). `reach` is the most hexes, `chance` the least chance of one weapon to hit, in
    percent; `groups` are those that may fire, None for all.
    """

    mode: Mode = "captain"
    target: Unit | None = None
    reach: Reach | None = None
    chance: Percent = 0
    groups: tuple[Group, ...] | None = None


class ShipOrders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one ship does: how it moves and what it buys by impulse, its fire, and at the end its Speed.

    `leave` is whether it jumps away at the end, `dock` where it docks or lands. What is left out is open: a captain
    decides it by the doctrine.
    """

    unit: Unit
    course: dict[Impulse, Course] = {}
    power: dict[Impulse, Spend] = {}
    fire: FireRule = FireRule()
    speed: Speed | None = None
    leave: Leave = ""
    dock: Dock = ""


class MissileOrders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a missile in flight moves by impulse, and the target that an AP for it gives it (13.4, 13.7)."""

    missile: Missile
    course: dict[Impulse, Bend] = {}
    target: Unit | None = None


class Stops(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ends the orders before the round does, so that the player is asked again.

    `contact`: an enemy within `reach` hexes of a ship that had none there, or each new pair of them. `hull`, `critical`
    and `shields` are those of own ships, `loss` is a destroyed unit. `phase` is the side's own Power Phase, `unable` an
    order that is not possible when it is due.
    """

    contact: Contact = "first"
    reach: Reach = 4
    hull: bool = True
    critical: bool = True
    loss: bool = True
    shields: bool = False
    initiative: bool = False
    questions: bool = False
    phase: bool = False
    unable: bool = False


class RoundOrders(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="round-orders"):
    """A side's orders until the end of `round`; a captain with the `doctrine` decides what they leave open.

    `tactics` say in which impulse the side changes the initiative at the start, or "keep" (32.4).
    """

    round: Annotated[int, Meta(ge=1, le=999)]
    ships: Annotated[tuple[ShipOrders, ...], Meta(max_length=99)] = ()
    stops: Stops = Stops()
    doctrine: Doctrine = Doctrine()
    missiles: Annotated[tuple[MissileOrders, ...], Meta(max_length=99)] = ()
    format: Literal[1] = 1
    tactics: Tactics | UnsetType = UNSET

    def of(self, unit: int) -> ShipOrders:
        """The orders of a unit; all open if it has none."""
        return next((one for one in self.ships if one.unit == unit), ShipOrders(unit))

    def of_missile(self, missile: int) -> MissileOrders:
        """The orders of a missile; all open if it has none."""
        return next((one for one in self.missiles if one.missile == missile), MissileOrders(missile))


Tempo = Literal["step", "impulse", "round"]
STOPS: Final[dict[Tempo, Stops]] = {
    "step": Stops(),
    "impulse": Stops(contact="each"),
    "round": Stops(),
}
"""The stops that a page ticks at first, by how fast a battle is to be played."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(RoundOrders)


def encode_round(orders: RoundOrders) -> bytes:
    """The orders as JSON."""
    return _encoder.encode(orders)


def decode_round(raw: bytes) -> RoundOrders:
    """The orders of a JSON document; `Refused` with where it is wrong."""
    if len(raw) > MOST_BYTES:
        raise refuse("", "These orders for the round are too long.")
    try:
        return _decoder.decode(raw)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        raise refuse(
            "",
            f"These orders for the round cannot be read: {reason}.",
            where.rpartition("in `")[2].strip("`"),
        ) from error
    except msgspec.DecodeError as error:
        raise refuse("", "These orders for the round cannot be read: they are not JSON.") from error


def spend_of(order: AnyOrder) -> str:
    """What an order spends an AP on; "" if it is none of those that can be ordered for a round."""
    match order:
        case Charge():
            return f"charge-{order.group}"
        case Reinforce():
            return f"reinforce-{order.arc}"
        case Vote():
            return order.marker
        case Transmit():
            return f"transmit-{order.squadron}-{order.use}"
    return PLAIN.get(type(order), "")


PLAIN: Final = {
    Battery: "battery",
    Slip: "slip",
    PowerThrough: "power-through",
    PowerShift: "power-shift",
    Retarget: RETARGET,
}
"""What is bought by orders that say nothing but the ship, and by those that the missile's own orders complete."""
