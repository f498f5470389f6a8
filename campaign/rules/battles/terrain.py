"""The terrain of a battle: the zone's own, or the Astrometrics Lab's (31.7, R38)."""

from campaign.rules.events import TerrainRolled
from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.map.zone_terrain import ZoneTerrain
from campaign.rules.record import Record
from campaign.rules.settings import Settings
from campaign.rules.state import Battle
from engines.seam.classes import Catalogue, Dice
from engines.seam.documents import Terrain


def fixed_terrain(chart: StrategicMap, place: Place) -> ZoneTerrain | None:
    """The terrain a zone always has; None where it is rolled."""
    terrain = chart.zone_at(place).terrain
    if terrain == "random":
        return None
    return ZoneTerrain(terrain, chart.patterns.get(terrain))


def terrain_of(record: Record, battle: Battle) -> Terrain:
    """The terrain of a battle, rolled now if the zone has dice (31.7)."""
    catalogue = record.war.settings.catalogue
    found = fixed_terrain(record.war.chart, battle.place)
    if found is None:
        found = _of_dice(catalogue, _roll(record, battle.place))
        record.book(TerrainRolled(battle.number, found))
    return found.laid(catalogue)


def possible_terrains(settings: Settings, chart: StrategicMap, place: Place) -> tuple[Terrain, ...]:
    """The terrains that a battle over the place may have, each as likely (31.7)."""
    catalogue = settings.catalogue
    fixed = fixed_terrain(chart, place)
    if fixed is not None:
        return (fixed.laid(catalogue),)
    return tuple(
        _of_dice(catalogue, dice).laid(catalogue)
        for dice, kinds in sorted(catalogue.terrain_kinds().items(), key=lambda found: found[0])
        if settings.black_holes or "black_hole" not in kinds
    )


def _of_dice(catalogue: Catalogue, dice: Dice) -> ZoneTerrain:
    return ZoneTerrain(catalogue.terrain_title(*dice), dice, rolled=True)


def _roll(record: Record, place: Place) -> Dice:
    """Column and row, rolled again for a black hole that was not agreed to (18, 30.3)."""
    settings = record.war.settings
    kinds = settings.catalogue.terrain_kinds()
    while True:
        dice = record.roll("terrain column", place), record.roll("terrain row", place)
        if settings.black_holes or "black_hole" not in kinds[dice]:
            return dice
