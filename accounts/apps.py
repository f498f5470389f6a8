"""The app accounts: people, notices, messages."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People, notices, messages"
