"""Fights one battle from a set-up document and prints its result."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engines.talon.shell import resolving
from engines.talon.shell.files import Wrong


class Command(BaseCommand):
    """manage.py resolve_battle FILE --seed N --json, as `python -m engines.talon resolve`"""

    help = "Fights the battle of a set-up document with two captains and prints the result."

    def add_arguments(self, parser: CommandParser) -> None:
        """Those of the engine's own command."""
        resolving.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, fight, print."""
        try:
            self.stdout.write(resolving.outcome(options), ending="")
        except Wrong as wrong:
            raise CommandError(str(wrong)) from wrong
