"""Make the database and the static files ready to serve."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.people.services import give_looks
from accounts.people.special_users import computer_user
from config.host.upgrading import unapplied, who_serves
from config.serving.static import HashedFiles


class Command(BaseCommand):
    """Migrates, collects static files, loads the demo into an empty embedded database, adds the computer's account."""

    help = "Migrate, collect static files, load the demo into an empty embedded database, add the computer's account."

    def add_arguments(self, parser: CommandParser) -> None:
        """--while-served, for who knows that the migrations do no harm to what runs."""
        parser.add_argument(
            "--while-served", action="store_true", help="migrate although an older version is still at work"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Does each of it; safe to call at every start."""
        if not options["while_served"]:
            _refuse_while_served()
        call_command("migrate", verbosity=0)
        give_looks()
        if not settings.DEBUG:
            _collect_static()
        if self._demo_wanted():
            call_command("demo", stdout=self.stdout)
        computer_user()

    def _demo_wanted(self) -> bool:
        empty = not User.objects.filter(is_computer=False).exists()
        return settings.EMBEDDED_DATABASE and not settings.PRODUCTION and empty and "demo" in get_commands()


def _collect_static() -> None:
    try:
        if isinstance(staticfiles_storage, HashedFiles):
            staticfiles_storage.drop_damaged()
        call_command("collectstatic", interactive=False, clear=False, verbosity=0)
    except OSError as error:
        raise CommandError(
            f"The static files could not be written to {settings.STATIC_ROOT}: {error.strerror}. "
            "Make room there, and then run this again."
        ) from error


def _refuse_while_served() -> None:
    """Raises CommandError if the database is to be changed under a site that runs."""
    if unapplied() and (who := who_serves()):
        raise CommandError(
            f"{who} Its pages would fail after the database is migrated. Stop it, and then run this again. "
            "Nothing was changed."
        )
