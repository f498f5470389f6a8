"""Set-up and reinforcements as placings: who is put down, and where; long lists are never made (21, 22, 30, R38)."""

from collections.abc import Iterable, Sequence
from typing import Final

from engines.seam.sides import Side
from engines.talon import orders as o
from engines.talon.hexes import FACINGS, Hex
from engines.talon.play.offered import NOBODY, Area, Placed, Placing, Spot
from engines.talon.play.offers.unit_offers import spot
from engines.talon.play.roster import Roster
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.text.orders import tag
from engines.talon.text.words import write_target

GROUND: Final = {"planet": "Planet", "worm-hole": "Worm hole"}
Put = o.Deploy | o.Launch
RULES: Final = {
    "deploy": "21",
    "launch": "21",
    "arrive": "22",
    "undock": "26",
    "planet": "31.8",
    "worm-hole": "29.5",
    "terrain": "30.3",
}


def arrivals(orders: Arrivals, roster: Roster) -> list[Placing]:
    """Who may come in, by the Speeds they may have and the hexes they may come to."""
    alike: dict[tuple[tuple[int, ...], tuple[Hex, ...]], list[Placed]] = {}
    for number, speeds in orders.speeds.items():
        item = Placed(
            _template("arrive", orders.side, number, roster) + " {speed}", roster.name(number), number
        )
        alike.setdefault((tuple(speeds), tuple(orders.places[number])), []).append(item)
    return [
        Placing("arrive", tuple(items), (Area(tuple(map(spot, places)), FACINGS),), "22", speeds)
        for (speeds, places), items in alike.items()
    ]


def undockings(orders: Sequence[o.Undock], roster: Roster) -> list[Placing]:
    """Who may come out of a base, each in that base's hex, by the Speeds it may have (26.9)."""
    found = []
    for number in dict.fromkeys(order.unit for order in orders):
        own = [order for order in orders if order.unit == number]
        item = Placed(
            _template("undock", own[0].side, number, roster) + " {speed}", roster.name(number), number
        )
        speeds = tuple(dict.fromkeys(order.speed for order in own))
        found.append(
            Placing("undock", (item,), (Area((spot(own[0].place),), FACINGS),), RULES["undock"], speeds)
        )
    return found


def puts(orders: Iterable[Put], roster: Roster) -> list[Placing]:
    """Who may be deployed or launched; units with the same places are one placing."""
    places: dict[tuple[type, int], dict[Hex, list[int]]] = {}
    first: dict[tuple[type, int], Put] = {}
    for order in orders:
        key = type(order), order.unit
        if key not in first:
            first[key], places[key] = order, {}
        places[key].setdefault(order.place, []).append(order.facing)
    alike: dict[tuple[str, tuple[Area, ...]], list[Placed]] = {}
    for key, open_to in places.items():
        item = Placed(
            _template(tag(first[key]), first[key].side, key[1], roster), roster.name(key[1]), key[1]
        )
        areas = _areas({place: tuple(FACINGS[one] for one in facings) for place, facings in open_to.items()})
        alike.setdefault((tag(first[key]), areas), []).append(item)
    return [Placing(verb, tuple(items), areas, RULES[verb]) for (verb, areas), items in alike.items()]


def ground(orders: Iterable[o.Planet | o.WormHole | o.Pattern], pattern: str) -> list[Placing]:
    """Where the planet, the worm hole or the pattern, in these words, may be placed, and how it may be turned."""
    places: dict[Hex, tuple[str, ...]] = {}
    last: o.Planet | o.WormHole | o.Pattern | None = None
    for order in orders:
        turned = (str(order.turned),) if isinstance(order, o.Pattern) else ()
        places[order.place] = places.get(order.place, ()) + turned
        last = order
    if last is None:
        return []
    verb = tag(last)
    turning = " {facing}" if isinstance(last, o.Pattern) else ""
    item = Placed(f"{last.side} {verb} {{hex}}{turning}", GROUND.get(verb, pattern), NOBODY)
    return [Placing(verb, (item,), _areas(places), RULES[verb])]


def _areas(places: dict[Hex, tuple[str, ...]]) -> tuple[Area, ...]:
    alike: dict[tuple[str, ...], list[Hex]] = {}
    for place, facings in places.items():
        alike.setdefault(facings, []).append(place)
    return tuple(Area(tuple(map(spot, hexes)), facings) for facings, hexes in alike.items())


def _template(verb: str, side: Side, unit: int, roster: Roster) -> str:
    """The order of a unit with {hex} and {facing} to be filled in."""
    return f"{side} {verb} {write_target(roster, unit)} {{hex}} {{facing}}"


def filled(template: str, place: Spot, facing: str = "", speed: int = NOBODY) -> str:
    """The order of a placed item's template in the notation, with what it leaves open filled in."""
    head, _, _ = template.rpartition(" {hex}")
    return " ".join(
        [head, f"{place[0]},{place[1]}", *filter(None, [facing]), *([str(speed)] if speed > 0 else [])]
    )
