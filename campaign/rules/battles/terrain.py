"""The terrain of a battle: the zone's own, or the Astrometrics Lab's (31.7, R38)."""

from campaign.rules.events import TerrainRolled
from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.record import Record
from campaign.rules.state import Battle
from engines.seam.documents import Terrain
from engines.talon.catalogue import astrometrics, pattern_title


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
    terrain = _of_dice(*_roll(record, battle.place))
    record.book(TerrainRolled(battle.number, terrain))
    return terrain


def possible_terrains(chart: StrategicMap, place: Place, *, black_holes: bool) -> tuple[Terrain, ...]:
    """The terrains that a battle over the place may have, each as likely (31.7)."""
    fixed = fixed_terrain(chart, place)
    if fixed is not None:
        return (fixed,)
    patterns = sorted(astrometrics().items())
    return tuple(_of_dice(*dice) for dice, pattern in patterns if black_holes or "black_hole" not in pattern)


def _of_dice(column: int, row: int) -> Terrain:
    return Terrain(pattern_title(column, row), (column, row), rolled=True)


def _roll(record: Record, place: Place) -> tuple[int, int]:
    """Column and row, rolled again for a black hole that was not agreed to (18, 30.3)."""
    while True:
        dice = record.roll("terrain column", place), record.roll("terrain row", place)
        if record.war.settings.black_holes or "black_hole" not in astrometrics()[dice]:
            return dice
