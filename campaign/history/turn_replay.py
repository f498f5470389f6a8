"""A turn shown again on the map: the war before its first battle and after each, in the order they happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.rules import events as e
from campaign.rules.evolve import fold
from campaign.rules.map.strategic_map import Place, place_title
from campaign.rules.sight import WarView, seen, view
from campaign.war.words.event_lines import HistoryLine, lines_of
from engines.seam.sides import Side

SHOWN = (
    e.Forfeited
    | e.NotFought
    | e.ResultAccepted
    | e.PlanetTaken
    | e.ShipsLanded
    | e.MarkerMoved
    | e.FrontHeld
    | e.ShipsStranded
    | e.WarEnded
)


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of a turn's replay: `number` of `last`, 0 before the first battle.

    `view` is the war as the side saw it then, `place` where the step's battle was, `lines` what came of it.
    """

    turn: int
    number: int
    last: int
    view: WarView
    place: Place
    title: str
    lines: tuple[HistoryLine, ...]


def turn_step(events: Sequence[e.AnyEvent], side: Side, turn: int, number: int) -> TurnStep | None:
    """Step `number` of a turn's replay for a side, from all events of the war; None if there is no such step."""
    cuts = _cuts(events, turn)
    if not 0 <= number < len(cuts):
        return None
    war = fold(events[: cuts[number]])
    sight = view(war, side)
    if not number:
        return TurnStep(turn, 0, len(cuts) - 1, sight, "", f"Turn {turn}: fleets assigned", ())
    happened = events[cuts[number - 1] : cuts[number]]
    battle = next((event.battle for event in reversed(happened) if isinstance(event, e.BattleClosed)), 0)
    place = _place_of(events, battle)
    lines = [
        line
        for event in seen(happened, side, over=war.phase == "over")
        if isinstance(event, SHOWN)
        for line in lines_of(event, war.chart)
    ]
    title = place_title(place) if place else "The war ends"
    return TurnStep(turn, number, len(cuts) - 1, sight, place, title, tuple(lines))


def _cuts(events: Sequence[e.AnyEvent], turn: int) -> list[int]:
    """How many events have happened before the turn's first battle and after each; [] for a turn without any."""
    at, planned = 1, -1
    found: list[int] = []
    for number, event in enumerate(events):
        if isinstance(event, e.TurnBegan):
            at = event.turn
        if at != turn:
            continue
        if isinstance(event, e.BattlePlanned) and planned < 0:
            planned = number
        if isinstance(event, e.BattleClosed) or (isinstance(event, e.WarEnded) and planned >= 0):
            found.append(number + 1)
    return [planned, *found] if found else []


def _place_of(events: Iterable[e.AnyEvent], battle: int) -> Place:
    planned = (event for event in events if isinstance(event, e.BattlePlanned))
    return next((event.place for event in planned if event.number == battle), "")
