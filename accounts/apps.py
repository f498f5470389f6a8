"""The app accounts: people, notices, messages."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People and messages"

    def ready(self) -> None:
        """Listens for sign-ins and changes to accounts."""
        import accounts.people.presence  # noqa: PLC0415
        import accounts.sign_in.watchful  # noqa: F401, PLC0415
