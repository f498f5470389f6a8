"""The log of a battle as a timeline."""

from dataclasses import dataclass
from datetime import datetime

from battles.models import BattleNote

ICONS = {
    "opened": "swords",
    "entered": "document",
    "corrected": "document",
    "confirmed": "check",
    "agreed": "check",
    "disputed": "warning",
    "stood": "clock",
    "reopened": "info",
    "asked_back": "info",
    "left": "info",
    "voided": "cross",
    "held": "lock",
    "released": "info",
    "asked": "info",
    "queued": "swords",
    "recalled": "info",
    "failed": "warning",
    "fought": "swords",
    "begun": "swords",
    "laid": "info",
    "played": "swords",
}
WORDS = {
    "opened": "began the battle",
    "entered": "entered the result",
    "corrected": "entered a corrected result",
    "confirmed": "confirmed the result",
    "agreed": "confirmed the result for both sides",
    "disputed": "disputed the result",
    "asked": "asked to settle the battle",
    "queued": "gave the battle to captains again",
}
UNSIGNED = {
    "opened": "battle opened",
    "stood": "result final: not answered in time",
    "reopened": "result withdrawn by both sides",
    "voided": "battle called off",
    "held": "paused, or frozen by the host",
    "released": "battle resumed",
    "queued": "battle given to captains",
    "recalled": "battle taken back from captains",
    "failed": "captains could not fight the battle",
    "fought": "battle fought by captains",
    "begun": "battle begun in the browser",
    "laid": "battle in the browser laid aside",
    "played": "battle played to its end",
}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A note as components/history.html shows it."""

    icon: str
    title: str
    at: datetime
    text: str
    side: str


def history(notes: list[BattleNote]) -> list[HistoryEntry]:
    """The notes as entries of the timeline, newest first."""
    return [_entry(note) for note in reversed(notes)]


def _entry(note: BattleNote) -> HistoryEntry:
    kind, text = note.get_kind_display(), note.text
    if note.user is not None:
        by = f"{note.deputy.username} for " if note.deputy is not None else ""
        did = WORDS.get(note.kind, kind)
        if (note.kind, text) == (BattleNote.Kind.ASKED, BattleNote.WITHDREW):
            did, text = "withdrew the request", ""
        title = f"{by}{note.user.username} {did}"
    else:
        words = UNSIGNED.get(note.kind, kind)
        if (note.kind, text) == (BattleNote.Kind.BEGUN, BattleNote.RESUMED):
            words, text = "battle resumed in the browser", ""
        title = words[0].upper() + words[1:]
    return HistoryEntry(icon=ICONS[note.kind], title=title, at=note.at, text=text, side=note.side)
