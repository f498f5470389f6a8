"""Where something may be put, and the nearest place to one where it may not."""

from collections.abc import Callable
from typing import Final

from engines.warfleets.geometry import Disc, Place, ahead, squared_distance
from engines.warfleets.rules.tracks import inches
from engines.warfleets.state import Battle, Model

STEP: Final = 50
"""The nearest place is looked for along rings that are so far apart."""
FARTHEST: Final = 1200
TURNS: Final = 36


def over(battle: Battle, disc: Disc, besides: Model | None = None, *, squadrons: bool = True) -> str:
    """What a base would lie over where it may not: the name of a model or of blocking terrain; "" if nothing."""
    if lying := over_model(battle, disc, besides, squadrons=squadrons):
        return lying
    for piece in battle.pieces("blocking"):
        if piece.under(disc):
            return piece.name
    return ""


def over_model(battle: Battle, disc: Disc, besides: Model | None, *, squadrons: bool = True) -> str:
    """The name of a model that a base would lie over; "" if there is none."""
    place, radius = disc
    for one in battle.models:
        if one.status == "table" and one is not besides and (squadrons or one.is_ship):
            far = radius + one.radius
            if squared_distance(place, one.place) < far * far:
                return one.name
    return ""


def nearest_place(wanted: Place, lawful: Callable[[Place], bool]) -> Place | None:
    """A lawful place near one that is not, on rings of half an inch, best straight aside; None within a foot."""
    for far in range(STEP, FARTHEST + STEP, STEP):
        ring = [ahead(wanted, 3600 // TURNS * turn, far) for turn in range(TURNS)]
        found = [place for place in ring if lawful(place)]
        if found:
            return min(
                found, key=lambda place: (min(abs(place[0] - wanted[0]), abs(place[1] - wanted[1])), place)
            )
    return None


def hint(wanted: Place, lawful: Callable[[Place], bool]) -> str:
    """A sentence with the nearest lawful place, to follow a reason; "" if there is none near."""
    found = nearest_place(wanted, lawful)
    return f" The nearest lawful place found is {point(found)}." if found else ""


def point(place: Place) -> str:
    """A place in inches.

    >>> point((1250, 300))
    '12.5, 3'
    """
    return f"{inches(place[0])}, {inches(place[1])}"
