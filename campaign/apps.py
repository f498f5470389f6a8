"""The app campaign: empire wars."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = "Empire wars"
