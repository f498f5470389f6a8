"""A war from paper as its players entered it: where it stood before the Building Phase of a turn."""

from typing import Annotated

from msgspec import Meta, Struct, field

from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import Target
from engines.seam.documents import UNDAMAGED, Boxes, Damage, Name
from engines.seam.sides import Side

MOST_TURNS = 200
MOST_SHIPS = 200


class TakenShip(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ship, and where it was last assigned."""

    ship_class: str
    where: Target
    damage: Damage = UNDAMAGED


class TakenSighting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the enemy last saw of a ship: its class, where, in which turn, and with which damage (S15)."""

    ship_class: str
    place: Place
    turn: Annotated[int, Meta(ge=1, le=MOST_TURNS)]
    damage: Damage = UNDAMAGED


class TakenFleet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side has: treasury in Ship Points, and ships by name."""

    treasury: Annotated[int, Meta(ge=0, le=100_000)]
    ships: Annotated[dict[Name, TakenShip], Meta(max_length=MOST_SHIPS)]


class TakenBase(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A standing base, with as many marks as its system asks for; the rest is repaired before it fights again (S14)."""

    side: Side
    marks: Boxes = field(default=0, name="hull")


class Taken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the war stood when `turn` was about to begin: no income of that turn is paid, nothing is repaired.

    `markers` hold each sector's zone index from the Terran home; `planets` each planet's owner; `seen` by side what
    its enemy last saw of its ships.
    """

    turn: Annotated[int, Meta(ge=2, le=MOST_TURNS)]
    terran: TakenFleet
    talon: TakenFleet
    markers: dict[str, int]
    planets: dict[Place, Side]
    bases: dict[Place, TakenBase]
    seen: dict[Side, Annotated[dict[Name, TakenSighting], Meta(max_length=MOST_SHIPS)]] = {}

    def fleet(self, side: Side) -> TakenFleet:
        """What one side has."""
        return self.terran if side == "terran" else self.talon
