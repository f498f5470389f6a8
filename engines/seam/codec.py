"""The seam's documents as stored bytes and back."""

import msgspec

from engines.seam.documents import BattleSetup, Doctrine, Report, Result

FORMAT = 1
_encoder = msgspec.json.Encoder(order="deterministic")
_setup = msgspec.json.Decoder(BattleSetup)
_report = msgspec.json.Decoder(Report)
_result = msgspec.json.Decoder(Result)
_doctrine = msgspec.json.Decoder(Doctrine)


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
