"""A fought battle as a record that is taken along, and a record that is brought in as a fought battle."""

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
from engines.talon.documents.written import WrittenBattle
from engines.talon.match import Match
from engines.talon.records.json_form import read_json, write_json
from engines.talon.records.reading import read_record
from engines.talon.records.record import LARGEST, BattleRecord, beginning, relived
from engines.talon.records.sealing import fault, is_sealed
from engines.talon.records.text_form import write_text
from engines.talon.state import Battle

LARGEST_UPLOAD = 1024 * 1024
"""Bytes of a record that is brought in."""
TABLE = {
    "mode": "battle mode",
    "owner": "planet's owner",
    "boxes": "number of boxes",
    "initiative": "initiative",
}
BEFORE = (
    "It must begin as the battle does, with nothing placed yet: take the beginning from the page where records are "
    "brought in, and write the setting up below it as orders."
)


def written_of(record: BattleRecord, headers: Mapping[str, str]) -> WrittenBattle:
    """The record of a fought battle with more headers before its own; one that people wrote is as they wrote it."""
    return replace(record.written, headers={**headers, **record.written.headers})


def beginning_of(setup: BattleSetup, headers: Mapping[str, str]) -> WrittenBattle:
    """The record of a battle in which nothing has been ordered yet: what one written by hand begins with."""
    return WrittenBattle(dict(headers), beginning(setup), ())


def check_readable(written: WrittenBattle) -> None:
    """`Refused` if the record would not be read again as what it is: it would be of no use to anybody."""
    raw = msgspec.json.encode(written)
    if len(raw) > LARGEST:
        raise refuse("", "The record is too long to be kept.")
    if read_json(raw) != written:
        raise refuse("", "The record would be read otherwise than it was written.")


def in_form(written: WrittenBattle, form: str) -> bytes:
    """The record as "txt" or as "json"."""
    return write_json(written) if form == "json" else write_text(written).encode()


def bring_in(setup: BattleSetup, raw: bytes) -> Upload:
    """The battle that a record, text or JSON, tells of this set-up.

    `Refused` with place and reason if it cannot be read or played, begins otherwise, or is not over at its end.
    """
    if len(raw) > LARGEST_UPLOAD:
        raise refuse("", f"The record is too large: {LARGEST_UPLOAD // 1024 // 1024} MB at most are read.")
    written, replay = read_record(raw, begins=partial(_check_beginning, game.new_battle(setup)))
    if not replay.battle.ending:
        raise refuse("20", "The record ends before the battle does: it is not over yet.")
    written = replay.written(written.headers | {"result": text.write_ending(replay.battle)}, written.closing)
    sealed = is_sealed(written)
    if sealed and (wrong := fault(written)):
        raise refuse("", f"The record says that its dice are sealed, but they are not as it says. {wrong}")
    return Upload(relived(setup, written), sealed)


def _check_beginning(setup: Battle, replay: Match) -> None:
    """`Refused` if the record does not begin as the battle of the set-up does."""
    if codec.document_of(setup) != codec.document_of(replay.battle):
        reason = next(_differences(setup, replay.battle), BEFORE)
        raise refuse("", f"This is the record of another battle, or of a part of it. {reason}")


def _differences(setup: Battle, told: Battle) -> Iterator[str]:
    """What in the told beginning is not as in the set-up, as sentences; none if only something stands already."""
    for field, words in TABLE.items():
        if getattr(setup, field) != getattr(told, field):
            yield f"The {words} is not that of the set-up."
    if setup.pattern != told.pattern and not told.terrain:
        yield "The terrain is not that of the set-up."
    names = [[(unit.side, unit.kind.key, unit.name) for unit in battle.units] for battle in (setup, told)]
    if names[0] != names[1]:
        yield _other_units(*names)
        return
    if (told.round, told.step, told.terrain) != (setup.round, setup.step, setup.terrain):
        yield BEFORE
    for mine, its in zip(setup.units, told.units, strict=True):
        if mine.status != its.status:
            yield BEFORE
        if mine != its:
            yield f"{mine.name} does not begin with the damage and the charge that it has in the set-up."


def _other_units(mine: list[tuple[Side, str, str]], told: list[tuple[Side, str, str]]) -> str:
    """What is wrong with the told units: one that is missing, one too many, or their order."""
    for units, others, words in ((mine, told, "is missing"), (told, mine, "is not in the set-up")):
        for side, _kind, name in units:
            if (side, _kind, name) not in others:
                return f"{side.title()}'s {name} {words}, or is of another class."
    return "The units are not in the order of the set-up."
