"""Whether what is stored of a war is what its log leads to."""

from collections.abc import Iterator

import msgspec

from campaign.models import War
from campaign.war.log.documents import decode_state, encoded
from campaign.war.log.fold import fold_entries, log_of, rewinds
from campaign.war.log.projections import stored


def differences(war: War) -> list[str]:
    """Every way in which snapshot and rows differ from what the log leads to, in sentences; none if they agree."""
    entries = log_of(war.pk)
    if not entries:
        return [] if war.state is None else ["There is a snapshot but not a single entry."]
    state, rows = fold_entries(entries)
    found = [*_generation(war, rewinds(entries)), *_snapshot(war, bytes(encoded(state)), entries[-1].number)]
    kept = stored(war.pk)
    for table, wanted in rows.tables.items():
        alive = {key: values for key, values in wanted.items() if values is not None}
        found += _table(table.__name__, alive, kept[table])
    return found


def _snapshot(war: War, wanted: bytes, number: int) -> Iterator[str]:
    if war.version != number:
        yield f"The snapshot is at version {war.version}, the log at {number}."
    if war.state is None or _as_today(bytes(war.state)) != wanted:
        yield "The snapshot is not what the log leads to."


def _generation(war: War, wanted: int) -> Iterator[str]:
    if war.generation != wanted:
        yield f"By the log the war has gone back {wanted} times, stored is {war.generation}."


def _as_today(state: bytes) -> bytes:
    """A snapshot with the fields it would have today; as it is if it cannot be read."""
    try:
        return bytes(encoded(decode_state(state)))
    except msgspec.DecodeError:
        return state


def _table(name: str, wanted: dict[tuple[object, ...], dict[str, object]], kept: object) -> Iterator[str]:
    if not isinstance(kept, dict):
        raise TypeError(kept)
    for key in sorted(wanted.keys() | kept.keys(), key=str):
        if wanted.get(key) != kept.get(key):
            yield f"{name} {key}: the log says {wanted.get(key)}, stored is {kept.get(key)}."
