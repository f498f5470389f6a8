"""The terrain of a battle: the zone's own, or the Astrometrics Lab's (31.7, R38)."""

from campaign.rules.events import TerrainRolled
from campaign.rules.record import Record
from campaign.rules.state import Battle
from campaign.rules.strategic_map import Place
from engines.seam.documents import Terrain
from engines.talon.catalogue import astrometrics, pattern_title


def fixed_terrain(record: Record, place: Place) -> Terrain | None:
    """The terrain a zone always has; None where it is rolled."""
    chart = record.war.chart
    terrain = chart.zone_at(place).terrain
    if terrain == "random":
        return None
    return Terrain(terrain, chart.patterns.get(terrain))


def terrain_of(record: Record, battle: Battle) -> Terrain:
    """The terrain of a battle, rolled now if the zone has dice (31.7)."""
    fixed = fixed_terrain(record, battle.place)
    if fixed is not None:
        return fixed
    column, row = _roll(record)
    terrain = Terrain(pattern_title(column, row), (column, row), rolled=True)
    record.book(TerrainRolled(battle.number, terrain))
    return terrain


def _roll(record: Record) -> tuple[int, int]:
    """Column and row, rolled again for a black hole that was not agreed to (18, 30.3)."""
    while True:
        dice = record.roll("terrain column"), record.roll("terrain row")
        if record.war.settings.black_holes or "black_hole" not in astrometrics()[dice]:
            return dice
