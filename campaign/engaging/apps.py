"""The feature engaging of wars."""

from config import feature


class EngagingFeature(feature.Feature):
    """campaign/engaging/"""

    name = "campaign.engaging"
