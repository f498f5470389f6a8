"""What each battle did to the war, in sentences: the war's page says it beside the battle."""

from collections.abc import Iterable

from campaign.rules import events as e
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.words.event_lines import HistoryLine, lines_of

FOLLOWED = e.PlanetTaken | e.ShipsLanded | e.MarkerMoved | e.FrontHeld | e.ShipsStranded


def aftermath(events: Iterable[e.AnyEvent], chart: StrategicMap) -> dict[int, tuple[HistoryLine, ...]]:
    """By battle what it did to the war: planets taken, the front line moved or why not, who was left behind."""
    found: dict[int, tuple[HistoryLine, ...]] = {}
    taken: list[HistoryLine] = []
    for event in events:
        if isinstance(event, e.PlanetTaken):
            taken = lines_of(event, chart)
        elif isinstance(event, FOLLOWED):
            found[event.battle] = (*found.get(event.battle, ()), *taken, *lines_of(event, chart))
            taken = []
    return found
