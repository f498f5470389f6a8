"""Loads the demo."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from accounts.models import User
from campaign.sample import demo
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """`demo`: two accounts and a war between them, into an empty embedded database."""

    help = "Load two demo accounts, their passwords printed once, and a war between them some turns in."

    def add_arguments(self, parser: CommandParser) -> None:
        """--force, for a database of one's own choosing."""
        parser.add_argument(
            "--force", action="store_true", help="also load it into another database or one in use"
        )

    def handle(self, *_args: Any, force: bool, **_options: Any) -> None:
        """Load it all or nothing, and print how to sign in."""
        _refuse(force=force)
        with transaction.atomic():
            people = demo.make_people()
            war = demo.play(people["terran"][0], people["talon"][0])
        self.stdout.write(f"Demo: the war {war.name}, turn {war.turn}, between two accounts. Sign in as")
        for side, (user, password) in people.items():
            self.stdout.write(f"  {user.username} ({side.title()}), password {password}")
        self.stdout.write("You will not see these passwords again.")


def _refuse(*, force: bool) -> None:
    if settings.PRODUCTION:
        raise CommandError("A public site cannot have the demo: anybody could use its accounts.")
    if User.objects.filter(username__in=demo.CALLSIGNS.values()).exists():
        raise CommandError("The demo is already loaded.")
    if force:
        return
    if not settings.EMBEDDED_DATABASE:
        raise CommandError("This is not the embedded database. To load the demo anyway: demo --force")
    if User.objects.filter(is_computer=False).exists():
        raise CommandError("This site already has accounts. To load the demo anyway: demo --force")
