"""Writes a whole war to a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaign.files.archive import whole
from campaign.models import War
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """`export_war N FILE`: the whole log of a war, both sides' secrets included if it is under way."""

    help = "Write a whole war to a file; during the war the file holds both sides' secrets."

    def add_arguments(self, parser: CommandParser) -> None:
        """The war's number and the file."""
        parser.add_argument("war", type=int)
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, war: int, file: Path, **_options: Any) -> None:
        """Write the file, readable by its owner alone."""
        found = War.objects.filter(pk=war).first()
        if found is None or found.state is None:
            raise CommandError(f"There is no war {war} that has begun.")
        try:
            file.touch(mode=0o600)
            file.write_bytes(whole(found))
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from error
        self.stdout.write(f"War {war}, {found.name}: {found.version} entries written to {file}.")
        if found.status != War.Status.OVER:
            self.stdout.write(
                "The war is in progress: sealed orders that are not yet revealed are not in the file."
            )
