"""How sign-up and sign-in behave on this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest

from accounts.callsigns import check_not_reserved


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's own behaviour, in this site's words and with the host's switch for new accounts."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": "This callsign is taken. Choose another.",
        "username_blacklisted": "This callsign could be mistaken for the host. Choose another.",
        "username_password_mismatch": "Callsign and password do not belong together.",
        "email_password_mismatch": "E-mail and password do not belong together.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A callsign that is free, and could not be taken for the computer's or a guest's."""
        check_not_reserved(username)
        return str(super().clean_username(username, shallow))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether new people may sign up."""
        del request
        return bool(settings.SIGN_UP_OPEN)
