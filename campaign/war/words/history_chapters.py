"""What has happened in a war, in sentences: chapters of a turn, from the events a side may read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from campaign.rules import events as e
from campaign.rules.corrections.amended_events import AnyAmended
from campaign.rules.event import Event
from campaign.rules.map.strategic_map import Place, StrategicMap, place_title
from campaign.war.words.amended import chapter_title
from campaign.war.words.event_lines import HistoryLine, die_line, lines_of
from campaign.war.words.history_line import doubled_lines
from engines.seam.cards import UnitCard
from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import Side
from engines.seam.systems import unit_card

MOST_LINES: Final = 120
"""No chapter of a war that people play is nearly so long; the war's file has all of it."""


@dataclass
class Chapter:
    """A part of a turn: `battle` is 0 outside battles; cards show forces as they were revealed.

    `left_out` is the number of lines for which it has no room.
    """

    title: str
    battle: int = 0
    place: Place = ""
    lines: list[HistoryLine] = field(default_factory=list)
    forces: dict[Side, tuple[UnitCard, ...]] = field(default_factory=dict)
    lp: dict[Side, int] = field(default_factory=dict)
    left_out: int = 0

    @property
    def secret_to(self) -> set[Side | None]:
        """The sides of which it has lines that only they knew at the time."""
        return {line.side for line in self.lines if line.own}

    def add(self, lines: list[HistoryLine]) -> None:
        """Write the lines, as far as there is room."""
        room = MOST_LINES - len(self.lines)
        self.lines += lines[:room]
        self.left_out += len(lines[room:])


@dataclass
class ChapterWriter:
    """The chapters of one turn as they are written; dice wait for what they were rolled for."""

    chart: StrategicMap
    chapters: list[Chapter] = field(default_factory=list)
    dice: list[HistoryLine] = field(default_factory=list)
    places: dict[int, Place] = field(default_factory=dict)
    setups: dict[int, BattleSetup] = field(default_factory=dict)

    def write(self, event: e.AnyEvent) -> None:
        """Write one event into the chapter it belongs to."""
        if isinstance(event, e.DieRolled):
            self.dice.append(die_line(event))
            return
        if isinstance(event, e.BattlePlanned):
            self.places[event.number] = event.place
        chapter = self._chapter_of(event)
        chapter.add(self.dice)
        self.dice = []
        if isinstance(event, e.ForcesRevealed):
            chapter.lp = {"terran": event.terran_lp, "talon": event.talon_lp}
            chapter.forces = {"terran": _cards("terran", event.terran), "talon": _cards("talon", event.talon)}
        else:
            chapter.add(lines_of(event, self.chart))
        if isinstance(event, e.BattleJoined):
            self.setups[event.battle] = event.setup
        elif isinstance(event, e.ResultAccepted) and event.battle in self.setups:
            chapter.add(doubled_lines(self.setups[event.battle], event.result.report))

    def close(self) -> list[Chapter]:
        """The chapters in which something stands, with dice that nothing followed from."""
        if self.dice:
            self._named("Fleets").add(self.dice)
        return [chapter for chapter in self.chapters if chapter.lines or chapter.forces]

    def _chapter_of(self, event: e.AnyEvent) -> Chapter:
        number = self._battle_at(event.place) if isinstance(event, e.PlanetTaken) else _battle_of(event)
        return self._of_battle(number) if number else self._named(_title_of(event))

    def _battle_at(self, place: Place) -> int:
        return next((number for number, at in self.places.items() if at == place), 0)

    def _of_battle(self, number: int) -> Chapter:
        found = next((chapter for chapter in self.chapters if chapter.battle == number), None)
        if found is None:
            place = self.places.get(number, "")
            found = Chapter(f"Battle {number}: {place_title(place)}", number, place)
            self.chapters.append(found)
        return found

    def _named(self, title: str) -> Chapter:
        found = next((chapter for chapter in self.chapters if chapter.title == title), None)
        if found is None:
            found = Chapter(title)
            self.chapters.append(found)
        return found


BEGINNING = "Start of the war"
_TITLES: tuple[tuple[tuple[type[Event], ...], str], ...] = (
    ((e.WarBegan, e.TakenOver, e.BasesPlaced), BEGINNING),
    ((e.BattlePlanned, e.BattleOrderSet, e.QuestionAsked), "Battle order"),
    ((e.LevelsChanged,), "Difficulty"),
    ((e.DrawOffered, e.DrawDeclined), "Draw offers"),
    ((e.WarEnded,), "End of the war"),
)


def _title_of(event: e.AnyEvent) -> str:
    """The heading for what is told outside battles."""
    if isinstance(event, AnyAmended):
        return chapter_title(event)
    if isinstance(event, e.DeadlinePassed) and event.doing == "bases":
        return BEGINNING
    return next((title for kinds, title in _TITLES if isinstance(event, kinds)), "Fleets")


def _battle_of(event: e.AnyEvent) -> int:
    """The number of the battle of its turn to which the event belongs, 0 for none."""
    if isinstance(event, AnyAmended):
        return 0
    if isinstance(event, e.QuestionAsked):
        return event.question.battle
    number: int = getattr(event, "battle", 0)
    return number


def _cards(side: Side, units: tuple[Unit, ...]) -> tuple[UnitCard, ...]:
    return tuple(unit_card(side, unit) for unit in units)


def chapters(
    events: Iterable[e.AnyEvent], chart: StrategicMap, viewer: Side | None, *, over: bool
) -> list[Chapter]:
    """The chapters that the events make, in order; give only events the viewer may see."""
    writer = ChapterWriter(chart)
    for event in events:
        writer.write(event if over else _as_seen(event, viewer))
    return writer.close()


def _as_seen(event: e.AnyEvent, viewer: Side | None) -> e.AnyEvent:
    """An enemy's answer without whether a standing instruction gave it, which is hidden (S36)."""
    if isinstance(event, e.Answered) and event.side != viewer:
        return e.Answered(event.battle, event.side, event.engage)
    return event


def of_turn(events: Iterable[e.AnyEvent], turn: int) -> list[e.AnyEvent]:
    """The events that belong to a turn: from its beginning up to the next turn's; turn 1 has the war's start."""
    at = 0 if turn == 1 else -1
    found = []
    for event in events:
        if isinstance(event, e.TurnBegan):
            at = event.turn
        elif isinstance(event, e.WarBegan):
            at = 1
        elif isinstance(event, e.TakenOver):
            at = event.taken.turn
        if at == turn:
            found.append(event)
    return found
