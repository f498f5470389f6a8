"""The feature war of wars."""

from config import feature


class WarFeature(feature.Feature):
    """campaign/war/"""

    name = "campaign.war"
