"""A war read again from its log: what is void, how it stands, and which rows follow."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.log.documents import decode_events
from campaign.log.projections import Rows, walk
from campaign.models import Entry
from campaign.rules import amended_events as a
from campaign.rules import events as e
from campaign.rules import state as core

BEGIN = "war-began"
WITHDRAW = "withdraw"
AMEND = "amend"


def ends_withdrawal(event: e.AnyEvent) -> bool:
    """Whether the result before the event can no longer be taken back (S42).

    A plan, a reveal, a corrected result or an agreed end does that.
    """
    if isinstance(event, e.WarEnded):
        return event.why in ("surrender", "agreed")
    return isinstance(event, e.FleetAssigned | e.ForcesRevealed | e.SidesAsked | e.Resumed | a.ResultAmended)


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


_withdrawal = msgspec.json.Decoder(Withdrawal)


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count: without those taken back, and without the taking back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == WITHDRAW:
            first = _withdrawal.decode(bytes(entry.document)).entry
            kept = [earlier for earlier in kept if earlier.number < first]
        else:
            kept.append(entry)
    return kept


def fold_entries(entries: Sequence[Entry]) -> tuple[core.War, Rows]:
    """The war after the entries and every row that follows from them."""
    rows = Rows()
    war: core.War | None = None
    for entry in live(entries):
        war = walk(war, decode_events(bytes(entry.events)), rows)
    if war is None:
        raise ValueError("a war without an entry that counts")
    return war, rows


def events_so_far(war_id: int) -> list[e.AnyEvent]:
    """All events of the war that count, in order; one query."""
    return [event for entry in live(log_of(war_id)) for event in decode_events(bytes(entry.events))]


def log_of(war_id: int) -> list[Entry]:
    """The war's log in order."""
    return list(Entry.objects.filter(war_id=war_id).order_by("number"))
