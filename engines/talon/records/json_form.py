"""Battle records as JSON documents."""

import json
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from engines.seam.document_errors import describe_error_at, placed
from engines.seam.refusals import Refused, refuse
from engines.talon import text
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord, line_fault
from engines.talon.match import Match, RecordedDie
from engines.talon.state import Battle

_decoder = msgspec.json.Decoder(BattleRecord)
_encoder = msgspec.json.Encoder(order="deterministic")


def write_json(written: BattleRecord) -> bytes:
    """The record as JSON, the same bytes for the same record."""
    return _encoder.encode(written)


def read_json(raw: bytes) -> BattleRecord:
    """The record of a JSON document, not replayed yet; `Refused` with path and reason if it is malformed."""
    written = recall_json(raw)
    _check_keys(json.loads(raw, object_pairs_hook=_Object))
    for path, words in _lines(written):
        _, reason = line_fault(words)
        if reason:
            raise refuse("", f"At {path}: {reason}.", path)
    return written


def recall_json(raw: bytes) -> BattleRecord:
    """The record of trusted bytes from `write_json`, not replayed yet.

    Its lines and repeated keys are not checked.
    """
    try:
        return _decoder.decode(raw)
    except RecursionError as error:
        raise refuse("", "At $: there are too many brackets inside each other.", "$") from error
    except UnicodeDecodeError as error:
        raise refuse("", "At $: a text in it is not UTF-8.", "$") from error
    except msgspec.DecodeError as error:
        path = placed(error)[1]
        raise refuse("", f"At {path}: {describe_error_at(error, 'a record', raw)}.", path) from error


class _Object(dict[str, Any]):
    """A JSON object that knows a key it has twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.twice = next((key for key, _ in pairs if key in seen or seen.add(key)), None)  # type: ignore[func-returns-value]


def _check_keys(document: Any) -> None:
    """`Refused` if the document does not say what it is, or has a key twice."""
    if "document" not in document:
        raise refuse("", 'At $: `document` is missing; it must be "battle record".', "$")
    for path, key in _twice(document, "$"):
        raise refuse("", f"At {path}: `{key}` appears twice.", path)


def _twice(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each object that has a key twice, and the key."""
    if isinstance(value, _Object):
        if value.twice is not None:
            yield path, value.twice
        for key, inner in value.items():
            yield from _twice(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _twice(inner, f"{path}[{at}]")


def _lines(written: BattleRecord) -> Iterator[tuple[str, str]]:
    """Every header's text and remark, with its path."""
    yield from ((f"$.headers.{key}", words) for key, words in written.headers.items())
    for number, given in enumerate(written.given):
        yield from ((f"$.given[{number}].comment[{at}]", words) for at, words in enumerate(given.comment))
    yield from ((f"$.closing[{at}]", words) for at, words in enumerate(written.closing))


def replayed(
    written: BattleRecord, until: int | None = None, begins: Callable[[Match], None] | None = None
) -> Match:
    """The record replayed, to its end or for `until` orders; `begins` is called before that.

    `Refused` with path, rule and reason at the first illegal order or wrong die, or if the position at the beginning is
    impossible or has no form in text.
    """
    match = Match(codec.battle_of(written.position, "$.position"))
    if begins is not None:
        begins(match)
    _check_text_form(match.battle)
    match.begin(_recorded(written.opening, "$.opening"), "At $.opening")
    for number, given in enumerate(written.given[:until]):
        path = f"$.given[{number}]"
        match.give(
            given.order, _recorded(given.dice, f"{path}.dice"), f"At {path}", given.entropy, given.comment
        )
    if until is None:
        match.check_result(written.headers, "At $.headers.result")
    return match


def _recorded(dice: tuple, path: str) -> list[RecordedDie]:  # type: ignore[type-arg]
    return [
        RecordedDie(one.die, f"At {path}[{number}]", one.unit, one.cause, one.round, one.impulse)
        for number, one in enumerate(dice)
    ]


def _check_text_form(battle: Battle) -> None:
    """`Refused` if the position holds something that its text form leaves out."""
    try:
        again = text.read_position(text.write_position(battle))
    except Refused as refused:
        reason = f"At $.position: this cannot be written as text. {refused.refusals[0].reason}"
        raise refuse("", reason, "$.position") from refused
    stored, read = (msgspec.to_builtins(codec.document_of(one)) for one in (battle, again))
    for path in _differences(stored, read, "$.position"):
        raise refuse("", f"At {path}: text has no word for this; use the value of a fresh unit.", path)


def _differences(stored: Any, read: Any, path: str) -> Iterator[str]:
    """The paths at which two documents are not the same."""
    if isinstance(stored, dict) and isinstance(read, dict):
        for key in [*stored, *(key for key in read if key not in stored)]:
            yield from _differences(stored.get(key), read.get(key), f"{path}.{key}")
    elif isinstance(stored, list | tuple) and isinstance(read, list | tuple):
        for at, (one, other) in enumerate(zip_longest(stored, read)):
            yield from _differences(one, other, f"{path}[{at}]")
    elif stored != read:
        yield path
