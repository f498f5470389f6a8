"""How the history of a war read before a result was corrected in its log: nothing of it is lost (S69)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from campaign.models import Entry, SetAside, War
from campaign.rules import events as e
from campaign.rules.corrections.amended_events import LogCorrected
from campaign.rules.map.strategic_map import Place, place_in_text
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import CORRECT_LOG, Kept, log_correction_in
from campaign.war.words.history_rows import events_of

MOST_LISTED: Final = 10
SHOWN = e.BattlePlanned | e.ForcesRevealed
"""What says where a battle was, and which forces it had."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """How the history of the war read before entry `entry`: until which turn, and in `words` what was corrected then.

    `turn` is that of the corrected battle; before it the history read as now. The entry was made `at` a time, in the
    turn `now`; `kept` is the number of the last entry that counts since, 0 if all do.
    """

    entry: int
    turn: int
    until: int
    words: str
    at: datetime
    now: int
    kept: int


def earlier_of(corrections: Sequence[Entry]) -> list[Earlier]:
    """From the entries that correct a war's results: every way in which the history read before, the latest first."""
    return [
        Earlier(row.number, event.turn, event.until, _words(event), row.made_at, row.turn, _kept(row))
        for row in reversed(corrections)
        if row.kind == CORRECT_LOG
        for event in decode_events(bytes(row.events))
        if isinstance(event, LogCorrected)
    ]


def listed(earlier: Iterable[Earlier], turn: int, *, before: int = 0) -> tuple[list[Earlier], int]:
    """The latest ways in which the turn read, or read `before` an entry; and how many there are besides.

    The page of the last one lists those before it.
    """
    found = [one for one in earlier if one.turn <= turn <= one.until and not 0 < before <= one.entry]
    return found[:MOST_LISTED], len(found[MOST_LISTED:])


def _kept(row: Entry) -> int:
    correction = log_correction_in(row)
    return correction.entry if correction.order.way == "rewind" else 0


TurnOf = Callable[[datetime, int], int]
"""In which turn something is told that happened at a time, in a turn of then; 0 for not at all."""


def turn_of(war: War, earlier: Sequence[Earlier], shown: Earlier | None) -> TurnOf:
    """How what is not in the log is told as it counts, or as it was `shown` before an entry.

    What happened in turns that no longer count is told in the turn to which the war went back then, as it happened
    all the same. No query in a war that has never gone back, else one.
    """
    back = [one for one in reversed(earlier) if one.kept and (shown is None or one.entry < shown.entry)]
    rows = Entry.objects.filter(war=war, number__in=[one.kept for one in back]) if back else ()
    kept_at = {row.number: row.made_at for row in rows}

    def found(at: datetime, turn: int) -> int:
        if shown is not None and at > shown.at:
            return 0
        for one in back:
            if kept_at[one.kept] < at < one.at:
                at, turn = one.at, one.now
        return turn

    return found


def _words(event: LogCorrected) -> str:
    return f"before the result of battle {event.battle} at {place_in_text(event.place)} was corrected"


def battles_before(war: War, entry: int) -> dict[int, int]:
    """By number the battles that counted before the entry and no longer do; one query."""
    rows = SetAside.objects.filter(war=war, entry__gte=entry).order_by("-entry")
    found: dict[int, Any] = dict(rows.values_list("number", "battle_id"))
    return found


def other_than_before(
    log: Iterable[Entry], turn: int, events: Iterable[e.AnyEvent], earlier: Iterable[Earlier]
) -> frozenset[int]:
    """The battles among the turn's events that had other forces, or another place, before the war went back (S71).

    `log` is the log around the turn, and `earlier` are all earlier histories of the war. The log is read once.
    """
    now = _revealed(events)
    gone_back = {one.entry for one in earlier if one.turn <= turn <= one.until}
    if not now or not gone_back:
        return frozenset()
    kept, found, others = Kept(), dict[int, list[e.AnyEvent]](), set[int]()
    for entry in log:
        if entry.number in gone_back:
            was = _revealed(event for number in sorted(found) for event in found[number])
            others |= {number for number in was if number in now and now[number] != was[number]}
        for new in kept.read(entry):
            if new.turn in (turn - 1, turn):
                found[new.number] = [one for one in events_of([new]) if isinstance(one, SHOWN)]
        found = {number: shown for number, shown in found.items() if shown and number in kept.entries}
    return frozenset(others)


def _revealed(events: Iterable[e.AnyEvent]) -> dict[int, tuple[Place, e.ForcesRevealed]]:
    """By number the battles whose forces are revealed: where, and which."""
    places: dict[int, Place] = {}
    found = {}
    for event in events:
        if isinstance(event, e.BattlePlanned):
            places[event.number] = event.place
        elif isinstance(event, e.ForcesRevealed) and event.battle in places:
            found[event.battle] = places[event.battle], event
    return found
