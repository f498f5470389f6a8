"""Replays a battle record, text or JSON, and prints what happened and where it ends."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from battles.engine import codec, text
from battles.notation.drawing import draw
from battles.notation.json_form import read_json, replayed
from battles.notation.replaying import Replay
from battles.notation.text_form import read_text
from battles.seam.refusal import Refused


class Command(BaseCommand):
    """manage.py replay_battle FILE --until N --json --show"""

    help = "Replays a battle record with its own dice; stops at the first order or die that cannot be."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE, how far, and the form of the answer."""
        parser.add_argument("file", type=Path, help="a battle record, text or JSON (docs/notation.md)")
        parser.add_argument("--until", type=_count, default=None, metavar="N", help="replay N orders only")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print events and final position as JSON")
        form.add_argument("--show", action="store_true", help="draw the final position")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, replay, print."""
        try:
            replay = _replayed(options["file"], options["until"])
        except Refused as refused:
            raise CommandError("\n".join(str(one) for one in refused.refusals)) from refused
        form = _json if options["json"] else _drawn if options["show"] else _words
        self.stdout.write(form(replay), ending="")


def _count(word: str) -> int:
    number = int(word)
    if number < 0:
        raise ValueError("orders are counted from 0")
    return number


def _replayed(path: Path, until: int | None) -> Replay:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    if raw.lstrip().startswith(b"{"):
        return replayed(read_json(raw), until)
    try:
        source = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no battle record: it is not text in UTF-8.") from error
    return read_text(source, until)[1]


def _json(replay: Replay) -> str:
    opening, *events = [json.loads(codec.encode_events(told)) for told in replay.events]
    answer = {
        "orders": len(replay.given),
        "opening": opening,
        "events": events,
        "position": json.loads(codec.encode_position(replay.battle)),
        "over": text.write_ending(replay.battle) or None,
    }
    return json.dumps(answer, indent=1) + "\n"


def _drawn(replay: Replay) -> str:
    return draw(replay.battle)


def _words(replay: Replay) -> str:
    lines = [f"= {text.write_event(event, replay.battle)}" for event in replay.events[0]]
    for given, events in zip(replay.given, replay.events[1:], strict=True):
        lines.append(text.write_order(given.order, replay.battle))
        lines += [f"  = {text.write_event(event, replay.battle)}" for event in events]
    return "\n".join([*lines, "", text.write_position(replay.battle)])
