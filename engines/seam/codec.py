"""The seam's documents as stored bytes and back."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from engines.seam.documents import BattleSetup, Doctrine, Report, Result
from engines.seam.own_documents import read_own

Told = TypeVar("Told", bound=Struct)
FORMAT = 1
_encoder = msgspec.json.Encoder(order="deterministic")
_setup = msgspec.json.Decoder(BattleSetup, dec_hook=read_own)
_report = msgspec.json.Decoder(Report, dec_hook=read_own)
_result = msgspec.json.Decoder(Result, dec_hook=read_own)
_doctrine = msgspec.json.Decoder(Doctrine)


def renamed(raw: bytes, name: str, new: str) -> bytes:
    """A stored document with each text that is the one name replaced by the other; as it is where none is."""
    found = msgspec.json.decode(raw)
    changed = _renamed(found, name, new)
    return raw if changed == found else _encoder.encode(changed)


def _renamed(found: Any, name: str, new: str) -> Any:
    if isinstance(found, dict):
        return {_renamed(key, name, new): _renamed(value, name, new) for key, value in found.items()}
    if isinstance(found, list):
        return [_renamed(one, name, new) for one in found]
    return new if found == name else found


def as_usual(told: Told) -> Told:
    """The same, with the very default of each field that says the same.

    A document leaves a default out only if it is that object, and not one that equals it, as what a file spells out.
    A record in text leaves it out in any case, so dice that follow from the document would not be those of the record.
    """
    kept = ((field, getattr(told, field.name)) for field in fields(told))
    return type(told)(**{field.name: value for field, value in kept if value != field.default})


def encode(document: BattleSetup | Doctrine | Report | Result) -> bytes:
    """The document as JSON, the same bytes for the same document."""
    return _encoder.encode(document)


def decode_setup(raw: bytes) -> BattleSetup:
    """The set-up stored as `raw`; msgspec.ValidationError if it is none."""
    return _setup.decode(raw)


def decode_report(raw: bytes) -> Report:
    """The report stored as `raw`; msgspec.ValidationError if it is none."""
    return _report.decode(raw)


def decode_result(raw: bytes) -> Result:
    """The result stored as `raw`; msgspec.ValidationError if it is none."""
    return _result.decode(raw)


def decode_doctrine(raw: bytes) -> Doctrine:
    """The doctrine stored as `raw`; msgspec.ValidationError if it is none."""
    return _doctrine.decode(raw)
