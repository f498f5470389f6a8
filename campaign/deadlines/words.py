"""What the players of a war have said about its time, in sentences of its history (S65)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.zones import instant_words
from battles.pace import said_words
from campaign.models import TimeNote, War
from campaign.war.at import At
from campaign.war.hooks import HistoryTurn
from campaign.war.words.earlier import TurnOf
from campaign.war.words.event_lines import HistoryLine
from campaign.war.words.history_chapters import Chapter
from engines.seam.sides import Side, as_side

TITLE = "Time"
OTHERWISE: dict[str, str] = {
    TimeNote.Kind.RESUMED: "resumes the war.",
    TimeNote.Kind.AWAY: "is on holiday until {asked}.",
    TimeNote.Kind.BACK: "is back from holiday.",
    TimeNote.Kind.PLAYING: "says that the battle at {asked} is being played. It has its full time again.",
}

RULES: dict[str, str] = {
    TimeNote.Kind.AWAY: "S66",
    TimeNote.Kind.BACK: "S66",
    TimeNote.Kind.PLAYING: "S73",
}


def time_chapter(war: War, turn: int, turn_of: TurnOf) -> Chapter | None:
    """What was said of time in a turn, None if nothing; one query."""
    notes = war.time_notes.order_by("pk")
    lines = [_line(note) for note in notes if turn_of(note.at, note.turn) == turn]
    return Chapter(TITLE, lines=lines) if lines else None


def chapters(asked: HistoryTurn) -> Iterator[Chapter | None]:
    """What the history tells of it."""
    yield time_chapter(asked.at.war, asked.turn, asked.turn_of)


def _line(note: TimeNote) -> HistoryLine:
    side = as_side(note.side)
    if note.kind in OTHERWISE:
        words = OTHERWISE[note.kind].format(asked=_asked(note))
    else:
        words = f"{said_words(note.kind, note.asked)}."
    return HistoryLine("clock", words, side, RULES.get(note.kind, "S65"))


def _asked(note: TimeNote) -> str:
    """What a note is about, in words: of a holiday when it ends, where the reader is."""
    away = note.kind == TimeNote.Kind.AWAY
    return instant_words(datetime.fromisoformat(note.asked)) if away else note.asked


@dataclass(frozen=True)
class AwayNow:
    """A player who is on holiday, and until when; `mine`: the one who looks, not for a deputy."""

    name: str
    until: datetime
    mine: bool


def away_now(at: At) -> tuple[AwayNow, ...]:
    """The players of the war who are on holiday now; one query, none in a war without deadlines."""
    if not at.war.pace:
        return ()
    rows = at.war.holidays.filter(ends_at__gt=timezone.now()).order_by("pk")
    sides: list[tuple[Side, datetime]] = [(as_side(row.side), row.ends_at) for row in rows]
    mine = None if at.acts_for else at.side
    return tuple(AwayNow(at.name_of(side), until, side == mine) for side, until in sides)
