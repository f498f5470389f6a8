"""Reads battle records from files, in text or JSON."""

from codecs import BOM_UTF8
from collections.abc import Callable

from engines.seam.refusals import refuse
from engines.talon.documents.written import BattleRecord
from engines.talon.match import Match
from engines.talon.records.json_form import read_json, replayed
from engines.talon.records.text_form import read_text


def read_record(
    raw: bytes, until: int | None = None, begins: Callable[[Match], None] | None = None
) -> tuple[BattleRecord, Match]:
    """The record of a text or JSON file, with complete dice, and its battle.

    It is played to its end or for `until` orders; `begins` is called before that. `Refused` with place and reason if it
    is malformed or illegal.
    """
    raw = raw.removeprefix(BOM_UTF8)
    if raw.lstrip().startswith(b"{"):
        written = read_json(raw)
        match = replayed(written, until, begins)
        return match.written(written.headers, written.closing), match
    try:
        source = raw.decode()
    except UnicodeDecodeError as error:
        raise refuse("", "This is not a battle record: it is not UTF-8 text.") from error
    return read_text(source, until, begins)
