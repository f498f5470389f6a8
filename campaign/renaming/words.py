"""Ships that got another name, because no battle record could hold the one they had: sentences of the history (S34)."""

from collections.abc import Iterable, Iterator

from campaign.models import Entry, War
from campaign.rules import sight
from campaign.rules.events import TakenOver
from campaign.war.hooks import HistoryTurn
from campaign.war.log.documents import encoded
from campaign.war.log.fold import RENAME, in_force, log_of, renamed_in
from campaign.war.waiting import named_first
from campaign.war.words.history_chapters import Chapter
from campaign.war.words.history_line import HistoryLine
from campaign.war.words.history_rows import events_of
from engines.seam.codec import renamed
from engines.seam.sides import Side, as_side
from engines.seam.words.names import shown

TITLE = "Ship names"
RULE = "S34"


def rename_chapter(
    war: War, entries: Iterable[Entry], turn: int, viewer: Side | None, *, over: bool
) -> Chapter | None:
    """Which ships were renamed in a turn, of those that the viewer knew by then; None if none were.

    No query in a turn without any; else one, and one for each player who did it.
    """
    found = [entry for entry in entries if entry.kind == RENAME and entry.turn == turn]
    log = log_of(war.pk) if found else []
    lines = [_line(entry) for entry in found if _knew(viewer, entry, log, over=over)]
    return Chapter(TITLE, lines=lines) if lines else None


def chapters(asked: HistoryTurn) -> Iterator[Chapter | None]:
    """What the history tells of it."""
    yield rename_chapter(asked.at.war, asked.entries, asked.turn, asked.at.side, over=asked.over)


def _knew(viewer: Side | None, entry: Entry, log: Iterable[Entry], *, over: bool) -> bool:
    """Whether the viewer had the ship, or could read its name in an event before.

    What was entered of a war from paper names all ships, but no page of the war shows it.
    """
    if entry.seat == viewer:
        return True
    events = sight.seen(
        events_of(in_force(one for one in log if one.number < entry.number)), viewer, over=over
    )
    raw = encoded(tuple(event for event in events if not isinstance(event, TakenOver)))
    by = renamed_in(entry)
    return renamed(raw, by.name, by.new) != raw


def _line(entry: Entry) -> HistoryLine:
    by, who = renamed_in(entry), entry.user
    old = f"the ship {shown(by.name)}"
    words = (
        f"{named_first(who.username)} renamed {old} to {by.new}"
        if who is not None
        else f"T{old[1:]} was renamed to {by.new}"
    )
    why = "No battle record could hold the old name, so earlier turns show the new one, too."
    return HistoryLine("info", f"{words}. {why}", as_side(entry.seat), RULE)
