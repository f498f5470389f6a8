"""The first bases (31.2, S39)."""

from collections.abc import Iterator

from campaign.rules.events import BasesPlaced, TurnBegan
from campaign.rules.fleets.building import one_of_each
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.map.strategic_map import HOMES, Place, place_in_text
from campaign.rules.orders import PlaceBases
from campaign.rules.position import Position
from campaign.rules.record import Record
from engines.seam.refusals import Refusal
from engines.seam.sides import Side


def base_places(war: Position, side: Side) -> tuple[Place, ...]:
    """Every place on which the side may put a base (31.2): home first.

    Its own side of the marker, not under it, no dice zone, no base there yet.
    """
    places = [
        place
        for place, sector, index, zone in war.chart.places()
        if zone.terrain != "random" and place not in war.bases and _own_side(war, side, sector, index)
    ]
    return tuple(sorted(places, key=lambda place: place != HOMES[side]))


def _own_side(war: Position, side: Side, sector: str, index: int) -> bool:
    marker = war.markers[sector]
    return index < marker if side == "terran" else index > marker


def free_bases(war: Position, side: Side) -> int:
    """How many bases cost nothing; one without a place is lost (31.2)."""
    return min(war.settings.free_bases, len(base_places(war, side)))


def base_price(war: Position, side: Side) -> int:
    """The Ship Points of a base beyond the free ones."""
    return war.settings.catalogue.base_class(side).points


def bases_cost(war: Position, side: Side, number: int) -> int:
    """The Ship Points for that many bases: those beyond the free ones (31.2)."""
    return max(0, number - free_bases(war, side)) * base_price(war, side)


def most_bases(war: Position, side: Side) -> int:
    """The most bases the side can place: what is left must pay for the least fleet it can begin with (S39)."""
    spare = max(0, war.fleet(side).treasury - least_fleet(war, side)) // base_price(war, side)
    return min(len(base_places(war, side)), free_bases(war, side) + spare)


def least_fleet(war: Position, side: Side) -> int:
    """The Ship Points that buy one ship of each class, fill the Reserve and send something to each sector (S39)."""
    prices = sorted(kind.points for kind in war.settings.catalogue.purchasable(side) if kind.lp)
    needed = max(len(war.chart.order), SURRENDER_BELOW)
    sent = sum(prices[:needed]) + prices[0] * max(0, needed - len(prices))
    return max(one_of_each(war.settings, side), war.settings.reserve + sent + prices[0])


def base_refusals(war: Position, side: Side, order: PlaceBases) -> Iterator[Refusal]:
    """Every reason why the bases cannot be placed so."""
    legal = base_places(war, side)
    for place in sorted(set(order.places)):
        if place not in legal:
            reason = f"You cannot place a base at {place_in_text(place)}: {why_not(war, place)}."
            yield Refusal("31.2", reason, place)
        if order.places.count(place) > 1:
            yield Refusal("31.2", f"You can place only one base at {place_in_text(place)}.", place)
    yield from _number_refusals(war, side, order)


def why_not(war: Position, place: Place) -> str:
    """Why no base can stand at a place that is not one of `base_places`."""
    found = {name: (sector, index, zone) for name, sector, index, zone in war.chart.places()}
    if place not in found:
        return "the map has no such zone"
    sector, index, zone = found[place]
    if place in war.bases:
        return "there is already a base"
    if war.markers[sector] == index:
        return "the front line is there"
    return "it is not on your side of the front line" if zone.terrain != "random" else "its terrain is random"


def _number_refusals(war: Position, side: Side, order: PlaceBases) -> Iterator[Refusal]:
    number, free, most = len(order.places), free_bases(war, side), most_bases(war, side)
    home = HOMES[side]
    if home in base_places(war, side) and number and home not in order.places:
        yield Refusal("31.2", "Place one of your bases at your home planet.", home)
    if number < free:
        reason = f"You have {free} free bases and legal zones for them: place {free - number} more."
        yield Refusal("S39", reason, "places")
    if number > most:
        reason = (
            f"At most {most} bases: the treasury must still pay for one ship of each class and the Reserve."
        )
        yield Refusal("S39", reason, "places")


def place_bases(record: Record, side: Side, order: PlaceBases) -> None:
    """Book a legal placing of bases; turn 1 begins with the second."""
    key = record.war.settings.catalogue.base_class(side).key
    taken = [base.name for base in record.war.bases.values() if base.side == side]
    named: dict[Place, str] = {}
    for place in base_places(record.war, side):
        if place in order.places:
            named[place] = next_name(side, key, taken)
            taken.append(named[place])
    record.book(BasesPlaced(side, named, bases_cost(record.war, side, len(named))))
    if record.war.terran.bases_placed and record.war.talon.bases_placed:
        record.book(TurnBegan(1))
