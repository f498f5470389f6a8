"""Battle records as they come in a file, whatever their form."""

from codecs import BOM_UTF8
from collections.abc import Callable

from engines.seam.refusal import refuse
from engines.talon.documents.written import WrittenBattle
from engines.talon.records.json_form import read_json, replayed
from engines.talon.records.text_form import read_text
from engines.talon.replaying import Replay


def read_record(
    raw: bytes, until: int | None = None, begins: Callable[[Replay], None] | None = None
) -> tuple[WrittenBattle, Replay]:
    """The record of a file, text or JSON, with nothing missing of its dice, and its replay.

    It is replayed to its end or through so many orders; `begins` is called before that. `Refused` with place and reason
    if it cannot be read or played.
    """
    raw = raw.removeprefix(BOM_UTF8)
    if raw.lstrip().startswith(b"{"):
        told = read_json(raw)
        replay = replayed(told, until, begins)
        return replay.written(told.headers, told.closing), replay
    try:
        source = raw.decode()
    except UnicodeDecodeError as error:
        raise refuse("", "This is no battle record: it is not text in UTF-8.") from error
    return read_text(source, until, begins)
