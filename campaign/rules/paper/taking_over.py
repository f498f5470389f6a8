"""Taking over a war from paper: what can have been entered, and how the war goes on (31.2, 31.8, S16)."""

from collections.abc import Iterator

from campaign.rules.dice import ScriptedDice
from campaign.rules.events import AnyEvent, TakenOver, WarBegan
from campaign.rules.evolve import fold, taken_bases
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap, place_in_text, place_title
from campaign.rules.orders import RESERVE
from campaign.rules.paper.taken import Taken
from campaign.rules.record import Record
from campaign.rules.state import RULES, Rules
from campaign.rules.turn import begin_turn
from engines.seam.classes import UnitClass
from engines.seam.documents import Damage
from engines.seam.looks import look
from engines.seam.refusals import Refusal, refuse_all
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system, system_of
from engines.seam.words.names import fault, shown


def taken_over(began: WarBegan, taken: Taken) -> tuple[AnyEvent, ...]:
    """The events with which a war from paper goes on; `Refused` with everything that cannot be so."""
    refuse_all(taken_refusals(began.chart, taken, began.rules, began.settings.system))
    record = Record(fold([began]), ScriptedDice())
    record.book(TakenOver(taken))
    begin_turn(record, taken.turn)
    return (began, *record.events)


def taken_refusals(
    chart: StrategicMap, taken: Taken, rules: Rules = RULES, system_key: str = DEFAULT
) -> Iterator[Refusal]:
    """Every reason why the war cannot stand like that; `where` is a side, a sector, a place or a ship.

    By earlier `rules` a ship can have any name.
    """
    wrong = list(_marker_refusals(chart, taken))
    yield from wrong
    if not wrong:
        yield from _planet_refusals(chart, taken)
        yield from _base_refusals(chart, taken, system_key)
    for side in SIDES:
        yield from _fleet_refusals(chart, taken, side, system_key)
        yield from _seen_refusals(chart, taken, side, system_key)
        if rules > 2:
            yield from _name_refusals(taken, side, system_key)
    if rules > 2:
        yield from _refusals_between(taken)


def _name_refusals(taken: Taken, side: Side, system_key: str) -> Iterator[Refusal]:
    """Names of ships that are none, or that look like that of another ship or base of the side (S34)."""
    looks = {
        look(base.name): base.name for base in taken_bases(taken, system_key).values() if base.side == side
    }
    for name in taken.fleet(side).ships:
        if wrong := fault(name):
            yield Refusal("S34", f"“{shown(name)}”: {wrong}", name)
            continue
        other = looks.get(look(name))
        if other is not None:
            reason = f"{side.title()} has two units whose names look alike: {name} and {other}. Rename one of them."
            yield Refusal("S34", reason, name)
        looks[look(name)] = name


def _refusals_between(taken: Taken) -> Iterator[Refusal]:
    """Names of the two sides that look alike but are not the same, which pages show with their side."""
    looks = {look(name): name for name in taken.terran.ships}
    for name in taken.talon.ships:
        other = looks.get(look(name), name)
        if other != name:
            reason = f"Talon's {name} looks like Terran's {other}. Give one of them another name."
            yield Refusal("S34", reason, name)


def _marker_refusals(chart: StrategicMap, taken: Taken) -> Iterator[Refusal]:
    for sector in chart.order:
        if not 0 <= taken.markers.get(sector, -1) < len(chart.zones(sector)):
            yield Refusal("31.2", f"Say in which zone of {sector} the front line stands.", sector)
    for sector in sorted(set(taken.markers) - set(chart.order)):
        yield Refusal("31.2", f"The map has no sector {sector}.", sector)


def _owner_by_front(taken: Taken, sector: str, index: int) -> Side | None:
    """The side on whose side of the front line a zone is; None under the marker."""
    marker = taken.markers[sector]
    return None if index == marker else "terran" if index < marker else "talon"


def _planet_refusals(chart: StrategicMap, taken: Taken) -> Iterator[Refusal]:
    """A planet that is not its side's stops the marker, so behind the front line all are the side's (31.8)."""
    planets = {place: (sector, index) for place, sector, index, zone in chart.places() if zone.owner}
    for place in sorted(set(planets) ^ set(taken.planets)):
        yield Refusal(
            "31.8", f"{place_in_text(place)}: every planet has an owner, and nothing else has.", place
        )
    for place, owner in sorted(taken.planets.items()):
        due = _home_of(place) or (_owner_by_front(taken, *planets[place]) if place in planets else None)
        if due is not None and owner != due:
            whose = due.title()
            reason = (
                f"The planet at {place_in_text(place)} is behind {whose}'s front line, so it is {whose}'s."
            )
            yield Refusal("31.8", reason, place)


def _base_refusals(chart: StrategicMap, taken: Taken, system_key: str) -> Iterator[Refusal]:
    zones = {place: (sector, index, zone) for place, sector, index, zone in chart.places()}
    for place, base in sorted(taken.bases.items()):
        if place not in zones:
            yield Refusal("31.2", f"The map has no place {place}.", place)
            continue
        sector, index, zone = zones[place]
        if zone.terrain == "random":
            yield Refusal(
                "31.2", f"No base can stand at {place_in_text(place)}: its terrain is random.", place
            )
        owner = _home_of(place) or _owner_by_front(taken, sector, index)
        if owner is None and zone.owner:
            owner = taken.planets.get(place)
        if owner is not None and owner != base.side:
            reason = f"{place_title(place)} is {owner.title()}'s: no {base.side.title()} base is there."
            yield Refusal("31.2", reason, place)
        engine, name = system(system_key), f"the base at {place_in_text(place)}"
        damage = engine.marked_base(base.marks)
        yield from _damage_refusals(engine.catalogue.base_class(base.side), name, damage, place)


def _home_of(place: Place) -> Side | None:
    return next((side for side in SIDES if HOMES[side] == place), None)


def _damage_refusals(kind: UnitClass, name: str, damage: Damage, where: str) -> Iterator[Refusal]:
    """Impossible damage, in words for somebody who writes it down."""
    found = system_of(kind.key).listed_damage_refusals(kind, name, damage)
    yield from (Refusal(rule, reason, where) for rule, reason in found)


def _fleet_refusals(chart: StrategicMap, taken: Taken, side: Side, system_key: str) -> Iterator[Refusal]:
    kinds = {kind.key: kind for kind in system(system_key).catalogue.purchasable(side)}
    active = 0
    for name, ship in taken.fleet(side).ships.items():
        kind = kinds.get(ship.ship_class)
        if kind is None:
            yield Refusal("31.4", f"{side.title()} has no ship class “{ship.ship_class}”.", name)
            continue
        if ship.where not in (*chart.order, RESERVE):
            yield Refusal("31.5", f"{name} is in no sector of the map, nor in the Reserve.", name)
        yield from _damage_refusals(kind, name, ship.damage, name)
        active += kind.lp if ship.where != RESERVE else 0
    if active < SURRENDER_BELOW:
        reason = f"{side.title()} has {active} LP in the sectors. With fewer than {SURRENDER_BELOW} the war is over."
        yield Refusal("31.5", reason, side)


def _seen_refusals(chart: StrategicMap, taken: Taken, side: Side, system_key: str) -> Iterator[Refusal]:
    """Only what still is can have been seen (S15), as what it is, and before the turn that comes next."""
    places, where = {place for place, _, _, _ in chart.places()}, f"{side} seen"
    kinds = {kind.key: kind for kind in system(system_key).catalogue.purchasable(side)}
    for name, seen in taken.seen.get(side, {}).items():
        ship, kind = taken.fleet(side).ships.get(name), kinds.get(seen.ship_class)
        if ship is None or kind is None or ship.ship_class != seen.ship_class:
            reason = f"{side.title()} has no such ship as {name}. Leave out ships that were destroyed."
            yield Refusal("S15", reason, where)
        elif seen.place not in places:
            yield Refusal("S15", f"{name} was seen at a place that is not on the map.", where)
        elif seen.turn >= taken.turn:
            yield Refusal(
                "S15", f"{name} cannot have been seen in turn {seen.turn}: it has not begun.", where
            )
        else:
            yield from _damage_refusals(kind, name, seen.damage, where)
