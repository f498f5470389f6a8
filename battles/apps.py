"""The app battles: battles, recorded from the table."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    name = "battles"
    verbose_name = "Battles"
