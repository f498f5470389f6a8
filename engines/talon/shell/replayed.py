"""A record played again, as far as it goes, and the forms in which that is printed."""

import json
from dataclasses import dataclass
from typing import Any

from engines.seam.refusals import Refusal, Refused
from engines.talon import text
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord
from engines.talon.match import Match
from engines.talon.records.drawing import draw
from engines.talon.records.reading import read_record
from engines.talon.state import Battle

NOTHING: dict[str, Any] = {"orders": 0, "opening": [], "events": [], "position": None, "over": None}


@dataclass(frozen=True, slots=True)
class Replayed:
    """What was played of a record: the match and where it stands, and why it stopped, if it did.

    Without a `match` nothing was played at all.
    """

    match: Match | None
    battle: Battle | None
    refusals: tuple[Refusal, ...] = ()
    written: BattleRecord | None = None


def replay(raw: bytes, until: int | None = None) -> Replayed:
    """A record, text or JSON, played to its end or through so many orders."""
    begun: list[Match] = []
    try:
        written, match = read_record(raw, until, begun.append)
    except Refused as refused:
        for match in begun:
            if match.events:
                return Replayed(match, match.up_to_fault(), refused.refusals)
        return Replayed(None, None, refused.refusals)
    return Replayed(match, match.battle, written=written)


def as_json(found: Replayed) -> str:
    """Events and final position as JSON, and any error with its place and rule."""
    answer = dict(NOTHING)
    if found.match is not None and found.battle is not None:
        answer = _answer(found.match, found.battle)
    if found.refusals:
        answer["errors"] = [
            {"where": one.where, "rule": one.rule or None, "reason": one.reason} for one in found.refusals
        ]
    return json.dumps(answer, indent=1) + "\n"


def _answer(match: Match, battle: Battle) -> dict[str, Any]:
    opening, *events = [json.loads(codec.encode_events(happened)) for happened in match.events]
    return {
        "orders": len(match.given),
        "opening": opening,
        "events": events,
        "position": json.loads(codec.encode_position(battle)),
        "over": text.write_ending(battle) or None,
    }


def as_board(found: Replayed) -> str:
    """The final position, drawn; "" if nothing was played."""
    return "" if found.battle is None else draw(found.battle)


def as_events(found: Replayed) -> str:
    """Every order with what happened, and the final position in the notation; "" if nothing was played."""
    match, battle = found.match, found.battle
    if match is None or battle is None:
        return ""
    lines = [f"= {text.write_event(event, battle)}" for event in match.events[0]]
    for given, events in zip(match.given, match.events[1:], strict=False):
        lines.append(text.write_order(given.order, battle))
        lines += [f"  = {text.write_event(event, battle)}" for event in events]
    return "\n".join([*lines, "", text.write_position(battle)])
