"""Reads battle records from files, in text or JSON."""

from collections.abc import Callable

from engines.seam.words.plain_text import Wanted, kind_of_text, text_of
from engines.talon.documents.written import BattleRecord
from engines.talon.match import Match
from engines.talon.records.json_form import read_json, replayed
from engines.talon.records.text_form import read_text

RECORD = Wanted("a battle record", "Bring a record as a report offers it for download, as text or JSON.")


def read_record(
    raw: bytes, until: int | None = None, begins: Callable[[Match], None] | None = None
) -> tuple[BattleRecord, Match]:
    """The record of a text or JSON file, with complete dice, and its battle.

    It is played to its end or for `until` orders; `begins` is called before that. `Refused` with place and reason if it
    is malformed or illegal.
    """
    source = text_of(raw, RECORD)
    kind = kind_of_text(source)
    if kind not in ("", "a battle record"):
        raise RECORD.refusal(kind)
    if source.lstrip().startswith("{"):
        written = read_json(source.encode())
        match = replayed(written, until, begins)
        return match.written(written.headers, written.closing), match
    return read_text(source, until, begins)
