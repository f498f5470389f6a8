"""What a side may order now, as a document for pages: offers by unit, choices of no one unit, and placings."""

from msgspec import Struct

from engines.seam.sides import Side

Spot = tuple[int, int]
"""A hex as the notation writes it, axial q and r."""
NOBODY = -1
"""Instead of a unit, target, fighter, group, arc or facing: there is none."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """One order of a unit or missile; `order` is in the notation, `words` say it for people.

    `target` is the unit or missile it is about, `hex` where the unit would be, and `facing` how it would face there.
    `cost` is in AP. `chance` is that of one weapon to hit, in percent, `some` that at least one of several hits, and
    `destroys` that the group destroys a fighter or missile; `damage` are the mean points of the whole group, and `hull`
    those that get past shields and reinforcements.
    """

    verb: str
    order: str
    words: str
    rule: str
    target: int = NOBODY
    fighter: int = NOBODY
    hex: Spot | None = None
    facing: int = NOBODY
    way: str = ""
    group: int = NOBODY
    arc: int = NOBODY
    speed: int = NOBODY
    cost: int = 0
    chance: int = NOBODY
    some: int = NOBODY
    destroys: int = NOBODY
    damage: float = 0.0
    hull: float = 0.0
    warn: str = ""


class Choice(Struct, frozen=True, omit_defaults=True):
    """An order of no one unit: to go on, to give up, or an answer that names a hex, a direction or a side."""

    verb: str
    order: str
    words: str
    rule: str
    hex: Spot | None = None
    facing: int = NOBODY
    warn: str = ""


class Area(Struct, frozen=True, omit_defaults=True):
    """Hexes in which the same facings are open, as the notation writes them; a pattern's are how often it is turned."""

    hexes: tuple[Spot, ...]
    facings: tuple[str, ...] = ()


class Placed(Struct, frozen=True, omit_defaults=True):
    """What may be put down: a unit, or a planet or pattern; `order` has {hex}, {facing} and {speed} to be filled in."""

    order: str
    words: str
    unit: int = NOBODY


class Placing(Struct, frozen=True, omit_defaults=True):
    """Every order that puts one of the `items` down in one of the `areas`, at one of the `speeds` if there are any."""

    verb: str
    items: tuple[Placed, ...]
    areas: tuple[Area, ...]
    rule: str
    speeds: tuple[int, ...] = ()


class Offers(Struct, frozen=True, omit_defaults=True):
    """All that one side may order now; `asks` is the side that has to decide, "" when the battle is over.

    `units` are offers by the number of the unit or missile. Each order is in one place only.
    """

    asks: Side | str
    step: str
    rule: str
    words: str
    units: dict[int, tuple[Offer, ...]] = {}
    whole: tuple[Choice, ...] = ()
    placed: tuple[Placing, ...] = ()
