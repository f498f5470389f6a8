"""A map while it is drawn: what is wrong with it, where that is, and its picture with the faults marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from campaign.rules.map.map_files import map_faults
from campaign.rules.map.strategic_map import HOMES, StrategicMap, Zone, zone_in_faults
from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing, SectorSight, ZoneSight
from campaign.war.chart.sight import ground_of
from engines.seam.refusals import Refusal

Spot = tuple[str, int]
"""A sector and the index of one of its zones, from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a map from being played on, and the zones it is about; `href` opens the first of them."""

    rule: str
    reason: str
    spots: tuple[Spot, ...]
    href: str


def faults_of(chart: StrategicMap, path: str = "") -> list[Fault]:
    """Everything that is wrong with a map, with the zones on which it is marked, for the editor at `path`."""
    return [_fault(chart, refusal, path) for refusal in map_faults(chart)]


def draft_picture(
    chart: StrategicMap, faults: Sequence[Fault] = (), path: str = "", opened: Spot | None = None
) -> MapDrawing:
    """The map as it is drawn, its faults marked; with a `path` each zone is a link to its fields there.

    `opened` is the zone whose fields are open.
    """
    wrong = {spot for fault in faults for spot in fault.spots}
    return draw_map(
        [
            SectorSight(
                sector,
                tuple(_zone(chart, (sector, index), path, wrong, opened) for index in range(len(lane.zones))),
            )
            for sector, lane in ((name, chart.sectors[name]) for name in chart.order)
        ]
    )


def spot_address(path: str, spot: Spot) -> str:
    """The address of a zone's fields in the editor at `path`."""
    return f"{path}?zone={quote(spot[0])}/{spot[1] + 1}#zone" if path else ""


def spot_named(chart: StrategicMap, words: str) -> Spot | None:
    """The zone that an address names as "Antares/4", homes included; None if the map has no such zone."""
    sector, _, number = words.rpartition("/")
    if sector not in chart.sectors or not number.isascii() or not number.isdecimal() or len(number) > 2:
        return None
    return (sector, int(number) - 1) if 1 <= int(number) <= len(chart.zones(sector)) else None


def _fault(chart: StrategicMap, refusal: Refusal, path: str) -> Fault:
    spots = tuple(_spots(chart, refusal.where))
    href = spot_address(path, spots[0]) if spots else f"{path}#map-settings"
    return Fault(refusal.rule, refusal.reason, spots, href)


def _spots(chart: StrategicMap, where: str) -> Iterator[Spot]:
    """The zones that a fault is about: one, a home in every lane, or of a whole sector those without its start."""
    for sector in chart.order:
        last = len(chart.zones(sector)) - 1
        for index in range(last + 1):
            at_end = (where == HOMES["terran"] and index == 0) or (where == HOMES["talon"] and index == last)
            of_lane = where == sector and 0 < index < last
            if at_end or of_lane or where == zone_in_faults(sector, index):
                yield sector, index


def _zone(chart: StrategicMap, spot: Spot, path: str, wrong: set[Spot], opened: Spot | None) -> ZoneSight:
    zone: Zone = chart.zone(*spot)
    return ZoneSight(
        terran_income=zone.income[0],
        talon_income=zone.income[1],
        terrain=ground_of(chart, zone),
        has_planet=zone.terrain == "planet",
        planet_owner=zone.owner,
        base_side=zone.base,
        is_home=zone.home,
        is_start=zone.start,
        has_marker=zone.start,
        is_wrong=spot in wrong,
        is_open=spot == opened,
        href=spot_address(path, spot),
    )
