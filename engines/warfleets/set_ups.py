"""What a battle begins with: two fleets, the points of the game, and the terrain on the table."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.warfleets.building import refusals as refusals_of_fleet
from engines.warfleets.fleet import Fleet
from engines.warfleets.geometry import Disc, overlap
from engines.warfleets.state import RADII
from engines.warfleets.table import (
    EDGES,
    LEAST_PIECES,
    ZONE,
    Edge,
    beside_edge,
    in_zone,
    length_of,
    lie_over,
    piece_fault,
)
from engines.warfleets.terrain import Terrain

USUAL: int = 300
"""Points of a first game (W3)."""
STEP: Final = 25
"""Room in a zone is looked for at every quarter of an inch (WF54)."""


class Start(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a ship begins that is not as its fleet lists it; only battles of a war have such ships (WF55, WF56).

    So many of its upgrades are `disabled`, from the last one back. A ship that is `moored` does not move by itself, and
    one that is `unarmed` has no turret.
    """

    side: Side
    name: str
    disabled: int = 0
    moored: bool = False
    unarmed: bool = False


class SetUp(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Both fleets and the points that each may cost; if no terrain lies on the table, the players lay it.

    `starts` are of ships that do not begin as their fleet lists them.
    """

    terran: Fleet
    talon: Fleet
    points: int = USUAL
    terrain: tuple[Terrain, ...] = ()
    starts: tuple[Start, ...] = ()

    def fleet(self, side: Side) -> Fleet:
        """The fleet of a side."""
        return self.terran if side == "terran" else self.talon


def refusals(set_up: SetUp) -> tuple[Refusal, ...]:
    """What the rules have against a battle; none if it can begin (W2, W3, WF54)."""
    found = (*_of_fleets(set_up), *_of_starts(set_up), *_of_terrain(set_up.terrain))
    return found or tuple(_of_zones(set_up))


def _of_fleets(set_up: SetUp) -> Iterator[Refusal]:
    for side in SIDES:
        for one in refusals_of_fleet(set_up.fleet(side), set_up.points):
            yield Refusal(one.rule, f"{SIDE_TITLES[side]}: {one.reason}", one.where)


def _of_starts(set_up: SetUp) -> Iterator[Refusal]:
    for (side, name), count in Counter((one.side, one.name) for one in set_up.starts).items():
        if count > 1:
            yield Refusal("WF55", f"How {name} of {SIDE_TITLES[side]} begins is said {count} times.", name)
    for one in set_up.starts:
        ship = next((ship for ship in set_up.fleet(one.side).ships if ship.name == one.name), None)
        if ship is None:
            yield Refusal("WF55", f"{SIDE_TITLES[one.side]} has no ship {one.name}.", one.name)
        elif not 0 <= one.disabled < len(ship.upgrades) + len(ship.weapons):
            yield Refusal("WF55", f"{one.name} cannot begin with {one.disabled} upgrades disabled.", one.name)


def table_refusals(terrain: tuple[Terrain, ...]) -> tuple[Refusal, ...]:
    """What the rules have against a table; an empty one is laid by the players (W2, WF53, WF54)."""
    return tuple(_of_terrain(terrain)) or tuple(_of_room(terrain, [RADII["heavy"]], "a heavy ship"))


def _of_terrain(terrain: tuple[Terrain, ...]) -> Iterator[Refusal]:
    if terrain and len(terrain) < LEAST_PIECES:
        count = len(terrain)
        yield Refusal(
            "W2", f"Pieces of terrain: {count}. There are at least {LEAST_PIECES}, or the players lay them."
        )
    for name, count in Counter(piece.name for piece in terrain).items():
        if count > 1:
            yield Refusal("WF53", f"The name {name} is used {count} times. Every piece needs its own.", name)
    faults = [piece_fault(piece) for piece in terrain]
    for piece, fault in zip(terrain, faults, strict=True):
        if fault:
            yield Refusal("W2", fault, piece.name)
    if any(faults):
        return
    for at, piece in enumerate(terrain):
        for other in terrain[:at]:
            if lie_over(piece, other):
                yield Refusal("WF53", f"{piece.name} lies over {other.name}.", piece.name)


def _of_zones(set_up: SetUp) -> Iterator[Refusal]:
    for side in SIDES:
        fleet = set_up.fleet(side)
        radii = [RADII[ship.size] for ship in fleet.ships] + [RADII["squadron"]] * len(fleet.squadrons)
        yield from _of_room(set_up.terrain, radii, f"the fleet of {SIDE_TITLES[side]}")


def _of_room(terrain: tuple[Terrain, ...], radii: list[int], what: str) -> Iterator[Refusal]:
    """A reason for each edge at which blocking terrain leaves too little room for bases (WF54)."""
    for edge in EDGES:
        start, end = beside_edge(edge, 0, ZONE // 2), beside_edge(edge, length_of(edge), ZONE // 2)
        blocking = [one for one in terrain if one.is_("blocking") and one.in_the_way(start, end, ZONE // 2)]
        if blocking and not _all_fit(blocking, sorted(radii, reverse=True), edge):
            yield Refusal(
                "WF54", f"Blocking terrain at the {edge} edge leaves no room there to set up {what}.", edge
            )


def _all_fit(blocking: list[Terrain], radii: list[int], edge: Edge) -> bool:
    """Whether bases find room in a zone if each is put down at the first place that is free for it."""
    placed: list[Disc] = []
    for along in range(0, length_of(edge) + 1, STEP):
        for far in range(0, ZONE + 1, STEP):
            disc = (beside_edge(edge, along, far), radii[len(placed)])
            if not in_zone(disc, edge) or any(overlap(disc, one) for one in placed):
                continue
            if not any(piece.under(disc) for piece in blocking):
                placed.append(disc)
            if len(placed) == len(radii):
                return True
    return False
