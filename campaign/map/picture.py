"""Where the front line has been, the map drawn with it, and all that is open about one zone."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from campaign.map.fronts import fleets_at, own_fleet, reserve_of
from campaign.map.layout import draw_map
from campaign.map.shapes import MapDrawing
from campaign.map.sight import Visits, sectors_of
from campaign.rules.sight import WarView
from campaign.rules.state import Base
from campaign.rules.strategic_map import HOMES, Place, StrategicMap, Zone, place_title
from campaign.rules.terrain import pattern_title
from engines.seam.documents import Unit
from engines.seam.sides import Side
from engines.talon.sheets.unit_cards import UnitCard, unit_card


@dataclass(frozen=True)
class ZoneSheet:
    """All that is open about one place: incomes by sector, terrain in words, planet, base, and its turns."""

    place: Place
    title: str
    terrain: str
    incomes: tuple[tuple[str, int, int], ...]
    owner: Side | None
    base: UnitCard | None
    markers: tuple[str, ...]
    turns: tuple[int, ...]
    before: Place
    after: Place


def visits(moves: Iterable[tuple[int, str, int]], turn: int) -> dict[tuple[str, int], tuple[int, ...]]:
    """The turns up to `turn` in which each zone had the marker; rows are turn (0: the start), sector, zone from 1."""
    ends: dict[str, dict[int, int]] = {}
    for at, sector, zone in moves:
        ends.setdefault(sector, {})[at] = zone - 1
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for sector, by_turn in ends.items():
        zone = by_turn.get(0, 0)
        for at in range(1, turn + 1):
            found[sector, zone] = (*found.get((sector, zone), ()), at)
            zone = by_turn.get(at, zone)
    return found


def picture(view: WarView, side: Side, stood: Visits, path: str) -> MapDrawing:
    """The map as a side sees it on the page at `path`, with both fleets, each zone a link to its sheet there."""

    def href(place: Place) -> str:
        return zone_address(path, place)

    own = own_fleet(view, side)
    sectors = sectors_of(view, visits=stood, href=href, fleets=fleets_at(view, own, href))
    return draw_map(sectors, reserve_of(own, href(HOMES[side])))


def zone_address(path: str, place: Place) -> str:
    """The address of a place's sheet on the page at `path`."""
    return f"{path}?zone={quote(place)}#zone"


def zone_sheet(view: WarView, stood: Visits, place: Place) -> ZoneSheet | None:
    """What is open about a place; None if the map has no such place."""
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
        incomes=tuple((sector, *view.chart.zone(sector, index).income) for sector, index in spots),
        owner=view.planets.get(place),
        base=base_card(base) if base is not None else None,
        markers=tuple(sector for sector, index in spots if view.markers[sector] == index),
        turns=tuple(sorted({turn for spot in spots for turn in stood.get(spot, ())})),
        before=names[at - 1],
        after=names[(at + 1) % len(names)],
    )


def _spots(chart: StrategicMap, place: Place) -> list[tuple[str, int]]:
    """Every sector and zone index that the place stands for: one, or for a home one in each sector."""
    return [
        (sector, index)
        for sector in chart.order
        for index in range(len(chart.zones(sector)))
        if chart.place(sector, index) == place
    ]


def terrain_words(chart: StrategicMap, zone: Zone) -> str:
    """A zone's terrain in words, what its pattern holds included."""
    if zone.terrain == "planet":
        return "a planet, otherwise open space"
    if zone.terrain == "random":
        return "rolled on the Astrometrics Lab before each battle"
    if zone.terrain in chart.patterns:
        return f"{zone.terrain}: {pattern_title(*chart.patterns[zone.terrain])}"
    return "open space"


def base_card(base: Base) -> UnitCard:
    """A standing base with its damage."""
    return unit_card(base.side, Unit(base.name, "base", base.damage))


def incomes_now(view: WarView) -> list[tuple[str, str, int, int]]:
    """What each sector's zone pays now: sector, place in words, Terran, Talon points (31.4)."""
    found = []
    for sector in view.chart.order:
        at = view.markers[sector]
        terran, talon = view.chart.zone(sector, at).income
        found.append((sector, place_title(view.chart.place(sector, at)), terran, talon))
    return found
