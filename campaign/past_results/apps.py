"""The feature past_results of the lifetime score."""

from config import feature


class PastResultsFeature(feature.Feature):
    """campaign/past_results/"""

    name = "campaign.past_results"
