"""What a side expects at a front while it plans: its own ships there, and the enemy's as it assumes them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from battles.battle.doctrine import STANCES
from campaign.rules.map.strategic_map import Place, place_title
from campaign.rules.odds.assumptions import ASSUMPTIONS, Assumption, last_seen
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from campaign.rules.state import Ship
from engines.seam.sides import Side, opponent

MOST_OF_A_CLASS = 9
FIELD = "enemy-"
"""Begins the names of the fields with the enemy's ships."""


WORDS: Mapping[Assumption, tuple[str, str]] = {
    "seen": ("As last seen", "The ships that were last seen there, with their damage."),
    "drawn": (
        "Random",
        "A hundred different forces. Ships seen last turn often stay; the rest are any the enemy may own.",
    ),
    "edited": ("Ships you set", "You say how many of each class come."),
    "nothing": ("Nothing comes", "Only a base that stands there fights."),
}
"""The title of each assumption, and what it says of the enemy."""


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

    `own` are the ships it sends there; `turn` is when the enemy was seen there last, 0 for never. `assumptions` are
    what may be assumed of the enemy, each with its title, its words and whether it is chosen.
    """

    place: Place
    title: str
    own: str
    turn: int
    assumptions: tuple[tuple[Assumption, str, str, bool], ...]
    classes: tuple[ExpectedClass, ...]
    stances: tuple[tuple[str, str, str], ...] = STANCES


def planned_fleet(plan: Plan, ships: Mapping[str, Ship]) -> dict[str, Ship]:
    """The ships of a plan by name, each where the plan sends it."""
    return {name: replace(ship, where=plan.assign.get(name)) for name, ship in ships.items()}


def ships_at(fleet: Mapping[str, Ship], view: WarView, place: Place) -> dict[str, Ship]:
    """The ships of a fleet in the sectors whose front is at a place, by name."""
    sectors = view.markers_on(place)
    return {name: ship for name, ship in fleet.items() if ship.where in sectors}


def expected(
    view: WarView, side: Side, place: Place, own: Mapping[str, Ship], assume: str = ""
) -> ExpectedBattle:
    """The form, filled in with the enemy as last seen; with that assumption chosen, or with the one that fits."""
    seen = last_seen(view, opponent(side), place)
    counts = Counter(one.ship_class for one in seen.values())
    mine = Counter(ship.ship_class for ship in own.values())
    chosen = assume if assume in ASSUMPTIONS else "seen" if seen else "drawn"
    words = [
        f"{mine[kind.key]} {kind.title if mine[kind.key] == 1 else kind.plural}"
        for kind in view.settings.catalogue.purchasable(side)
        if mine[kind.key]
    ]
    return ExpectedBattle(
        place=place,
        title=place_title(place),
        own=", ".join(words),
        turn=max((one.turn for one in seen.values()), default=0),
        assumptions=tuple((key, *WORDS[key], key == chosen) for key in ASSUMPTIONS),
        classes=tuple(
            ExpectedClass(kind.key, kind.plural, min(counts[kind.key], MOST_OF_A_CLASS), counts[kind.key])
            for kind in view.settings.catalogue.purchasable(opponent(side))
        ),
    )
