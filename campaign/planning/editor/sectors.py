"""What the grid of an assignment says of each sector: the zone under its front line."""

from dataclasses import dataclass

from campaign.planning.editor.edits import WorkingPlan
from campaign.rules.map.strategic_map import Place, Zone
from campaign.war.chart.picture import zone_address
from campaign.war.chart.sight import ground_of
from campaign.war.chart.words import TERRAIN_WORDS
from engines.seam.sides import opponent


@dataclass(frozen=True)
class SectorHead:
    """Where a sector's front line stands, what is there, and the address of its sheet."""

    title: str
    words: str
    href: str


def sector_heads(working: WorkingPlan, path: str) -> list[SectorHead]:
    """The zone each sector's front line stands in, in battle order, for the page at `path`."""
    found = []
    for sector in working.war.chart.order:
        place = working.war.place_of(sector)
        title = f"{sector} {working.war.markers[sector] + 1}"
        words = ", ".join(_ground_words(working, place, working.war.chart.zone_at(place)))
        found.append(SectorHead(title, words, zone_address(path, place)))
    return found


def _ground_words(working: WorkingPlan, place: Place, zone: Zone) -> list[str]:
    whose = {working.side: "your", opponent(working.side): "their"}
    owner, base = working.war.planets.get(place), working.war.bases.get(place)
    if zone.terrain == "planet":
        ground = f"{whose[owner]} planet" if owner else "neutral planet"
    else:
        ground = ground_of(working.war.chart, zone)
        ground = TERRAIN_WORDS.get(ground, ground)
    return [ground, f"{whose[base.side]} base"] if base else [ground]
