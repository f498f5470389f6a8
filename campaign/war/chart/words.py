"""Says in words what the strategic map shows."""

from collections.abc import Sequence

from campaign.war.chart.fleets import fleet_words
from campaign.war.chart.shapes import SIDE_NAMES, FrontNow, SectorSight, SectorText, ZoneSight, ZoneText

TERRAIN_WORDS = {"random": "random terrain", "open": "open space"}
"""Terrain whose name does not say alone what it is."""


def describe(sectors: Sequence[SectorSight]) -> tuple[SectorText, ...]:
    """Returns the map in words, zone by zone."""
    return tuple(
        SectorText(sector.name, tuple(zone_text(sector, place) for place in range(len(sector.zones))))
        for sector in sectors
    )


def fronts_now(sectors: Sequence[SectorSight]) -> tuple[FrontNow, ...]:
    """Returns the front of each sector, in battle order."""
    return tuple(
        FrontNow(sector.name, _short_name(sector), sector.zones[sector.front].href, sector.fleets)
        for sector in sectors
    )


def zone_text(sector: SectorSight, place: int) -> ZoneText:
    """Returns one zone in words; what is not there is an empty string."""
    zone = sector.zones[place]
    return ZoneText(
        _name(sector, place),
        zone.terran_income,
        zone.talon_income,
        "" if zone.has_planet else TERRAIN_WORDS.get(zone.terrain, zone.terrain),
        _planet(zone),
        f"{SIDE_NAMES[zone.base_side]} base" if zone.base_side else "",
        _front(zone),
        "; ".join(fleet_words(fleet, "here") for fleet in sector.fleets) if place == sector.front else "",
        zone.href,
    )


def _short_name(sector: SectorSight) -> str:
    """The zone of the front beneath its sector's name."""
    if sector.front in (0, len(sector.zones) - 1):
        return _name(sector, sector.front)
    return f"zone {sector.front + 1}"


def _name(sector: SectorSight, place: int) -> str:
    if place == 0:
        return "Terran home"
    if place == len(sector.zones) - 1:
        return "Talon home"
    start = " (start)" if sector.zones[place].is_start else ""
    return f"{sector.name} {place + 1}{start}{' (problem)' if sector.zones[place].is_wrong else ''}"


def _planet(zone: ZoneSight) -> str:
    if not zone.has_planet:
        return ""
    return f"{SIDE_NAMES[zone.planet_owner]} planet" if zone.planet_owner else "neutral planet"


def _front(zone: ZoneSight) -> str:
    if zone.visited:
        turns = f"turn{'s' if len(zone.visited) > 1 else ''} {', '.join(map(str, zone.visited))}"
        return f"front line here {'now and ' if zone.has_marker else ''}in {turns}"
    return "front line here" if zone.has_marker else ""
