"""Whether what is stored of a war is what its log leads to."""

from collections.abc import Iterator

import msgspec

from campaign.log.documents import decode_state
from campaign.log.fold import fold_entries, log_of
from campaign.log.projections import stored
from campaign.models import War
from campaign.rules import state as core


def differences(war: War) -> list[str]:
    """Every way in which snapshot and rows differ from what the log leads to, in sentences; none if they agree."""
    entries = log_of(war.pk)
    if not entries:
        return [] if war.state is None else ["There is a snapshot but not a single entry."]
    state, rows = fold_entries(entries)
    found = [*_snapshot(war, state, entries[-1].number)]
    kept = stored(war.pk)
    for table, wanted in rows.tables.items():
        alive = {key: values for key, values in wanted.items() if values is not None}
        found += _table(table.__name__, alive, kept[table])
    return found


def _snapshot(war: War, wanted: core.War, number: int) -> Iterator[str]:
    """What is wrong with the snapshot; one of an earlier version may lack fields that have their defaults."""
    if war.version != number:
        yield f"The snapshot is at version {war.version}, the log at {number}."
    if _read(bytes(war.state or b"")) != wanted:
        yield "The snapshot is not what the log leads to."


def _read(snapshot: bytes) -> core.War | None:
    """The war of a snapshot; None if it is none."""
    try:
        return decode_state(snapshot)
    except msgspec.MsgspecError:
        return None


def _table(name: str, wanted: dict[tuple[object, ...], dict[str, object]], kept: object) -> Iterator[str]:
    if not isinstance(kept, dict):
        raise TypeError(kept)
    for key in sorted(wanted.keys() | kept.keys(), key=str):
        if wanted.get(key) != kept.get(key):
            yield f"{name} {key}: the log says {wanted.get(key)}, stored is {kept.get(key)}."
