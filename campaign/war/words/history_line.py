"""A sentence about a war, and words that several kinds of event share."""

from dataclasses import dataclass

from campaign.rules.map.strategic_map import Place, StrategicMap, place_in_text
from engines.seam.documents import BattleSetup, Report, Result
from engines.seam.sides import Side
from engines.seam.systems import system


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One sentence; `own` marks what only that side knew at the time."""

    icon: str
    text: str
    side: Side | None = None
    rule: str = ""
    own: bool = False


def result_line(result: Result, rule: str = "") -> HistoryLine:
    """Who won, how, by what degree, and the points lost: "held the field after 7 rounds: great victory; ..."."""
    report = result.report
    points = f"points counted as lost: Terran {result.terran_lost}, Talon {result.talon_lost}"
    rounds = counted(report.rounds, "round")
    if result.winner is None:
        return HistoryLine("cross", f"Draw after {rounds}; {points}.", rule=rule or "S29")
    how = {"conceded": "won by concession", "planet": "took the planet"}.get(report.ending, "held the field")
    words = f"{how} after {rounds}: {result.degree} victory; {points}."
    return HistoryLine("trophy", words, result.winner, rule or "20.2")


def doubled_lines(setup: BattleSetup, report: Report) -> list[HistoryLine]:
    """Why the points that count are not those of what was destroyed, a line for each reason (R36)."""
    why = system(setup.system).counted_double(setup, report)
    return [HistoryLine("landed", f"{words}.", rule="R36") for words in why]


def move_words(chart: StrategicMap, sector: str, start: int, end: int) -> str:
    """From which zone to which a marker moves, zone indices from the Terran home: "from 4 to 5, towards ..."."""
    before, after = (_zone_words(chart.place(sector, index)) for index in (start, end))
    toward = "Talon" if end > start else "Terran"
    return (
        f"from {before} to {after}, towards the {toward} home"
        if after.isdigit()
        else f"from {before} to {after}"
    )


def _zone_words(place: Place) -> str:
    sector, _, number = place.partition("/")
    return place_in_text(place) if sector == "home" else number


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "battle"), counted(0, "ship")
    ('1 battle', '0 ships')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
