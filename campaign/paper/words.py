"""A war from paper before it goes on: what was entered, for both players to check."""

from dataclasses import dataclass

from campaign.models import War
from campaign.rules.events import TakenOver, WarBegan
from campaign.rules.evolve import fold
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.paper.taken import Taken
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.rules.state import RULES
from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import sectors_of
from campaign.war.log.documents import decode_chart, decode_settings, decode_taken
from campaign.war.words.fleet_tables import Table, bases_table, fleet_of, fleet_table
from engines.seam.sides import SIDES


@dataclass(frozen=True)
class TakenWar:
    """Where a war from paper stands before the income of `turn`, on the map and in tables."""

    turn: int
    board: MapDrawing
    tables: tuple[Table, ...]


def taken_of(war: War) -> TakenWar | None:
    """What was entered of a war from paper; None for any other."""
    if war.taken is None:
        return None
    settings, chart = decode_settings(bytes(war.settings)), decode_chart(bytes(war.chart))
    return shown(settings, chart, decode_taken(bytes(war.taken)))


def shown(settings: Settings, chart: StrategicMap, taken: Taken) -> TakenWar:
    """The same of a war that is being entered."""
    war = fold([WarBegan(settings, chart, RULES), TakenOver(taken)])
    fleets = (
        fleet_table(f"{side.title()}: treasury {war.fleet(side).treasury}", fleet_of(view(war, side), side))
        for side in SIDES
    )
    return TakenWar(
        taken.turn, draw_map(sectors_of(view(war, None))), (bases_table(view(war, None)), *fleets)
    )
