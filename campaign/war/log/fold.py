"""A war read again from its log: what is void, how it stands, and which rows follow."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

import msgspec

from campaign.models import Entry
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.log_correction import Changed, LogEntry
from campaign.rules.orders import AcceptResult, CorrectLog
from campaign.war.log.documents import Renamed, decode_events, decode_order, encoded
from campaign.war.log.projections import Rows, walk
from engines.seam.codec import renamed
from engines.seam.own_documents import read_own

BEGIN = "war-began"
WITHDRAW = "withdraw"
AMEND = "amend"
CORRECT_LOG = "retell"
RENAME = "rename"
MARKS = (WITHDRAW, CORRECT_LOG, RENAME)
"""Kinds of entries that say which of the entries before count, and as what."""


def ends_withdrawal(event: e.AnyEvent) -> bool:
    """Whether the result before the event can no longer be taken back (S42).

    A plan, a reveal, a corrected result or an agreed end does that.
    """
    if isinstance(event, e.WarEnded):
        return event.why in ("surrender", "agreed")
    return isinstance(
        event,
        e.FleetAssigned | e.ForcesRevealed | e.SidesAsked | e.Resumed | a.ResultAmended | a.LogCorrected,
    )


def still_open(events: Sequence[e.AnyEvent]) -> bool | None:
    """Whether the last result among the events can still be taken back (S42); None if they say nothing of it."""
    for event in reversed(events):
        if ends_withdrawal(event):
            return False
        if isinstance(event, e.ResultAccepted):
            return not event.fought
    return None


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document of an entry that takes back entry `entry` and all since."""

    entry: int


class LogCorrection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document of an entry that corrects entry `entry` by an order, and has the `events` that entries have now."""

    entry: int
    order: CorrectLog
    events: tuple[Changed, ...]


_withdrawal = msgspec.json.Decoder(Withdrawal)
_renamed = msgspec.json.Decoder(Renamed)
_log_correction = msgspec.json.Decoder(LogCorrection, dec_hook=read_own)


def log_correction_in(entry: Entry) -> LogCorrection:
    """What an entry says by which the war was replayed."""
    return _log_correction.decode(bytes(entry.document))


def renamed_in(entry: Entry) -> Renamed:
    """What an entry says by which a ship has another name."""
    return _renamed.decode(bytes(entry.document))


def as_named_now(entries: Iterable[Entry]) -> list[Entry]:
    """All entries of a log, with the names that ships have now."""
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == RENAME:
            found = [_as_renamed(earlier, renamed_in(entry)) for earlier in found]
        found.append(entry)
    return found


def _as_renamed(entry: Entry, by: Renamed) -> Entry:
    """The entry with the ship's new name."""
    if entry.kind == RENAME:
        return entry
    found = copy(entry)
    found.document = renamed(bytes(entry.document), by.name, by.new)
    found.events = renamed(bytes(entry.events), by.name, by.new)
    return found


class Kept:
    """The entries that count so far, by number and as they count, while a log is read in order.

    With `withdrawals` those by which others were taken back are among them.
    """

    def __init__(self, *, withdrawals: bool = False) -> None:
        self.entries: dict[int, Entry] = {}
        self._withdrawals = withdrawals

    def read(self, entry: Entry) -> tuple[Entry, ...]:
        """Read the next entry; those that are new, or others than before, as they count now."""
        if entry.kind == WITHDRAW:
            self._drop(_withdrawal.decode(bytes(entry.document)).entry)
            return self._keep(entry) if self._withdrawals else ()
        if entry.kind == RENAME:
            by = renamed_in(entry)
            return self._keep(*(_as_renamed(one, by) for one in self.entries.values()), entry)
        if entry.kind != CORRECT_LOG:
            return self._keep(entry)
        correction = log_correction_in(entry)
        if correction.order.way == "rewind":
            self._drop(correction.entry + 1)
        changed = [
            _as_corrected(self.entries[one.entry], correction, one.events)
            for one in correction.events
            if one.entry in self.entries
        ]
        return self._keep(*changed, entry)

    def _keep(self, *entries: Entry) -> tuple[Entry, ...]:
        self.entries.update((entry.number, entry) for entry in entries)
        return entries

    def _drop(self, first: int) -> None:
        """Forget the entries from number `first` on."""
        while self.entries and next(reversed(self.entries)) >= first:
            self.entries.popitem()


def in_force(entries: Iterable[Entry], *, withdrawals: bool = False) -> list[Entry]:
    """The entries that count, as they count: without those taken back, and without the taking back.

    Those that were replayed are copies with the order and events that they have now. `withdrawals`: with the
    entries by which others were taken back.
    """
    kept = Kept(withdrawals=withdrawals)
    for entry in entries:
        kept.read(entry)
    return [*kept.entries.values()]


def taken_back(marks: Iterable[Entry]) -> list[tuple[int, int]]:
    """From the entries that say so: the first and the last number of each row of entries that no longer count."""
    found = []
    for mark in marks:
        if mark.kind == WITHDRAW:
            found.append((_withdrawal.decode(bytes(mark.document)).entry, mark.number - 1))
        elif mark.kind == CORRECT_LOG and (correction := log_correction_in(mark)).order.way == "rewind":
            found.append((correction.entry + 1, mark.number - 1))
    return found


def _as_corrected(entry: Entry, correction: LogCorrection, events: tuple[e.AnyEvent, ...]) -> Entry:
    """The entry as it is now, with the events that follow from it."""
    found = copy(entry)
    found.events = encoded(events)
    if entry.number == correction.entry:
        found.document = encoded(AcceptResult(correction.order.battle, correction.order.report))
    return found


def log_entries(entries: Iterable[Entry]) -> list[LogEntry]:
    """The entries that count, as `log_correction` needs them."""
    return [
        LogEntry(
            entry.number,
            "terran" if entry.seat == "terran" else "talon" if entry.seat == "talon" else None,
            decode_order(bytes(entry.document)) if entry.kind not in (BEGIN, CORRECT_LOG, RENAME) else None,
            decode_events(bytes(entry.events)),
        )
        for entry in in_force(entries)
    ]


def rewinds(entries: Iterable[Entry]) -> int:
    """How often the war has gone back to an earlier battle."""
    return sum(
        entry.kind == CORRECT_LOG and log_correction_in(entry).order.way == "rewind" for entry in entries
    )


def fold_entries(entries: Sequence[Entry]) -> tuple[core.War, Rows]:
    """The war after the entries and every row that follows from them."""
    rows = Rows()
    war: core.War | None = None
    for entry in in_force(entries):
        war = walk(war, decode_events(bytes(entry.events)), rows)
    if war is None:
        raise ValueError("a war without an entry that counts")
    return war, rows


def gone_on_after_its_end(war_id: int) -> bool:
    """Whether a war that goes on has been over before, so that all could be read; two queries at most."""
    if not Entry.objects.filter(war_id=war_id, kind__in=MARKS).exists():
        return False
    return any(isinstance(event, e.WarEnded) for entry in log_of(war_id) for event in _ever(entry))


def _ever(entry: Entry) -> Iterator[e.AnyEvent]:
    """All that has ever followed from an entry, with what it made of others."""
    yield from decode_events(bytes(entry.events))
    if entry.kind == CORRECT_LOG:
        for changed in log_correction_in(entry).events:
            yield from changed.events


def events_so_far(war_id: int) -> list[e.AnyEvent]:
    """All events of the war that count, in order; one query."""
    return events_in(in_force(log_of(war_id)))


def events_in(entries: Iterable[Entry]) -> list[e.AnyEvent]:
    """The events of entries that count, in order."""
    return [event for entry in entries for event in decode_events(bytes(entry.events))]


def log_of(war_id: int) -> list[Entry]:
    """The war's log in order."""
    return list(Entry.objects.filter(war_id=war_id).order_by("number"))
