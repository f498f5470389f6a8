"""The feature planning of wars."""

from config import feature


class PlanningFeature(feature.Feature):
    """campaign/planning/"""

    name = "campaign.planning"
