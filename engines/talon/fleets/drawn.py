"""Fleets drawn from the counters of a box, one after the other, until they reach a cap (33.1, R44, R86)."""

from collections.abc import Callable, Sequence

from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ShipClass, classes_of, key_for
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.fleets.lists import OWN, Factions

NOT_DRAWN = ("base", "transport")
"""The roles that stay in the box (33.1)."""
Counter = tuple[ShipClass, str]
"""A counter of a box: its class, and the name that is printed on it."""


def counters_of(faction: Side) -> list[Counter]:
    """The counters of a faction in one box of which fleets are drawn, in the order of the table."""
    kinds = (kind for kind in classes_of(faction) if kind.role not in NOT_DRAWN)
    return [(kind, name) for kind in kinds for name in kind.names[: kind.counters]]


def drawn_fleets(
    cap: int, first: Side, below: Callable[[int], int], factions: Factions = OWN
) -> dict[Side, tuple[Unit, ...]]:
    """Both fleets, drawn in turn; `first` is the Second Player, who draws first.

    `below` gives a number by chance, from 0 and below the one it is asked for. A side stops once its points are at
    least the cap, and the other goes on. A squadron goes back while its side has no carrier with room for it. Two
    sides of one faction draw from one box (33.2). Who finds nothing more has less.
    """
    boxes = {faction: counters_of(faction) for faction in SIDES}
    taken: dict[Side, list[Counter]] = {side: [] for side in SIDES}
    drawing = [first, opponent(first)]
    while drawing:
        for side in drawing[:]:
            box = boxes[factions[side]] if _points(taken[side]) < cap else []
            able = [at for at, (kind, _) in enumerate(box) if _fits(kind, taken[side])]
            if able:
                taken[side].append(box.pop(able[below(len(able))]))
            else:
                drawing.remove(side)
    return {side: tuple(Unit(name, key_for(side, kind)) for kind, name in taken[side]) for side in SIDES}


def _points(taken: Sequence[Counter]) -> int:
    return sum(kind.points for kind, _ in taken)


def _fits(kind: ShipClass, taken: Sequence[Counter]) -> bool:
    """Whether a counter that is drawn stays: a squadron needs room on a carrier (R44)."""
    room = SQUADRONS_CARRIED * sum(bool(one.carries) for one, _ in taken)
    return not kind.fighters or sum(bool(one.fighters) for one, _ in taken) < room
