"""Back the database up while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.host.backups import Unfit, back_up, check


class Command(BaseCommand):
    """`backup FILE`, and `backup --check FILE` for one that is there; also before an upgrade's migrations."""

    help = "Back the database up to a file, complete and checked or not at all; the site may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and whether to look at it only."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="read a backup to its end; change nothing")

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        """Says what was done."""
        try:
            if options["check"]:
                check(file)
                self.stdout.write(f"{file} is a complete backup.")
            else:
                self.stdout.write(f"{file}: {back_up(file).size // 1024} KiB, complete.")
        except Unfit as unfit:
            raise CommandError(str(unfit)) from unfit
