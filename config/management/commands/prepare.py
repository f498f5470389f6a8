"""Make the database and the static files ready to serve."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

from accounts.models import User
from accounts.services import give_looks
from accounts.special_users import computer_user


class Command(BaseCommand):
    """Migrates, collects static files, loads the demo into an empty embedded database, adds the computer's account."""

    help = "Migrate, collect static files, load the demo into an empty embedded database, add the computer's account."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Does each of it; safe to call at every start."""
        call_command("migrate", verbosity=0)
        give_looks()
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, clear=False, verbosity=0)
        if self._demo_wanted():
            call_command("demo", stdout=self.stdout)
        computer_user()

    def _demo_wanted(self) -> bool:
        empty = not User.objects.filter(is_computer=False).exists()
        return settings.EMBEDDED_DATABASE and not settings.PRODUCTION and empty and "demo" in get_commands()
