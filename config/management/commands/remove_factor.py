"""Remove a person's second factor."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.selectors import person_called
from accounts.sign_in.second_factor import remove_second_factor
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """For people who have lost both their app and their recovery codes."""

    help = "Remove two-factor authentication from an account whose owner lost the app and the recovery codes."

    def add_arguments(self, parser: CommandParser) -> None:
        """The callsign."""
        parser.add_argument("callsign")

    def handle(self, *_args: Any, callsign: str, **_options: Any) -> None:
        """Removes it, or says that there was none."""
        user = person_called(callsign)
        if user is None:
            raise CommandError(f"Nobody here has the callsign {callsign}.")
        removed = remove_second_factor(user)
        self.stdout.write(f"{user}: two-factor authentication {'removed' if removed else 'was not on'}.")
