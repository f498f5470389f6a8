"""What a battle begins with: two fleets, the points of the game, and the terrain on the table."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.warfleets.building import refusals as refusals_of_fleet
from engines.warfleets.fleet import Fleet
from engines.warfleets.table import Terrain, lie_over, piece_fault

USUAL: int = 300
"""Points of a first game (W3)."""
LEAST_PIECES = 5


class SetUp(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Both fleets and the points that each may cost; if no terrain lies on the table, the players lay it."""

    terran: Fleet
    talon: Fleet
    points: int = USUAL
    terrain: tuple[Terrain, ...] = ()

    def fleet(self, side: Side) -> Fleet:
        """The fleet of a side."""
        return self.terran if side == "terran" else self.talon


def refusals(set_up: SetUp) -> tuple[Refusal, ...]:
    """What the rules have against a battle; none if it can begin (W2, W3)."""
    return (*_of_fleets(set_up), *table_refusals(set_up.terrain))


def _of_fleets(set_up: SetUp) -> Iterator[Refusal]:
    for side in SIDES:
        for one in refusals_of_fleet(set_up.fleet(side), set_up.points):
            yield Refusal(one.rule, f"{SIDE_TITLES[side]}: {one.reason}", one.where)


def table_refusals(terrain: tuple[Terrain, ...]) -> tuple[Refusal, ...]:
    """What the rules have against a table; an empty one is laid by the players (W2, WF53)."""
    return tuple(_of_terrain(terrain))


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
