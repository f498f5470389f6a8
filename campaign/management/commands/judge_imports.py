"""Judges the files of wars that people want to import."""

import os
import signal
from functools import partial
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from campaign.files.importing import IMPORTS, judge_owed
from config.serving.supervise import end_with_parent

POLITE: Final = 10
MOST_SECONDS: Final = 600
"""A file takes seconds; a process that hangs must not keep its lock for ever."""


class Command(BaseCommand):
    """`judge_imports`: the worker starts it where files are owed, and it ends when none is; see `import_process`."""

    help = (
        "Check the war files that wait to be imported, one after the other. The worker starts this by itself."
    )
    requires_system_checks = ()  # the worker has been checked

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of the process that starts this one."""
        parser.add_argument(
            "--parent", type=int, help="do nothing unless started by the process of this number"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Judge at a low priority, and no longer than the worker lives, or than any file can take."""
        signal.signal(signal.SIGTERM, _end)
        end_with_parent()
        if options["parent"] not in (None, os.getppid()):
            return
        os.nice(POLITE)
        signal.alarm(MOST_SECONDS)
        judge_owed(partial(signal.alarm, MOST_SECONDS))


def _end(*_signal: object) -> None:
    """Ends with the entry that is being judged; a worker that restarts is no fault of the file."""
    IMPORTS.ending = True
