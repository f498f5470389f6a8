"""Print a link with which a person sets a new password."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.deliveries.letters import reset_link
from accounts.selectors import person_called
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """For people without an e-mail address, and sites without a mail server."""

    help = "Print a link for a new password; it works once."

    def add_arguments(self, parser: CommandParser) -> None:
        """The callsign."""
        parser.add_argument("callsign")

    def handle(self, *_args: Any, callsign: str, **_options: Any) -> None:
        """Prints the link."""
        user = person_called(callsign)
        if user is None or not user.is_active:
            raise CommandError(f"Nobody here has the callsign {callsign}.")
        self.stdout.write(reset_link(user))
