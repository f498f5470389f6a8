"""What a side expects at a front while it plans: its own ships there, and the enemy's as it assumes them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from battles.forms import STANCES
from campaign.rules.odds import last_seen
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from campaign.rules.state import Ship
from campaign.rules.strategic_map import Place, place_title
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import purchasable

MOST_OF_A_CLASS = 9
FIELD = "enemy-"
"""Begins the names of the fields with the enemy's ships."""


@dataclass(frozen=True)
class ExpectedClass:
    """How many enemy ships of a class are assumed to come, and how many were seen there last."""

    key: str
    title: str
    assumed: int
    seen: int

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"{FIELD}{self.key}"


@dataclass(frozen=True)
class ExpectedBattle:
    """The form with which a side asks for the odds of a battle that is only expected.

    `own` are the ships it sends there; `turn` is when the enemy was seen there last, 0 for never.
    """

    place: Place
    title: str
    own: str
    turn: int
    classes: tuple[ExpectedClass, ...]
    stances: tuple[tuple[str, str, str], ...] = STANCES


def own_ships(plan: Plan, ships: Mapping[str, Ship], view: WarView, place: Place) -> dict[str, Ship]:
    """The ships that a plan sends to the sectors whose front is at a place, by name."""
    sectors = view.markers_on(place)
    return {name: ship for name, ship in ships.items() if plan.assign.get(name) in sectors}


def expected(view: WarView, side: Side, place: Place, own: Mapping[str, Ship]) -> ExpectedBattle:
    """The form, filled in with the enemy as last seen."""
    seen = last_seen(view, opponent(side), place)
    counts = Counter(one.ship_class for one in seen.values())
    mine = Counter(ship.ship_class for ship in own.values())
    words = [
        f"{mine[kind.key]} {kind.title if mine[kind.key] == 1 else kind.plural}"
        for kind in purchasable(side)
        if mine[kind.key]
    ]
    return ExpectedBattle(
        place=place,
        title=place_title(place),
        own=", ".join(words),
        turn=max((one.turn for one in seen.values()), default=0),
        classes=tuple(
            ExpectedClass(kind.key, kind.plural, min(counts[kind.key], MOST_OF_A_CLASS), counts[kind.key])
            for kind in purchasable(opponent(side))
        ),
    )
