"""Check this deployment and report every problem."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from config.host.health import findings


class Command(BaseCommand):
    """Exit code 0 without problems, otherwise 1."""

    help = "Check this deployment and report every problem; exit code 1 if there is one."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Prints one line for each part."""
        found = list(findings())
        for finding in found:
            mark = "ok     " if finding.well else "WRONG  "
            self.stdout.write(f"{mark}{finding.part}: {finding.sentence}")
        if not all(finding.well for finding in found):
            sys.exit(1)
