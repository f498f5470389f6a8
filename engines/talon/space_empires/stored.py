"""The documents of a battle of Space Empires as stored bytes and back."""

import msgspec

from engines.talon.space_empires.brief import Brief, Troops
from engines.talon.space_empires.carrying_back import CarryBack
from engines.talon.space_empires.setting_up import Rolled

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(document: Brief | Rolled | Troops | CarryBack) -> bytes:
    """The document as JSON, the same bytes for the same document."""
    return _encoder.encode(document)


def written(brief: Brief) -> bytes:
    """The brief as it is stored, once it has been read back; msgspec.ValidationError for one that cannot be."""
    raw = encode(brief)
    decode_brief(raw)
    return raw


def decode_brief(raw: bytes) -> Brief:
    """The brief stored as `raw`; msgspec.ValidationError if it is none."""
    return msgspec.json.decode(raw, type=Brief)


def decode_rolled(raw: bytes) -> Rolled:
    """What was rolled, stored as `raw`; msgspec.ValidationError if it is not that."""
    return msgspec.json.decode(raw, type=Rolled)


def decode_troops(raw: bytes) -> Troops:
    """The troops stored as `raw`; msgspec.ValidationError if they are none."""
    return msgspec.json.decode(raw, type=Troops)
