"""The terrain of a battle: the zone's own, or the Astrometrics Lab's (31.7, R38)."""

from campaign.rules.events import TerrainRolled
from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.record import Record
from campaign.rules.settings import Settings
from campaign.rules.state import Battle
from engines.seam.classes import Catalogue
from engines.seam.documents import Terrain


def fixed_terrain(chart: StrategicMap, place: Place) -> Terrain | None:
    """The terrain a zone always has; None where it is rolled."""
    terrain = chart.zone_at(place).terrain
    if terrain == "random":
        return None
    return Terrain(terrain, chart.patterns.get(terrain))


def terrain_of(record: Record, battle: Battle) -> Terrain:
    """The terrain of a battle, rolled now if the zone has dice (31.7)."""
    fixed = fixed_terrain(record.war.chart, battle.place)
    if fixed is not None:
        return fixed
    terrain = _of_dice(record.war.settings.catalogue, _roll(record, battle.place))
    record.book(TerrainRolled(battle.number, terrain))
    return terrain


def possible_terrains(settings: Settings, chart: StrategicMap, place: Place) -> tuple[Terrain, ...]:
    """The terrains that a battle over the place may have, each as likely (31.7)."""
    fixed = fixed_terrain(chart, place)
    if fixed is not None:
        return (fixed,)
    patterns = sorted(settings.catalogue.terrain_patterns().items(), key=lambda found: found[0])
    return tuple(
        _of_dice(settings.catalogue, dice)
        for dice, pattern in patterns
        if settings.black_holes or "black_hole" not in pattern
    )


def _of_dice(catalogue: Catalogue, dice: tuple[int, int]) -> Terrain:
    return Terrain(catalogue.pattern_title(*dice), dice, rolled=True)


def _roll(record: Record, place: Place) -> tuple[int, int]:
    """Column and row, rolled again for a black hole that was not agreed to (18, 30.3)."""
    settings = record.war.settings
    patterns = settings.catalogue.terrain_patterns()
    while True:
        dice = record.roll("terrain column", place), record.roll("terrain row", place)
        if settings.black_holes or "black_hole" not in patterns[dice]:
            return dice
