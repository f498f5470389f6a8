"""The feature past_results of the score for life."""

from config import feature


class PastResultsFeature(feature.Feature):
    """campaign/past_results/"""

    name = "campaign.past_results"
