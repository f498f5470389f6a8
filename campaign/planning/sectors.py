"""What the grid of an assignment says of each sector: the zone under its front line."""

from dataclasses import dataclass

from campaign.map.picture import zone_address
from campaign.map.sight import ground_of
from campaign.map.words import TERRAIN_WORDS
from campaign.planning.edits import WorkingPlan
from campaign.rules.map.strategic_map import Place, Zone
from engines.seam.sides import opponent


@dataclass(frozen=True)
class SectorHead:
    """Where a sector's front line stands, what is there, and the address of its sheet."""

    title: str
    words: str
    href: str


def sector_heads(desk: WorkingPlan, path: str) -> list[SectorHead]:
    """The zone each sector's front line stands in, in battle order, for the page at `path`."""
    found = []
    for sector in desk.war.chart.order:
        place = desk.war.place_of(sector)
        title = f"{sector} {desk.war.markers[sector] + 1}"
        words = ", ".join(_ground_words(desk, place, desk.war.chart.zone_at(place)))
        found.append(SectorHead(title, words, zone_address(path, place)))
    return found


def _ground_words(desk: WorkingPlan, place: Place, zone: Zone) -> list[str]:
    whose = {desk.side: "your", opponent(desk.side): "their"}
    owner, base = desk.war.planets.get(place), desk.war.bases.get(place)
    if zone.terrain == "planet":
        ground = f"{whose[owner]} planet" if owner else "neutral planet"
    else:
        ground = ground_of(desk.war.chart, zone)
        ground = TERRAIN_WORDS.get(ground, ground)
    return [ground, f"{whose[base.side]} base"] if base else [ground]
