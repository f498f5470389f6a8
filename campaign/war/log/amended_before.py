"""Corrections as they were made before S9 was minded: a marker could go past a planet that nobody took."""

from collections.abc import Iterable, Sequence

from campaign.rules.corrections.amending import amend
from campaign.rules.corrections.battle_history import battle_history
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import AnyEvent
from campaign.rules.orders import Amend
from campaign.rules.record import Record, clone
from campaign.rules.state import War
from campaign.war.log.documents import encoded
from engines.seam.refusals import Refused


def is_of_before(events: Sequence[AnyEvent], state: War, order: Amend, past: Sequence[AnyEvent]) -> bool:
    """Whether an earlier version would have booked just these events for the correction, in whichever order."""
    found = battle_history(past, order.battle)
    if found is None:
        return False
    found.fronts.stops_at_planets = False
    record = Record(clone(state), ScriptedDice(), past=past)
    try:
        amend(record, order, found)
    except Refused:
        return False
    return _sorted(record.events) == _sorted(events)


def _sorted(events: Iterable[AnyEvent]) -> list[bytes]:
    return sorted(encoded((event,)) for event in events)
