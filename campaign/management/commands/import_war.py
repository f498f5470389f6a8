"""Reads a whole war from a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaign.files.archive import restore
from campaign.files.document import MOST_BYTES, read_whole
from campaign.models import War
from config.host.upgrading import MigratedCommand
from engines.seam.refusals import Refused


class Command(MigratedCommand):
    """`import_war FILE`: every order is followed again with the recorded dice before anything is stored."""

    help = (
        "Import a whole war from a file; a war in progress continues with the players of the same callsigns."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Store the war, or say what does not fit."""
        try:
            with file.open("rb") as opened:
                war = restore(file=read_whole(opened.read(MOST_BYTES + 1)))
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.") from error
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        over = war.status == War.Status.OVER
        self.stdout.write(f"War {war.pk}, {war.name}: {'over' if over else 'in progress'}, turn {war.turn}.")
