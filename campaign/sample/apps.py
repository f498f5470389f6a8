"""The feature sample of wars."""

from config import feature


class SampleFeature(feature.Feature):
    """campaign/sample/"""

    name = "campaign.sample"
