"""The clubs as Django knows them."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The app with the tables of the clubs; its features are folders."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
