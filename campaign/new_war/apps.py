"""The feature new war of wars."""

from config import feature


class NewWarFeature(feature.Feature):
    """campaign/new_war/"""

    name = "campaign.new_war"
