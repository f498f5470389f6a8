"""Files that the command line reads and writes; what cannot be used is said in a sentence."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from engines.seam import codec
from engines.seam.document_errors import describe_error
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.refusals import Refusal, Refused
from engines.seam.words.plain_text import Wanted, text_of
from engines.talon import game, text
from engines.talon.documents.written import BattleRecord, line_fault
from engines.talon.match import Match
from engines.talon.records.exchange import in_form
from engines.talon.records.reading import read_record

Document = TypeVar("Document", BattleSetup, Doctrine)
FORMS = {".txt": "txt", ".json": "json"}


class Wrong(Exception):
    """Something that was asked for cannot be had; the message is a sentence for the person who asked."""


def wrong(refused: Refused) -> Wrong:
    """A refusal as sentences, one a line, each with its place where that is known and not said in it."""
    return wrong_of(refused.refusals)


def wrong_of(refusals: Iterable[Refusal]) -> Wrong:
    """The same of its single reasons."""
    return Wrong("\n".join(_placed(one.where, str(one)) for one in refusals))


def _placed(where: str, reason: str) -> str:
    said = not where or reason.startswith(("Line ", "At ", f"{where}:"))
    return reason if said else f"{where}: {reason}"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `Wrong` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Wrong(f"{path} cannot be read: {error.strerror}.") from error


def read_setup(path: Path) -> BattleSetup:
    """The set-up document of a file; `Wrong` if it is none."""
    return _document(path, codec.decode_setup, "set-up document")


def read_doctrine(path: Path) -> Doctrine:
    """The doctrine document of a file; `Wrong` if it is none."""
    return _document(path, codec.decode_doctrine, "doctrine document")


def _document(path: Path, decode: Callable[[bytes], Document], what: str) -> Document:
    text = _text(path, read_bytes(path))
    try:
        return decode(text.encode())
    except RecursionError as error:
        raise Wrong(f"{path} is no {what}: it has too many brackets inside each other.") from error
    except msgspec.DecodeError as error:
        raise Wrong(f"{path} is no {what}: {describe_error(error, f'a {what}', text)}.") from error


def _text(path: Path, raw: bytes) -> str:
    """The text of a file; `Wrong` if it is none."""
    try:
        return text_of(raw, Wanted("a text file", "It must be text, saved as UTF-8."))
    except Refused as refused:
        raise Wrong(f"{path} cannot be read. {refused}") from refused


def begun(setup: BattleSetup) -> Match:
    """The battle of a set-up, before its first order; `Wrong` if none can be fought from it."""
    try:
        match = Match(game.new_battle(setup))
    except Refused as refused:
        raise wrong(refused) from refused
    match.begin()
    return match


def read_match(path: Path, orders: int | None) -> Match:
    """The battle of a file, a record through so many orders, a set-up or a position; `Wrong` if it is none of them."""
    raw = read_bytes(path)
    written = _text(path, raw)
    kind = _kind(written)
    if kind == "set-up":
        match = begun(read_setup(path))
    else:
        try:
            match = _position(written) if kind == "position" else read_record(raw, orders)[1]
        except Refused as refused:
            raise wrong(refused) from refused
    if orders is not None and orders > len(match.given):
        raise Wrong(f"There is no order {orders} in {path}: it has {len(match.given)}.")
    return match


def _kind(written: str) -> str:
    """What a file seems to hold: a set-up, a position in text, or a record."""
    stripped = written.lstrip()
    if stripped.startswith("position"):
        return "position"
    try:
        found = json.loads(stripped)
    except (ValueError, RecursionError):
        return "record"
    return "set-up" if isinstance(found, dict) and found.get("document") == "set-up" else "record"


def _position(written: str) -> Match:
    return Match(text.read_position(written))


def check_form(path: Path) -> None:
    """`Wrong` if a record cannot have the ending of that name."""
    if path.suffix not in FORMS:
        raise Wrong(f"{path} names no form of a record: end it with .txt or .json.")


def write_record(path: Path, written: BattleRecord) -> None:
    """Write the record, as text or JSON by the file's ending; `Wrong` if it cannot be written."""
    check_form(path)
    try:
        path.write_bytes(in_form(written, FORMS[path.suffix]))
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror}.") from error


def headers_of(setup: BattleSetup) -> dict[str, str]:
    """The headers of a record of the set-up's battle: its place, where that is a line."""
    return {} if line_fault(setup.place)[1] else {"place": setup.place}
