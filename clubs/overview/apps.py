"""The feature overview of clubs."""

from config import feature


class OverviewFeature(feature.Feature):
    """clubs/overview/"""

    name = "clubs.overview"
