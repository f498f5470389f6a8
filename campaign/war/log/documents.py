"""How a war's documents become bytes and come back: strict JSON, refused with the place and the reason."""

from typing import Any, TypeVar

import msgspec

from campaign.rules.events import AnyEvent
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import Amend, AnyOrder, CorrectLog, Fit, PlaceBases, Plan
from campaign.rules.paper.taken import Taken
from campaign.rules.settings import Settings
from campaign.rules.state import War
from campaign.war.log.upgrades import upgraded_events
from engines.seam.document_errors import describe_error
from engines.seam.own_documents import read_own
from engines.seam.refusals import refuse

RULES_VERSION = "2026.11"
T = TypeVar("T")


class Renamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document of an entry since which the ship `name`, whose name could not be written, is called `new`."""

    name: str
    new: str


_encoder = msgspec.json.Encoder(order="deterministic")
_state = msgspec.json.Decoder(War, dec_hook=read_own)
_events = msgspec.json.Decoder(tuple[AnyEvent, ...], dec_hook=read_own)
_order: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder, dec_hook=read_own)
_correction: msgspec.json.Decoder[Amend | Fit | CorrectLog] = msgspec.json.Decoder(
    Amend | Fit | CorrectLog, dec_hook=read_own
)
_sealed: msgspec.json.Decoder[PlaceBases | Plan] = msgspec.json.Decoder(PlaceBases | Plan)
_settings = msgspec.json.Decoder(Settings)
_taken = msgspec.json.Decoder(Taken, dec_hook=read_own)
_chart = msgspec.json.Decoder(StrategicMap)


def encoded(document: Any) -> bytes:
    """A document as JSON, the same bytes for the same document."""
    return _encoder.encode(document)


def decode_state(data: bytes) -> War:
    """A war's state from its snapshot."""
    return _state.decode(data)


def decode_events(data: bytes) -> tuple[AnyEvent, ...]:
    """The events of an entry."""
    try:
        return _events.decode(data)
    except msgspec.ValidationError:
        upgraded = upgraded_events(data)
        if upgraded == data:
            raise
        return _events.decode(upgraded)


def decode_order(data: bytes) -> AnyOrder:
    """The order of an entry."""
    return _order.decode(data)


def decode_correction(data: bytes) -> Amend | Fit | CorrectLog:
    """The corrected result that was proposed."""
    return _correction.decode(data)


def decode_sealed(data: bytes) -> PlaceBases | Plan:
    """The order in a sealed envelope or a draft."""
    return _sealed.decode(data)


def decode_settings(data: bytes) -> Settings:
    """The settings of a war."""
    return _settings.decode(data)


def decode_chart(data: bytes) -> StrategicMap:
    """The map of a war."""
    return _chart.decode(data)


def decode_taken(data: bytes) -> Taken:
    """Where a war from paper stood."""
    return _taken.decode(data)


def converted(raw: object, kind: type[T], what: str) -> T:
    """Something from outside as a document; `Refused` with the place and the reason if it is not one."""
    try:
        return msgspec.convert(raw, kind, dec_hook=read_own)
    except msgspec.ValidationError as error:
        wrong = describe_error(error, f"the {what}")
        raise refuse("", f"This {what} cannot be read: {wrong}.") from error
