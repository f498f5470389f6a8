"""How sign-up and sign-in behave on this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest

from accounts.callsigns import check_not_reserved


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's behaviour with this site's messages and the host's switch for new accounts."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": "This callsign is taken. Choose another.",
        "username_blacklisted": "This callsign is reserved. Choose another.",
        "username_password_mismatch": "Wrong callsign or password.",
        "email_password_mismatch": "Wrong e-mail address or password.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The callsign, if it is free and not reserved for the computer or guests."""
        check_not_reserved(username)
        return str(super().clean_username(username, shallow))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether new people may sign up."""
        del request
        return bool(settings.SIGN_UP_OPEN)
