"""What to buy: what is missing, transports for the planets ahead, squadrons for the carriers, then a good mix."""

from collections import Counter
from collections.abc import Iterator

from campaign.commanders.fronts import LANDING_PARTY
from campaign.commanders.variation import tilt
from campaign.rules.fleets import building
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from engines.seam.classes import UnitClass
from engines.seam.sides import Side, opponent
from engines.seam.systems import unit_class

MOST_TRANSPORTS = 4
CHOICE = 3
"""From how many of the most wanted classes one is bought that can be paid for; else the points are saved."""


def bought(view: WarView, side: Side, whim: str = "", taste: float = 0.0, *, thrifty: bool = False) -> Plan:
    """The purchases of this turn: one ship after the other, as long as the treasury pays for one.

    `taste`: how much the whim of this turn changes each class's share; `thrifty`: only what is worth most is bought.
    """
    shares = {
        key: share * tilt(whim, taste, view.turn, key)
        for key, share in view.settings.catalogue.mix(side, thrifty=thrifty).items()
    }
    plan = Plan()
    while True:
        better = next(_options(view, side, plan, shares, thrifty), None)
        if better is None:
            return plan
        plan = better


def _options(
    view: WarView, side: Side, plan: Plan, shares: dict[str, float], thrifty: bool
) -> Iterator[Plan]:
    """The plan with one ship more, the most wanted first, where that may be bought; a carrier with its squadrons."""
    have = building.classes_after(view, side, plan)
    missing = building.missing_classes(view, side, have)
    left = view.fleet(side).treasury - building.cost_of(side, plan)
    saving = thrifty and left < max(_price(side, key) for key in shares)
    for kind in missing[:1] or _wanted(view, side, have, shares, saving):
        more = Plan(buy={**plan.buy, kind.key: plan.buy.get(kind.key, 0) + 1})
        wing = 0 if missing or kind.role != "carrier" else _price_of_wing(view, side, kind)
        if building.cost_of(side, more) + wing > view.fleet(side).treasury:
            continue
        if missing or not any(building.building_refusals(view, side, more)):
            yield more


def _price(side: Side, key: str) -> int:
    return unit_class(side, key).points


def _price_of_wing(view: WarView, side: Side, carrier: UnitClass) -> int:
    """The Ship Points of as many squadrons as a carrier takes."""
    squadron = view.settings.catalogue.squadron_class(side)
    return 0 if squadron is None else carrier.carries * squadron.points


def _wanted(
    view: WarView, side: Side, have: Counter[str], shares: dict[str, float], saving: bool
) -> Iterator[UnitClass]:
    """The classes in the order in which they are wanted now; who is `saving` wants none but those of the shares."""
    catalogue = view.settings.catalogue
    kinds = {kind.key: kind for kind in catalogue.purchasable(side)}
    transport, squadron = catalogue.transport_class(side), catalogue.squadron_class(side)
    if transport is not None and have[transport.key] < transports_needed(view, side):
        yield transport
    room = sum(have[key] * kinds[key].carries for key in shares)
    if squadron is not None and have[squadron.key] < room:
        yield squadron
    most = len(shares) if saving else CHOICE
    yield from (kinds[key] for key in sorted(shares, key=lambda key: have[key] / shares[key])[:most])
    if saving:
        return
    least = min(have[kind.key] for kind in building.counted_classes(view, side))
    yield from (kind for kind in building.counted_classes(view, side) if have[kind.key] == least)


def transports_needed(view: WarView, side: Side) -> int:
    """How many transports the planets call for that are under a marker, or the next zone ahead (31.8).

    For one with a base only once the marker stands there: its base has to fall first.
    """
    step = 1 if side == "terran" else -1
    planets = [
        _to_take(view, side, sector, view.markers[sector])
        or _to_take(view, side, sector, view.markers[sector] + step, unguarded=True)
        for sector in view.chart.order
    ]
    return min(MOST_TRANSPORTS, LANDING_PARTY * sum(planets))


def _to_take(view: WarView, side: Side, sector: str, index: int, *, unguarded: bool = False) -> bool:
    if not 0 <= index < len(view.chart.zones(sector)):
        return False
    place, enemy = view.chart.place(sector, index), opponent(side)
    if unguarded and view.base_of(enemy, place) is not None:
        return False
    return view.planets.get(place) == enemy
