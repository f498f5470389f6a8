"""Say in sentences what is wrong with this deployment."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from config.health import findings


class Command(BaseCommand):
    """Exit code 0 when all is well, 1 when anything is not."""

    help = "Say in sentences what is wrong with this deployment; exit code 1 when anything is."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Prints one line for each part looked at."""
        found = list(findings())
        for finding in found:
            mark = "ok     " if finding.well else "WRONG  "
            self.stdout.write(f"{mark}{finding.part}: {finding.sentence}")
        if not all(finding.well for finding in found):
            sys.exit(1)
