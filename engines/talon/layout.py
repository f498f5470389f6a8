"""Where a battle begins, if not as usual: zones, terrain that lies there, and ships that come in later (22, 26)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.seam.documents import Boxes, Few, Name, Round
from engines.seam.sides import Side

Row = Annotated[int, Meta(ge=1, le=11)]
Column = Annotated[int, Meta(ge=1, le=16)]
Way = Literal["E", "NE", "NW", "W", "SW", "SE"]
Looking = Literal["forward", "any", "E", "NE", "NW", "W", "SW", "SE"]
Edge = Literal["top", "bottom", "left", "right"]
Kind = Literal["asteroid", "black-hole", "nebula", "planet", "worm-hole"]
WIDEST = 16
"""The columns of an even row of the map; an odd one has one less."""


class Strip(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hexes of one row that lie side by side: the whole row unless the first and the last column are given."""

    row: Row
    first: Column = 1
    last: Column = WIDEST


class Zone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a side sets up the units that are named, or without names all that no other zone of it names.

    They face `forward`, as usual (21, R21), `any` way, or the one hex side that is given. `near_hole`: each is put down
    in one of the free hexes that are nearest to a worm hole (32.2).
    """

    side: Side
    strips: Annotated[tuple[Strip, ...], Meta(min_length=1, max_length=60)]
    units: tuple[Name, ...] = ()
    facing: Looking = "forward"
    near_hole: bool = False


class Patch(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex with terrain that lies there from the start."""

    kind: Kind
    row: Row
    column: Column


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Ships of a side that come in as reinforcements, in that round or as soon as there is room (22, R31, R69).

    They come toward one of the `edges`, which their side chooses with the hex.
    """

    side: Side
    first: Round
    units: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]
    edges: Annotated[tuple[Edge, ...], Meta(min_length=1, max_length=4)]


class Stand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a side's ship stands at the start, and what is not as on a fresh one.

    `shields` are the boxes left: front, left, right, rear; `turn` is the turn-radius count.
    """

    side: Side
    unit: Name
    row: Row
    column: Column
    facing: Way
    shields: tuple[Boxes, Boxes, Boxes, Boxes] | None = None
    turn: Annotated[int, Meta(ge=0, le=9)] = 0
    battery: bool = False
    afterburners: Few | None = None


class Start(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle that begins in mid-round instead of its set-up: in a side's turn of an impulse (26, R104)."""

    impulse: Literal["A", "B", "C", "D", "E", "F"]
    side: Side
    stands: Annotated[tuple[Stand, ...], Meta(min_length=2, max_length=60)]
    round: Round = 1


class Layout(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The zones, the terrain and the arrivals of a battle; a side without a zone sets up in the usual one.

    With a `start` nobody sets up: every unit stands somewhere, and the battle begins in mid-round.
    """

    zones: tuple[Zone, ...] = ()
    terrain: tuple[Patch, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    start: Start | None = None

    def of(self, side: Side) -> list[Zone]:
        """The zones of a side."""
        return [zone for zone in self.zones if zone.side == side]

    def zone_of(self, side: Side, name: str) -> Zone | None:
        """The zone of a side's unit; None if it sets up in the usual one."""
        zones = self.of(side)
        named = [zone for zone in zones if name in zone.units]
        return next(iter(named or [zone for zone in zones if not zone.units]), None)

    def arrival_of(self, side: Side, name: str) -> Arrival | None:
        """When and where a side's unit comes in; None if it is set up."""
        found = (one for one in self.arrivals if one.side == side and name in one.units)
        return next(found, None)


def names_in(zones: Iterable[Zone]) -> list[str]:
    """Every name that a zone has."""
    return [name for zone in zones for name in zone.units]


def edges_in_words(edges: Sequence[Edge]) -> str:
    """From where ships come in.

    >>> edges_in_words(("right",)), edges_in_words(("top", "bottom"))
    ('from the right', 'from the top or bottom')
    """
    return f"from the {' or '.join(edges)}"
