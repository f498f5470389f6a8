"""Print a link with which a person sets a new password."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from accounts.models import User


class Command(BaseCommand):
    """For people without an e-mail address, and sites without a mail server."""

    help = "Print a link for a new password; it works once."

    def add_arguments(self, parser: CommandParser) -> None:
        """The callsign."""
        parser.add_argument("callsign")

    def handle(self, *_args: Any, callsign: str, **_options: Any) -> None:
        """Prints the link."""
        user = User.objects.filter(username__iexact=callsign, is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody here has the callsign {callsign}.")
        names = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        self.stdout.write(f"{settings.SITE_URL}{reverse('account_reset_password_from_key', kwargs=names)}")
