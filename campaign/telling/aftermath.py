"""What each battle did to the war, in sentences: the war's page says it beside the battle."""

from collections.abc import Iterable

from campaign.rules import events as e
from campaign.rules.strategic_map import StrategicMap, place_title
from campaign.telling.lines import Line, told

FOLLOWED = e.PlanetTaken | e.TransportsLanded | e.MarkerMoved | e.FrontHeld | e.FightersStranded


def aftermath(events: Iterable[e.AnyEvent], chart: StrategicMap) -> dict[int, tuple[Line, ...]]:
    """By battle what it did to the war: planets taken, the front line moved or why not, who was left behind."""
    found: dict[int, tuple[Line, ...]] = {}
    taken: list[Line] = []
    for event in events:
        if isinstance(event, e.PlanetTaken):
            taken = told(event, chart)
        elif isinstance(event, FOLLOWED):
            found[event.battle] = (*found.get(event.battle, ()), *taken, *_after(event, chart))
            taken = []
    return found


def _after(event: e.AnyEvent, chart: StrategicMap) -> list[Line]:
    if not isinstance(event, e.MarkerMoved):
        return told(event, chart)
    start, end = (place_title(chart.place(event.sector, index)) for index in (event.start, event.end))
    return [Line("front-line", f"Front line: {start} → {end}.", rule="31.6")]
