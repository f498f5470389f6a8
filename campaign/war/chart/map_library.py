"""The maps a war can be begun on: the files of `maps/`, each with the settings it suggests."""

from functools import cache
from pathlib import Path

from campaign.rules.events import WarBegan
from campaign.rules.evolve import fold
from campaign.rules.map.map_files import read_map, suggested
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.rules.state import RULES
from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import sectors_of

__all__ = ["DEFAULT", "MAPS", "at_the_start", "in_words", "shipped_maps", "suggested"]
MAPS = Path(__file__).parent.parent / "maps"
DEFAULT = "four_sectors"


@cache
def shipped_maps() -> dict[str, StrategicMap]:
    """Every map by the name of its file, the default first."""
    files = sorted(MAPS.glob("*.toml"), key=lambda file: (file.stem != DEFAULT, file.stem))
    return {file.stem: read_map(file.read_text()) for file in files}


def at_the_start(chart: StrategicMap) -> MapDrawing:
    """The map as it lies when a war begins (31.2)."""
    war = fold([WarBegan(Settings(), chart, RULES)])
    return draw_map(sectors_of(view(war, None)))


def in_words(chart: StrategicMap) -> str:
    """A map in one line: its sectors with their zones, and what is special.

    >>> in_words(shipped_maps()["three_gates"])
    '3 sectors: Lantern (5 zones), Maw (6), Thorn (7). Fixed bases. A black hole.'
    """
    lengths = [f"{sector} ({len(chart.zones(sector))})" for sector in chart.order]
    words = [f"{len(lengths)} sectors: {', '.join(lengths).replace(')', ' zones)', 1)}."]
    if any(zone.base for _, _, _, zone in chart.places()):
        words.append("Fixed bases.")
    if chart.has_fixed_black_hole():
        words.append("A black hole.")
    return " ".join(words)
