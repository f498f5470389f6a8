"""The sheet of one zone: all that a side may know of it, and the ships that stand there."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap, Zone, place_title
from campaign.rules.orders import RESERVE
from campaign.rules.settings import Settings
from campaign.rules.sight import WarView, missed_since
from campaign.rules.state import Base
from campaign.war.chart.fronts import OwnFleet, last_seen_in, seen_lp
from campaign.war.chart.picture import zone_address
from campaign.war.chart.sight import Visits, ground_of
from engines.seam.cards import UnitCard
from engines.seam.documents import Unit
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import class_of, system, unit_card


@dataclass(frozen=True, slots=True)
class Force:
    """Ships that stand together: LP, the minimum `need` of own ones, the turn in which the enemy's were last seen."""

    title: str
    side: Side
    lp: int
    units: tuple[UnitCard, ...]
    need: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Income:
    """What a zone pays in a sector while the front line is there, Ship Points a turn."""

    sector: str
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class ZoneSheet:
    """All that a side may know of one place.

    `markers` are the sectors whose front line is here, `turns` those in which one was.
    """

    place: Place
    title: str
    terrain: str
    incomes: tuple[Income, ...]
    owner: Side | None
    base: UnitCard | None
    markers: tuple[str, ...]
    turns: tuple[int, ...]
    forces: tuple[Force, ...]
    before: Place
    after: Place


def zone_sheet(view: WarView, own: OwnFleet, stood: Visits, place: Place) -> ZoneSheet | None:
    """What is known of a place; None if the map has no such place."""
    places = list(view.chart.places())
    names = [name for name, *_ in places]
    if place not in names:
        return None
    at = names.index(place)
    spots = _spots(view.chart, place)
    base = view.bases.get(place)
    return ZoneSheet(
        place=place,
        title=place_title(place),
        terrain=terrain_words(view.chart, places[at][3]),
        incomes=tuple(_income(view, own.side, sector, index) for sector, index in spots),
        owner=view.planets.get(place),
        base=base_card(view.settings, base) if base is not None else None,
        markers=tuple(sector for sector, index in spots if view.markers[sector] == index),
        turns=tuple(sorted({turn for spot in spots for turn in stood.get(spot, ())})),
        forces=tuple(_forces(view, own, place)),
        before=names[at - 1],
        after=names[(at + 1) % len(names)],
    )


@dataclass(frozen=True, slots=True)
class ZoneLinks:
    """The addresses of the sheets of the zones beside one, and of the page without a sheet."""

    before: str
    after: str
    close: str


def zone_links(path: str, sheet: ZoneSheet) -> ZoneLinks:
    """The links of a sheet on the page at `path`."""
    before, after = (zone_address(path, place) for place in (sheet.before, sheet.after))
    return ZoneLinks(before, after, path)


def _spots(chart: StrategicMap, place: Place) -> list[tuple[str, int]]:
    """Every sector and zone index that the place stands for: one, or for a home one in each sector."""
    return [
        (sector, index)
        for sector in chart.order
        for index in range(len(chart.zones(sector)))
        if chart.place(sector, index) == place
    ]


def _income(view: WarView, side: Side, sector: str, index: int) -> Income:
    paid = dict(zip(SIDES, view.chart.zone(sector, index).income, strict=True))
    return Income(sector, paid[side], paid[opponent(side)])


def _forces(view: WarView, own: OwnFleet, place: Place) -> Iterable[Force]:
    """Both sides' ships at the fronts of a place; over the own home the Reserve too."""
    for sector in view.markers_on(place):
        if own.assigned:
            yield _own(own, sector, f"Your ships in {sector}", own.need)
        yield from _enemies(view, opponent(own.side), sector)
    if place == HOMES[opponent(own.side)] and view.enemy is None:
        yield from _missed(view, opponent(own.side))
    if place == HOMES[own.side] and own.assigned:
        yield _own(own, RESERVE, "Your Reserve", None)


def _own(own: OwnFleet, target: str, title: str, need: int | None) -> Force:
    units = [
        Unit(name, ship.ship_class, ship.damage) for name, (ship, at) in own.assigned.items() if at == target
    ]
    return _force(title, own.side, units, need=need)


def _enemies(view: WarView, enemy: Side, sector: str) -> Iterable[Force]:
    if view.enemy is not None:
        ships = view.enemy.ships.items()
        units = [Unit(name, ship.ship_class, ship.damage) for name, ship in ships if ship.where == sector]
        yield _force(f"Enemy ships in {sector}", enemy, units)
        return
    turn, seen = last_seen_in(view, enemy, sector)
    if seen:
        found = view.sightings[enemy].items()
        units = [Unit(name, one.ship_class, one.damage) for name, one in found if one in seen]
        cards = _cards(enemy, units)
        yield Force(f"Enemy last seen in {sector}", enemy, seen_lp(enemy, seen), cards, turn=turn)


def _missed(view: WarView, enemy: Side) -> Iterable[Force]:
    """The enemy's ships that their sector's latest look did not find: in its Reserve, or on their way (S15)."""
    missed = missed_since(view, enemy)
    if missed:
        units = [Unit(name, one.ship_class, one.damage) for name, one in missed.items()]
        turn = max(one.turn for one in missed.values())
        lp = seen_lp(enemy, missed.values())
        yield Force("Enemy ships not found since", enemy, lp, _cards(enemy, units), turn=turn)


def _force(title: str, side: Side, units: list[Unit], need: int | None = None) -> Force:
    return Force(title, side, sum(class_of(side, unit).lp for unit in units), _cards(side, units), need)


def _cards(side: Side, units: list[Unit]) -> tuple[UnitCard, ...]:
    ordered = sorted(units, key=lambda unit: (-class_of(side, unit).points, unit.ship_class, unit.name))
    return tuple(unit_card(side, unit) for unit in ordered)


def terrain_words(chart: StrategicMap, zone: Zone) -> str:
    """A zone's terrain in words, what its pattern holds included."""
    if zone.terrain == "planet":
        return "Planet"
    if zone.terrain == "random":
        return "Random terrain"
    if zone.terrain in chart.patterns:
        ground = ground_of(chart, zone).capitalize()
        return f"{ground} ({system(DEFAULT).catalogue.terrain_title(*chart.patterns[zone.terrain])})"
    return "Open space"


def base_card(settings: Settings, base: Base) -> UnitCard:
    """A standing base with its damage."""
    return unit_card(base.side, base.unit(settings))
