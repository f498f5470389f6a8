"""A battle written down: its set-up, its orders with their dice, and what the dice follow from."""

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from engines.seam.document_errors import describe_error
from engines.seam.refusals import Unreadable
from engines.warfleets.orders import AnyOrder
from engines.warfleets.set_ups import SetUp

MOST_BYTES: Final = 2_000_000
"""A record may have so many; that of a long battle of 1,000 points has a tenth."""
MOST_ORDERS: Final = 10_000
MOST_DICE: Final = 1_000
MOST_TERRAIN: Final = 10
MOST_MODELS: Final = 200
LONGEST_NAME: Final = 100
FARTHEST: Final = 10_000

Name = Annotated[str, Meta(min_length=1, max_length=200)]
HASH: Final = re.compile(r"[0-9a-f]{64}")
ENTROPY: Final = re.compile(r"[0-9a-zA-Z_-]{0,64}")
ROLLS: Final = re.compile(rf"[1-6]{{0,{MOST_DICE}}}")
Outcome = Literal["terran", "talon", "draw", "unfinished"]


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order, the dice that were rolled for it, one digit each, and what its player added to them."""

    order: AnyOrder
    dice: str = ""
    entropy: str = ""


class Sealed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the dice follow from: a seed, the commitment to it, what each side added, and the seal of the whole."""

    commitment: str
    seed: str
    seal: str
    terran: str = ""
    talon: str = ""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle from its set-up on."""

    document: Literal["warfleets battle"]
    format: Literal[1]
    name: Name
    set_up: SetUp
    given: Annotated[tuple[Given, ...], Meta(max_length=MOST_ORDERS)]
    result: Outcome
    sealed: Sealed | None = None


_decoder: Final = msgspec.json.Decoder(Record)
_encoder: Final = msgspec.json.Encoder()


def write_record(record: Record) -> bytes:
    """The record as JSON, one line; the same bytes for the same battle."""
    return _encoder.encode(record) + b"\n"


def read_record(raw: bytes) -> Record:
    """The record of a file; `Unreadable` if it is none, with a sentence about what is wrong."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(f"The file has {len(raw):,} bytes; a battle has at most {MOST_BYTES:,}")
    try:
        record = _decoder.decode(raw)
    except UnicodeDecodeError:
        raise Unreadable("The file is not UTF-8 text") from None
    except RecursionError:
        raise Unreadable("The file has too many brackets inside each other") from None
    except msgspec.MsgspecError as error:
        raise Unreadable(f"This is not a battle: {describe_error(error, 'a battle', raw)}") from None
    if wrong := _beyond(record.set_up) or _garbled(record):
        raise Unreadable(f"This is not a battle: {wrong}")
    return record


def _beyond(set_up: SetUp) -> str:
    """What of a set-up is beyond all measure, so that it is not even judged; "" if nothing."""
    fleets = (set_up.terran, set_up.talon)
    names = [one.name for fleet in fleets for one in fleet.ships]
    names += [one.name for fleet in fleets for one in fleet.squadrons]
    if len(names) > MOST_MODELS:
        return f"it has {len(names)} models; at most {MOST_MODELS} are allowed"
    if len(set_up.starts) > MOST_MODELS:
        return f"it says of {len(set_up.starts)} ships how they begin; at most {MOST_MODELS} are allowed"
    if len(set_up.terrain) > MOST_TERRAIN:
        return f"it has {len(set_up.terrain)} pieces of terrain; at most {MOST_TERRAIN} are allowed"
    names += [*(one.name for one in fleets), *(one.name for one in set_up.terrain)]
    if any(len(one) > LONGEST_NAME or re.search(r"[\x00-\x1f\x7f]", one) for one in names):
        return f"a name has more than {LONGEST_NAME} characters, or some that cannot be shown"
    numbers = [
        number
        for one in set_up.terrain
        for number in (one.radius, *one.centre, *(each for corner in one.corners for each in corner))
    ]
    if any(abs(one) > FARTHEST for one in numbers):
        return f"terrain has a number of more than {FARTHEST}"
    return ""


def _garbled(record: Record) -> str:
    """What of the dice and of what they follow from is not written as it must be; "" if nothing."""
    for number, given in enumerate(record.given, 1):
        if not ROLLS.fullmatch(given.dice):
            return f"the dice of order {number} are not up to {MOST_DICE} digits from 1 to 6"
        if not ENTROPY.fullmatch(given.entropy):
            return f"the entropy of order {number} is not up to 64 letters, digits, - and _"
    sealed = record.sealed
    if sealed is None:
        return ""
    for name in ("commitment", "seed", "seal"):
        if not HASH.fullmatch(getattr(sealed, name)):
            return f"the {name} is not 64 lower-case hex digits"
    if not ENTROPY.fullmatch(sealed.terran) or not ENTROPY.fullmatch(sealed.talon):
        return "the entropy of a side is not up to 64 letters, digits, - and _"
    return ""
