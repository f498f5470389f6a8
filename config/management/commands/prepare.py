"""Make the database and the static files ready to serve."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrates, gathers static files, and loads the demo into an empty embedded database."""

    help = "Migrate, gather static files, and load the demo into an empty embedded database."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Does each of it; safe to call at every start."""
        call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, clear=False, verbosity=0)
        if self._demo_wanted():
            call_command("demo", stdout=self.stdout)

    def _demo_wanted(self) -> bool:
        empty = not get_user_model().objects.exists()
        return settings.EMBEDDED_DATABASE and not settings.PRODUCTION and empty and "demo" in get_commands()
