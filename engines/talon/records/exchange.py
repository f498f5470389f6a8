"""Fought battles as records for download, and uploaded records as fought battles."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from engines.seam.documents import BattleSetup
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.seam.systems import Upload
from engines.talon import game, text
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord
from engines.talon.match import Match
from engines.talon.records.dice_check import fault, has_commitment
from engines.talon.records.json_form import read_json, write_json
from engines.talon.records.reading import read_record
from engines.talon.records.record import LARGEST, FoughtBattle, beginning, record_of_orders
from engines.talon.records.text_form import write_text
from engines.talon.state import Battle

LARGEST_UPLOAD = 1024 * 1024
"""The most bytes of an uploaded record."""
TABLE = {
    "mode": "battle mode",
    "owner": "planet's owner",
    "boxes": "number of boxes",
    "initiative": "initiative",
    "top": "side with the top edge",
    "aims": "aim of the battle",
    "power_shift": "agreement on power shifts",
    "bases_fall": "rule for the base of a side that concedes",
    "qualities": "technology or crew of a unit",
    "tactics": "side that may change the initiative",
    "no_retreat": "side that may not retreat",
    "layout": "zone or arrival of a side",
}
BEFORE = (
    "The record must start with nothing placed yet: download the beginning from the upload page, and write the "
    "set-up below it as orders."
)


def written_of(record: FoughtBattle, headers: Mapping[str, str]) -> BattleRecord:
    """The record of a fought battle with more headers before its own; the rest is unchanged."""
    return replace(record.written, headers={**headers, **record.written.headers})


def beginning_of(setup: BattleSetup, headers: Mapping[str, str]) -> BattleRecord:
    """The record of a battle before the first order: the beginning of one written by hand."""
    return BattleRecord(dict(headers), beginning(setup), ())


def check_readable(written: BattleRecord) -> None:
    """`Refused` if the record does not read back as the same record."""
    raw = msgspec.json.encode(written)
    if len(raw) > LARGEST:
        raise refuse("", "The record is too long to store.")
    if read_json(raw) != written:
        raise refuse("", "The record does not read back as it was written.")


def in_form(written: BattleRecord, form: str) -> bytes:
    """The record as "txt" or as "json"."""
    return write_json(written) if form == "json" else write_text(written).encode()


def read_upload(setup: BattleSetup, raw: bytes) -> Upload:
    """The battle of this set-up that a record, text or JSON, holds.

    `Refused` with place and reason if it is malformed or illegal, starts differently, or ends before the battle.
    """
    if len(raw) > LARGEST_UPLOAD:
        raise refuse("", f"The record is too large. The limit is {LARGEST_UPLOAD // 1024 // 1024} MB.")
    written, replay = read_record(raw, begins=partial(_check_beginning, game.new_battle(setup)))
    if not replay.battle.ending:
        raise refuse("20", "The record ends before the battle is over.")
    written = replay.written(written.headers | {"result": text.write_ending(replay.battle)}, written.closing)
    sealed = has_commitment(written)
    if sealed and (wrong := fault(written)):
        raise refuse("", f"The record's dice do not match its seal. {wrong}")
    return Upload(record_of_orders(setup, written), sealed)


def _check_beginning(setup: Battle, replay: Match) -> None:
    """`Refused` if the record does not start like the battle of the set-up."""
    if codec.document_of(setup) != codec.document_of(replay.battle):
        reason = next(_differences(setup, replay.battle), BEFORE)
        raise refuse("", f"This record does not start like this battle. {reason}")


def _differences(setup: Battle, other: Battle) -> Iterator[str]:
    """The differences between the record's beginning and the set-up, as sentences."""
    for field, words in TABLE.items():
        if getattr(setup, field) != getattr(other, field):
            yield f"The {words} differs from the set-up."
    if (setup.pattern, setup.more) != (other.pattern, other.more) and not other.terrain:
        yield "The terrain differs from the set-up."
    names = [[(unit.side, unit.kind.key, unit.name) for unit in battle.units] for battle in (setup, other)]
    if names[0] != names[1]:
        yield _other_units(*names)
        return
    if (other.round, other.step, other.terrain) != (setup.round, setup.step, setup.terrain):
        yield BEFORE
    for mine, its in zip(setup.units, other.units, strict=True):
        if mine.status != its.status:
            yield BEFORE
        if mine != its:
            yield f"The damage or charge of {mine.name} differs from the set-up."


def _other_units(mine: list[tuple[Side, str, str]], other: list[tuple[Side, str, str]]) -> str:
    """What is wrong with the record's units: one is missing, one is extra, or their order differs."""
    for units, others, words in ((mine, other, "is missing"), (other, mine, "is not in the set-up")):
        for side, _kind, name in units:
            if (side, _kind, name) not in others:
                return f"{side.title()}'s {name} {words}, or has another class."
    return "The order of the units differs from the set-up."
