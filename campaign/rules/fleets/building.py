"""The Building Phase: income, repairs, scrapping and purchases (31.2, 31.4, S5, S6, S14, S27)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from campaign.rules.events import BaseRepaired, IncomePaid, Purchase, ShipsRepaired
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.orders import Plan
from campaign.rules.position import Position
from campaign.rules.record import Record
from campaign.rules.settings import Settings
from campaign.rules.state import in_reserve
from engines.seam.classes import UnitClass
from engines.seam.refusals import Refusal
from engines.seam.registry import MODULES, system_key_of
from engines.seam.sides import SIDES, Side
from engines.seam.systems import can_land, needs_room, system

MOST_TIMES_THE_SMALLEST = 5


def income_of(war: Position, side: Side) -> dict[str, int]:
    """What the zone under each sector's marker pays the side, Ship Points (31.4)."""
    which = SIDES.index(side)
    return {sector: war.chart.zone(sector, war.markers[sector]).income[which] for sector in war.chart.order}


def begin_building(record: Record) -> None:
    """Book both sides' income and repairs (31.4)."""
    for side in SIDES:
        record.book(IncomePaid(side, income_of(record.war, side)))
    for side in SIDES:
        _repair_ships(record, side)
    for place, base in sorted(record.war.bases.items()):
        if base.damage:
            repaired = system(record.war.settings.system).repaired_base(base.damage)
            record.book(BaseRepaired(place, repaired))


def _repair_ships(record: Record, side: Side) -> None:
    ships = record.war.fleet(side).ships
    names = tuple(sorted(name for name, ship in ships.items() if in_reserve(ship) and ship.damage))
    if names:
        record.book(ShipsRepaired(side, names))


def counted_classes(war: Position, side: Side) -> tuple[UnitClass, ...]:
    """The classes that one-of-each and 5:1 look at: no bases; those that land by the war's setting (S5)."""
    return _counted(war.settings.system, side, war.settings.transports_are_a_class)


@cache
def _counted(system_key: str, side: Side, landing: bool) -> tuple[UnitClass, ...]:
    kinds = system(system_key).catalogue.purchasable(side)
    return tuple(kind for kind in kinds if landing or not can_land(kind.key))


def one_of_each(settings: Settings, side: Side) -> int:
    """The Ship Points of one ship of each class that counts (31.2, S5)."""
    return sum(kind.points for kind in _counted(settings.system, side, settings.transports_are_a_class))


def classes_after(war: Position, side: Side, plan: Plan) -> Counter[str]:
    """How many of each class the side has once it has scrapped and bought (S27)."""
    return kept_classes(war, side, plan) + Counter(plan.buy)


def kept_classes(war: Position, side: Side, plan: Plan) -> Counter[str]:
    """How many of each class the side keeps once it has scrapped."""
    ships = war.fleet(side).ships
    return Counter(ship.ship_class for name, ship in ships.items() if name not in plan.scrap)


def missing_classes(war: Position, side: Side, have: Counter[str]) -> tuple[UnitClass, ...]:
    """The counted classes of which there is no ship, cheapest first (31.4)."""
    missing = (kind for kind in counted_classes(war, side) if not have[kind.key])
    return tuple(sorted(missing, key=lambda kind: kind.points))


def cost_of(side: Side, plan: Plan) -> int:
    """The Ship Points of all purchases in the plan; unknown classes count nothing."""
    return sum(_price(side, key) * number for key, number in plan.buy.items())


def _price(side: Side, key: str) -> int:
    system_key = system_key_of(key)
    return _prices(system_key, side).get(key, 0) if system_key in MODULES else 0


@cache
def _prices(system_key: str, side: Side) -> dict[str, int]:
    return {kind.key: kind.points for kind in system(system_key).catalogue.purchasable(side)}


def most_of(war: Position, side: Side, kind: UnitClass, have: Counter[str]) -> int | None:
    """The most of a class that may be bought up to, given what there is of the others; None for no limit (S5, S27)."""
    if war.turn == 1 and needs_room(kind.key):
        return None
    counted = counted_classes(war, side)
    if kind not in counted:
        return None
    return MOST_TIMES_THE_SMALLEST * min(have[other.key] for other in counted)


def building_refusals(war: Position, side: Side, plan: Plan) -> Iterator[Refusal]:
    """Every reason why the plan's scrapping and purchases may not be."""
    yield from _unknown(war, side, plan)
    cost, treasury = cost_of(side, plan), war.fleet(side).treasury
    if cost > treasury:
        reason = f"These purchases cost {cost} points, but you have {treasury}: {cost - treasury} too many."
        yield Refusal("31.2" if war.turn == 1 else "31.4", reason, "treasury")
    yield from _class_refusals(war, side, plan)


def _unknown(war: Position, side: Side, plan: Plan) -> Iterator[Refusal]:
    catalogue = war.settings.catalogue
    known, base = {kind.key for kind in catalogue.purchasable(side)}, catalogue.base_class(side)
    for key in plan.buy:
        if key == base.key:
            yield Refusal("31.2", "You can buy bases only when you place your first bases.", key)
        elif key not in known:
            yield Refusal("31.4", f'Your side has no ship class "{key}".', key)
    for name in sorted(set(plan.scrap)):
        if name not in war.fleet(side).ships:
            yield Refusal("31.4", f"You have no ship {name} to scrap.", name)


def _class_refusals(war: Position, side: Side, plan: Plan) -> Iterator[Refusal]:
    kept, after = kept_classes(war, side, plan), classes_after(war, side, plan)
    missing_before, missing = missing_classes(war, side, kept), missing_classes(war, side, after)
    if missing:
        yield from _missing_first(war, side, plan, missing_before, missing)
    else:
        yield from _five_to_one(war, side, plan, after)


def _missing_first(
    war: Position, side: Side, plan: Plan, before: tuple[UnitClass, ...], missing: tuple[UnitClass, ...]
) -> Iterator[Refusal]:
    wanted = {kind.key for kind in before}
    others = [key for key, number in plan.buy.items() if number > (key in wanted)]
    titles = ", ".join(kind.title for kind in missing)
    left = war.fleet(side).treasury - cost_of(side, plan)
    if war.turn == 1 and left >= missing[0].points:
        yield Refusal(
            "31.2", f"Your first purchase needs one ship of every class. Still missing: {titles}.", "buy"
        )
    elif others:
        bought = ", ".join(sorted(_title(war, side, key) for key in others))
        reason = f"Missing classes come first: buy {titles} before {bought}, or save your points."
        yield Refusal("S6", reason, "buy")


def _title(war: Position, side: Side, key: str) -> str:
    kinds = war.settings.catalogue.purchasable(side)
    return next((kind.title for kind in kinds if kind.key == key), key)


def _five_to_one(war: Position, side: Side, plan: Plan, after: Counter[str]) -> Iterator[Refusal]:
    for key, number in plan.buy.items():
        kind = next((kind for kind in counted_classes(war, side) if kind.key == key), None)
        if not number or kind is None:
            continue
        most = most_of(war, side, kind, after)
        if most is not None and after[key] > most:
            fewest = min(counted_classes(war, side), key=lambda other: after[other.key])
            reason = (
                f"{after[key]} {kind.plural} would be more than five times your {after[fewest.key]} "
                f"{fewest.title if after[fewest.key] == 1 else fewest.plural}: at most {most}."
            )
            yield Refusal("31.2" if war.turn == 1 else "31.4", reason, key)


def purchases_of(war: Position, side: Side, plan: Plan) -> tuple[Purchase, ...]:
    """The plan's purchases one by one, with the names the ships get (S34)."""
    fleet = war.fleet(side)
    taken = {name for name in fleet.ships if name not in plan.scrap} | set(fleet.names)
    found = []
    for kind in war.settings.catalogue.purchasable(side):
        for _ in range(plan.buy.get(kind.key, 0)):
            name = next_name(side, kind.key, taken, war.rules)
            taken.add(name)
            found.append(Purchase(name, kind.key, kind.points))
    return tuple(found)
