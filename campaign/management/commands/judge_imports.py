"""Judges the files of wars that people want to import."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from campaign.services.importing import judge_owed
from config.supervise import end_with_parent

POLITE = 10


class Command(BaseCommand):
    """`judge_imports`: the worker starts it where files are owed, and it ends when none is; see `import_process`."""

    help = (
        "Check the war files that wait to be imported, one after the other. The worker starts this by itself."
    )
    requires_system_checks = ()  # the worker has been checked

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Judge at a low priority, and no longer than the worker lives."""
        end_with_parent()
        os.nice(POLITE)
        judge_owed()
