"""Replays a battle record, text or JSON, and prints what happened and where it ends."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engines.talon.shell.files import Wrong, read_bytes
from engines.talon.shell.replayed import as_board, as_events, as_json, replay
from engines.talon.shell.replaying import NO_COUNT, count


class Command(BaseCommand):
    """manage.py replay_battle FILE --until N --json --show"""

    help = "Replays a battle record with its own dice; stops at the first order or die that cannot be."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE, how far, and the form of the answer."""
        parser.add_argument("file", type=Path, help="a battle record, text or JSON (docs/notation.md)")
        parser.add_argument("--until", type=count, default=None, metavar="N", help="replay N orders only")
        form = parser.add_mutually_exclusive_group()
        form.add_argument(
            "--json", action="store_true", help="print events, final position and any error as JSON"
        )
        form.add_argument("--show", action="store_true", help="draw the final position")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, replay, print."""
        try:
            raw = read_bytes(options["file"])
        except Wrong as wrong:
            raise CommandError(str(wrong)) from wrong
        if (options["until"] or 0) < 0:
            raise CommandError(f"--until: {NO_COUNT}")
        found = replay(raw, options["until"])
        form = as_json if options["json"] else as_board if options["show"] else as_events
        self.stdout.write(form(found), ending="")
        if found.refusals:
            raise CommandError("\n".join(str(one) for one in found.refusals))
