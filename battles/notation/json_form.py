"""Battle records as JSON documents."""

import re

import msgspec

from battles.engine import codec
from battles.notation.replaying import Replay, Told
from battles.notation.written import WrittenBattle
from battles.seam.refusal import refuse

_decoder = msgspec.json.Decoder(WrittenBattle)
_encoder = msgspec.json.Encoder(order="deterministic")


def write_json(written: WrittenBattle) -> bytes:
    """The record as JSON, the same bytes for the same record."""
    return _encoder.encode(written)


def read_json(raw: bytes) -> WrittenBattle:
    """The record of a JSON document, not replayed yet; `Refused` with path and reason if it is malformed."""
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        told = re.fullmatch(r"(.*?)(?: - at (?:`key` in )?`(.*)`)?", str(error), re.DOTALL)
        reason, path = (told[1], told[2] or "$") if told else (str(error), "$")
        raise refuse("", f"At {path}: {reason}.", path) from error


def replayed(written: WrittenBattle, until: int | None = None) -> Replay:
    """The record replayed, to its end or through so many orders.

    `Refused` with path, rule and reason at the first order that is illegal and the first die that is not rolled so,
    or if the position at the beginning cannot be.
    """
    replay = Replay(codec.battle_of(written.position, "$.position"))
    replay.open(_told(written.opening, "$.opening"), "At $.opening")
    for number, given in enumerate(written.given[:until]):
        path = f"$.given[{number}]"
        replay.give(
            given.order, _told(given.dice, f"{path}.dice"), f"At {path}", given.entropy, given.comment
        )
    if until is None:
        replay.check_result(written.headers, "At $.headers")
    return replay


def _told(dice: tuple, path: str) -> list[Told]:  # type: ignore[type-arg]
    return [Told(one.die, f"At {path}[{number}]", one.unit, one.cause) for number, one in enumerate(dice)]
