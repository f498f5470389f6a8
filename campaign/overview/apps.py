"""The feature overview of wars."""

from config import feature


class OverviewFeature(feature.Feature):
    """campaign/overview/"""

    name = "campaign.overview"
