"""What a side may assume of an enemy that it does not see, from its view alone: four named assumptions (S15).

`HABITS` and `UNSEEN` were counted in 72 wars of the recommended proposals against all levels of commanders.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Final, Literal, get_args

from msgspec import Struct

from campaign.rules.battles.forces import has_forces, largest_first
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.map.strategic_map import Place
from campaign.rules.sight import WarView, last_sightings
from campaign.rules.state import Sighting
from engines.seam.classes import UnitClass
from engines.seam.documents import UNDAMAGED, Damage, Unit
from engines.seam.sides import SIDES, Side
from engines.seam.systems import role_of, unit_class

Assumption = Literal["seen", "drawn", "edited", "nothing"]
ASSUMPTIONS: Final[tuple[Assumption, ...]] = get_args(Assumption)
"""As last seen; drawn from what the enemy may own; a force that the player edits; nothing comes."""
DRAWS: Final = 100
"""How many forces are drawn, unless it is said."""
Force = tuple[Unit, ...]


class Expected(Struct, frozen=True):
    """What is assumed, and the force that comes so; several, each as likely, if it is drawn."""

    assumption: Assumption
    forces: tuple[Force, ...]


class Habit(Struct, frozen=True):
    """How often a ship is where it was seen, and how often in another sector, from 0 to 1; else it is in Reserve."""

    stays: float
    goes: float


HABITS: Final = {
    "fit": Habit(stays=0.56, goes=0.41),
    "damaged": Habit(stays=0.09, goes=0.09),
    "mended": Habit(stays=0.25, goes=0.71),
    "idle": Habit(stays=0.1, goes=0.19),
}
"""By how a ship was seen: last turn, without damage or with it; or earlier, with damage, now repaired, or without."""
UNSEEN: Final = 0.65
"""How often a ship that was never seen is in some sector."""


def last_seen(view: WarView, enemy: Side, place: Place) -> dict[str, Sighting]:
    """The enemy's ships, by name, that were seen last in the sectors whose front is at a place (S15)."""
    found: dict[str, Sighting] = {}
    for sector in view.markers_on(place):
        found |= last_sightings(view, enemy, sector)
    return found


def as_seen(view: WarView, enemy: Side, place: Place) -> Force:
    """The enemy's ships as they were last seen there, with their damage."""
    seen = last_seen(view, enemy, place)
    return tuple(Unit(name, one.ship_class, one.damage) for name, one in sorted(seen.items()))


def edited(view: WarView, enemy: Side, place: Place, classes: Mapping[str, int]) -> Force:
    """So many enemy ships of each class: those seen there last, with their damage, and then others without any."""
    seen, taken = last_seen(view, enemy, place), set(view.sightings[enemy])
    units: list[Unit] = []
    for key, many in classes.items():
        known = [Unit(name, key, one.damage) for name, one in sorted(seen.items()) if one.ship_class == key]
        units += known[:many]
        for _ in range(many - len(known)):
            units.append(named_unit(enemy, key, taken))
    return tuple(units)


def drawn(view: WarView, enemy: Side, place: Place, many: int = DRAWS) -> tuple[Force, ...]:
    """Forces the enemy may come with, so many, each as likely; () where nothing comes. The same view gives the same.

    Each ship that was seen stays, goes elsewhere or rests by its habit. For the Ship Points that the enemy may have
    besides, ships of random classes are added that nobody has seen.
    """
    seed = seed_of_draws(view, enemy, place)
    return tuple(_draw(view, enemy, place, f"{seed}/{number}") for number in range(many))


def seed_of_draws(view: WarView, enemy: Side, place: Place) -> str:
    """What the forces follow from that are drawn for a place: the turn, and which ships were ever seen."""
    return f"{view.turn}/{place}/{','.join(sorted(view.sightings[enemy]))}"


def _draw(view: WarView, enemy: Side, place: Place, seed: str) -> Force:
    fronts = len({view.place_of(sector) for sector in view.chart.order})
    here = last_seen(view, enemy, place)

    def comes(name: str, one: Sighting) -> float:
        habit = habit_of(view, one)
        return habit.stays if name in here else habit.goes / max(1, fronts - 1)

    return gathered(view, enemy, shares_from(seed), comes, UNSEEN / fronts)


def gathered(
    view: WarView,
    enemy: Side,
    shares: Iterator[float],
    comes: Callable[[str, Sighting], float],
    unseen: float,
) -> Force:
    """A force of the ships that were seen, each with the chance that it `comes`, and of others with the `unseen`."""
    units = [
        Unit(name, one.ship_class, damage_now(view, one))
        for name, one in sorted(view.sightings[enemy].items())
        if next(shares) < comes(name, one)
    ]
    taken = set(view.sightings[enemy])
    units += [
        named_unit(enemy, kind.key, taken)
        for kind in bought_unseen(view, enemy, wealth(view, enemy), shares)
        if next(shares) < unseen
    ]
    return largest_first(enemy, units) if has_forces(units) else ()


def habit_of(view: WarView, one: Sighting) -> Habit:
    """What a ship does by habit that was seen so."""
    if is_out_of_sight(view, one):
        return HABITS["mended" if one.damage else "idle"]
    return HABITS["damaged" if one.damage else "fit"]


def is_out_of_sight(view: WarView, one: Sighting) -> bool:
    """Whether a ship was not seen last turn or since."""
    return one.turn < view.turn - 1


def damage_now(view: WarView, one: Sighting) -> Damage:
    """The damage that a ship is likely to have: none if it is out of sight, for it is being repaired then (31.4)."""
    return UNDAMAGED if is_out_of_sight(view, one) else one.damage


def bought_unseen(view: WarView, enemy: Side, points: float, shares: Iterator[float]) -> Iterator[UnitClass]:
    """Random classes of ships that nobody has seen, for the points that are left beside those that were seen."""
    seen = view.sightings[enemy].values()
    rest = points - sum(unit_class(enemy, one.ship_class).points for one in seen)
    sold = view.settings.catalogue.purchasable(enemy)
    while kinds := [kind for kind in sold if kind.points <= rest]:
        kind = kinds[int(next(shares) * len(kinds))]
        rest -= kind.points
        yield kind


def named_unit(enemy: Side, key: str, taken: set[str]) -> Unit:
    """An undamaged ship with a name that is not `taken`; now it is."""
    name = next_name(enemy, key, taken)
    taken.add(name)
    return Unit(name, key)


def shares_from(seed: str) -> Iterator[float]:
    """Numbers from 0 to below 1 that follow from the seed, without an end."""
    block = sha256(seed.encode()).digest()
    while True:
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4]) / 2**32
        block = sha256(block).digest()


def wealth(view: WarView, of: Side) -> float:
    """What a side's ships may be worth in all, by what is open: its first treasury, its incomes, its losses."""
    then = sum(_income(view, of, sector, view.chart.start(sector)) for sector in view.chart.order)
    now = income_now(view, of)
    lost = [loss for loss in view.losses if loss.side == of and role_of(loss.ship_class) != "base"]
    gone = sum(unit_class(of, loss.ship_class).points for loss in lost)
    first = view.settings.first_treasury(of) - (view.settings.reserve if view.turn == 1 else 0)
    return max(0.0, first + (then + now) / 2 * (view.turn - 1) - gone)


def income_now(view: WarView, of: Side) -> int:
    """What a side is paid for a turn by the fronts as they are, Ship Points (31.4)."""
    return sum(_income(view, of, sector, view.markers[sector]) for sector in view.chart.order)


def _income(view: WarView, of: Side, sector: str, index: int) -> int:
    return view.chart.zone(sector, index).income[SIDES.index(of)]
