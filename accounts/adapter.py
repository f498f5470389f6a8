"""How sign-up and sign-in behave on this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's own behaviour, with the host's switch for new accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether new people may sign up."""
        del request
        return bool(settings.SIGN_UP_OPEN)
