"""Battles of a war as they are stored, checked again, downloaded and brought as files."""

import zlib
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from engines.seam.documents import BattleSetup
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refused, Unreadable, refuse
from engines.seam.systems import Upload
from engines.warfleets.notation.lines import write_event, write_order
from engines.warfleets.records.dice_check import fault
from engines.warfleets.records.document import read_record, write_record
from engines.warfleets.records.match import Match, replay
from engines.warfleets.war.fighting import RULES_VERSION, Fought
from engines.warfleets.war.results import report_of, result_of
from engines.warfleets.war.setting_up import set_up_of

LARGEST: Final = 16 * 1024 * 1024
LARGEST_UPLOAD: Final = 1024 * 1024
"""The most bytes of a record that is brought."""
_encoder: Final = msgspec.json.Encoder(order="deterministic")
_decoder: Final = msgspec.json.Decoder(Fought, dec_hook=read_own)


def pack(fought: Fought) -> bytes:
    """The battle as it is stored."""
    return zlib.compress(_encoder.encode(fought))


def unpack(raw: bytes) -> Fought:
    """The battle stored as `raw`; ValueError if it is none."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(raw, LARGEST)
    except zlib.error as error:
        raise ValueError("this is no stored battle") from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("this is no stored battle, or one that is too large")
    return _decoder.decode(found)


def differences(fought: Fought) -> Iterator[str]:
    """How the battle is another by the rules of now, in sentences."""
    if fought.record is None:
        return
    try:
        match = replay(fought.record)
    except Refused as refused:
        yield f"It cannot be played again: {refused.refusals[0]}"
        return
    gave_up = None if fought.given_up is None else fought.given_up.side
    try:
        result = result_of(fought.setup, report_of(fought.setup, match.battle, gave_up))
    except Refused as refused:
        yield f"Its report is not possible any more: {refused.refusals[0]}"
        return
    if result != fought.result:
        yield "It comes to another result."


def read_upload(setup: BattleSetup, raw: bytes) -> Upload:
    """The battle that a record describes for this set-up; `Refused` with the reason if it is none of it."""
    if len(raw) > LARGEST_UPLOAD:
        raise refuse("", f"The record is too large. The limit is {LARGEST_UPLOAD // 1024 // 1024} MB.")
    try:
        record = read_record(raw)
    except Unreadable as unreadable:
        raise refuse("", f"{unreadable}.") from None
    if record.set_up != set_up_of(setup):
        raise refuse(
            "", "The record is of other fleets, or of another table: download the beginning of this battle."
        )
    if record.result == "unfinished":
        raise refuse("W5", "The record ends before the battle is over.")
    match = replay(record)
    if record.sealed is not None and (wrong := fault(record, match)):
        raise refuse("", f"The record’s dice do not match its seal. {wrong}")
    result = result_of(setup, report_of(setup, match.battle, None))
    fought = Fought(setup, {}, {}, RULES_VERSION, record, None, result)
    return Upload(fought, committed=record.sealed is not None)


def download(fought: Fought, headers: Mapping[str, str], form: str) -> bytes:
    """The battle as a file: the record as JSON, which can be brought and verified, or its course as text."""
    if form == "json":
        return _encoder.encode(fought) if fought.record is None else write_record(fought.record)
    return "".join(f"{line}\n" for line in _lines(fought, headers)).encode()


def _lines(fought: Fought, headers: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{key}: {words}" for key, words in headers.items())
    if fought.record is not None:
        match = replay(fought.record)
        models = match.battle.models
        for given, events in zip(fought.record.given, match.events, strict=True):
            yield write_order(given.order, models)
            yield from (f"  {write_event(event, models)}" for event in events)
    if fought.given_up is not None:
        yield f"{fought.given_up.side} gave up in round {fought.given_up.round}"
    yield f"winner: {fought.result.winner or 'nobody'}"


def beginning(setup: BattleSetup, headers: Mapping[str, str]) -> bytes:
    """The record of a battle in which nothing has been ordered: what one by hand goes on from."""
    name = headers.get("title") or headers.get("place") or setup.place
    return write_record(Match.of(set_up_of(setup)).record(name))
