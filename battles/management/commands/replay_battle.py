"""Replays a battle record, text or JSON, and prints what happened and where it ends."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engines.seam.refusal import Refused
from engines.seam.whole_numbers import whole_number
from engines.talon import text
from engines.talon.documents import codec
from engines.talon.records.drawing import draw
from engines.talon.records.reading import read_record
from engines.talon.replaying import Replay
from engines.talon.state import Battle


class Command(BaseCommand):
    """manage.py replay_battle FILE --until N --json --show"""

    help = "Replays a battle record with its own dice; stops at the first order or die that cannot be."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE, how far, and the form of the answer."""
        parser.add_argument("file", type=Path, help="a battle record, text or JSON (docs/notation.md)")
        parser.add_argument("--until", type=_count, default=None, metavar="N", help="replay N orders only")
        form = parser.add_mutually_exclusive_group()
        form.add_argument(
            "--json", action="store_true", help="print events, final position and any error as JSON"
        )
        form.add_argument("--show", action="store_true", help="draw the final position")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, replay, print."""
        raw, begun = _raw(options["file"]), list[Replay]()
        if (options["until"] or 0) < 0:
            raise CommandError(f"--until: {NO_COUNT}")
        try:
            replay = read_record(raw, options["until"], begun.append)[1]
        except Refused as refused:
            self.stdout.write(_until_error(begun, refused, options), ending="")
            raise CommandError("\n".join(str(one) for one in refused.refusals)) from refused
        form = _json if options["json"] else _drawn if options["show"] else _words
        self.stdout.write(form(replay, replay.battle), ending="")


NO_COUNT = "so many orders are replayed: a whole number, 0 or more."


def _count(word: str) -> int:
    count = whole_number(word)
    if count is None:
        raise ArgumentTypeError(NO_COUNT)
    return count


def _raw(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _json(replay: Replay, battle: Battle) -> str:
    return json.dumps(_answer(replay, battle), indent=1) + "\n"


def _until_error(begun: list[Replay], refused: Refused, options: dict[str, Any]) -> str:
    """What was replayed before the error, if anything was; as JSON the error too, every reason with place and rule."""
    if options["json"]:
        return _json_of_error(begun, refused)
    form = _drawn if options["show"] else _words
    return "".join(form(replay, replay.stopped()) for replay in begun if replay.events)


def _json_of_error(begun: list[Replay], refused: Refused) -> str:
    told = [{"where": one.where, "rule": one.rule or None, "reason": one.reason} for one in refused.refusals]
    played = [replay for replay in begun if replay.events]
    answer = _answer(played[0], played[0].stopped()) if played else NOTHING
    return json.dumps({**answer, "errors": told}, indent=1) + "\n"


def _answer(replay: Replay, battle: Battle) -> dict[str, Any]:
    opening, *events = [json.loads(codec.encode_events(told)) for told in replay.events]
    return {
        "orders": len(replay.given),
        "opening": opening,
        "events": events,
        "position": json.loads(codec.encode_position(battle)),
        "over": text.write_ending(battle) or None,
    }


NOTHING: dict[str, Any] = {"orders": 0, "opening": [], "events": [], "position": None, "over": None}


def _drawn(_replay: Replay, battle: Battle) -> str:
    return draw(battle)


def _words(replay: Replay, battle: Battle) -> str:
    lines = [f"= {text.write_event(event, battle)}" for event in replay.events[0]]
    for given, events in zip(replay.given, replay.events[1:], strict=False):
        lines.append(text.write_order(given.order, battle))
        lines += [f"  = {text.write_event(event, battle)}" for event in events]
    return "\n".join([*lines, "", text.write_position(battle)])
