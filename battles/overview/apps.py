"""The feature overview of battles."""

from config import feature


class OverviewFeature(feature.Feature):
    """battles/overview/"""

    name = "battles.overview"
