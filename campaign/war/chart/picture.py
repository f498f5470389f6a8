"""Where the front line has been, and the map drawn with it."""

from collections.abc import Iterable
from urllib.parse import quote

from campaign.rules.map.strategic_map import HOMES, Place, place_title
from campaign.rules.sight import WarView
from campaign.war.chart.fronts import elsewhere, fleets_at, fleets_last_seen, own_fleet, reserve_of
from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import Visits, sectors_of
from engines.seam.sides import SIDES, Side, opponent


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


def picture(
    view: WarView, side: Side, stood: Visits, path: str, *, since: int | None = None, lit: Place = ""
) -> MapDrawing:
    """The map as a side sees it on the page at `path`, with both fleets, each zone a link to its sheet there.

    `since` is the turn whose front line is drawn as well, `lit` the place of a battle that is being shown.
    """

    def href(place: Place) -> str:
        return zone_address(path, place)

    own = own_fleet(view, side)
    fleets = fleets_at(view, own, href)
    sectors = sectors_of(view, visits=stood, href=href, fleets=fleets, since=since, lit=lit)
    enemy = opponent(side)
    return draw_map(sectors, (reserve_of(own, href(HOMES[side])), elsewhere(view, enemy, href(HOMES[enemy]))))


def open_picture(view: WarView, stood: Visits) -> MapDrawing:
    """The map as onlookers see it: both fleets as they were last seen, and nothing to press."""
    sectors = sectors_of(view, visits=stood, fleets=fleets_last_seen(view))
    return draw_map(sectors, [elsewhere(view, side) for side in SIDES])


def zone_address(path: str, place: Place) -> str:
    """The address of a place's sheet on the page at `path`."""
    return f"{path}?zone={quote(place)}#zone"


def incomes_now(view: WarView) -> list[tuple[str, str, int, int]]:
    """What each sector's zone pays now: sector, place in words, Terran, Talon points (31.4)."""
    found = []
    for sector in view.chart.order:
        at = view.markers[sector]
        terran, talon = view.chart.zone(sector, at).income
        found.append((sector, place_title(view.chart.place(sector, at)), terran, talon))
    return found
